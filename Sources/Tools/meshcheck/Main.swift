import Bytes
import Glibc
import MeshSimulation

/// `meshcheck`: what the mesh engine must show in a process of its own, in debug and in release.
@main
struct Main {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    let numbers = words.dropFirst().compactMap { UInt64($0) }
    guard numbers.count == max(words.count - 1, 0), let word = words.first else { return misunderstood() }
    let seed = numbers.first ?? 9
    switch (word, numbers.count) {
    case ("determinism", 0...1): tellMinute(seed: seed)
    case ("memory", 0...1): exit(tellMemory(seed: seed) ? 0 : 1)
    case ("world", 1...3): tellWorld(numbers)
    case ("pace", 1...3): tellPace(numbers, remembersSignatures: true)
    case ("pace-each-signature", 1...3): tellPace(numbers, remembersSignatures: false)
    case ("cost", 2...12): tellCost(numbers)
    case ("figures", 5...6): await tellFigures(numbers)
    case ("worlds", 2...4): exit(await runWorlds(numbers) ? 0 : 1)
    case ("hunt", 2...4): exit(hunt(numbers) ? 0 : 1)
    default: misunderstood()
    }
  }

  private static func misunderstood() {
    print(
      """
      usage: meshcheck determinism|memory [SEED]
             meshcheck world SEED [NODES [SECONDS]]
             meshcheck pace|pace-each-signature NODES [SECONDS [SEED]]
             meshcheck cost SECONDS NODES...
             meshcheck worlds FIRST COUNT [SECONDS [NODES]]
             meshcheck hunt FIRST COUNT [SECONDS [NODES]]
             meshcheck figures FIRST COUNT SECONDS LEAST-NODES MOST-NODES [PARTITION-SECONDS]
      """)
    exit(2)
  }

  /// One random world; with NODES one without faults but losses and copies, as `tern simulate` makes it.
  private static func tellWorld(_ numbers: [UInt64]) {
    var recipe = Recipe.drawn(seed: numbers[0])
    if numbers.count > 1 {
      recipe = Recipe(seed: numbers[0], nodes: Int(clamping: numbers[1]))
      recipe.links.loss = .percent(5)
      recipe.links.duplicates = .percent(10)
    }
    if numbers.count > 2 { recipe.faultSeconds = Int(clamping: numbers[2]) }
    var world = World(recipe)
    world.runToEnd()
    let report = world.report()
    print("\(report.text)\n\(recipe.scenario)")
  }

  /// How much faster than time a world goes by, with its memory for signatures or without.
  private static func tellPace(_ numbers: [UInt64], remembersSignatures: Bool) {
    var recipe = Recipe(seed: numbers.count > 2 ? numbers[2] : 1, nodes: Int(clamping: numbers[0]))
    recipe.faultSeconds = numbers.count > 1 ? Int(clamping: numbers[1]) : 120
    recipe.calmSecondsMax = 0
    let (start, worked) = (ContinuousClock.now, clock())
    var world = World(recipe, remembersSignatures: remembersSignatures)
    world.runToEnd()
    let took = ContinuousClock.now - start
    let work = Duration.microseconds(Int64(clock() - worked) * 1_000_000 / Int64(CLOCKS_PER_SEC))
    let report = world.report()
    print("nodes \(recipe.nodes), links \(world.linkCount), \(world.elapsed) in \(took)")
    print("times real time \(world.elapsed / took), by processor time \(world.elapsed / work)")
    print("\(report.frames)")
    print("frames in each ten seconds \(report.framesByTenSeconds)")
  }

  /// What a message costs in meshes of so many nodes, in so many seconds of each.
  private static func tellCost(_ numbers: [UInt64]) {
    let counts = numbers.map { Int(clamping: $0) }
    var cost = Cost(nodes: Array(counts.dropFirst()), seconds: counts[0])
    cost.run()
  }

  /// Random worlds from one seed on.
  private static func runWorlds(_ numbers: [UInt64]) async -> Bool {
    var worlds = Worlds(
      seeds: numbers[0]..<numbers[0] &+ numbers[1],
      nodes: 2...(numbers.count > 3 ? Int(clamping: numbers[3]) : 30),
      faultSeconds: numbers.count > 2 ? Int(clamping: numbers[2]) : 600, commit: commit)
    return await worlds.run()
  }

  /// Random worlds from one seed on, until one fails: what a proof of the oracles asks of an engine with a
  /// defect. Whether one did.
  private static func hunt(_ numbers: [UInt64]) -> Bool {
    for seed in numbers[0]..<numbers[0] &+ numbers[1] {
      var recipe = Recipe.drawn(seed: seed, nodes: 2...(numbers.count > 3 ? Int(clamping: numbers[3]) : 30))
      recipe.faultSeconds = numbers.count > 2 ? Int(clamping: numbers[2]) : 600
      var world = World(recipe)
      while !world.isOver, !world.hasFailed { world.run(for: .seconds(5)) }
      guard let first = world.report().violations.first else { continue }
      print("\(seed)\t\(first)\t\(recipe.words)")
      return true
    }
    return false
  }

  /// A line for each of some random worlds.
  private static func tellFigures(_ numbers: [UInt64]) async {
    let counts = numbers.map { Int(clamping: $0) }
    let figures = Figures(
      seeds: numbers[0]..<numbers[0] &+ numbers[1], faultSeconds: counts[2],
      nodes: counts[3]...max(counts[3], counts[4]), partitionSeconds: counts.count > 5 ? counts[5] : nil)
    await figures.run()
  }

  /// What is tested, as whoever starts it says.
  private static var commit: String { getenv("COMMIT").map { String(cString: $0) } ?? "unknown" }

  /// The hash over all effects of six engines in one simulated minute.
  private static func tellMinute(seed: UInt64) {
    let record = SixNodeMinute.record(seed: seed)
    let frames = record.frames.map { "\($0.type.rawValue.hexadecimal) \($0.count)" }
    print("effects \(record.effectLog)")
    print("frames  \(frames.joined(separator: ", "))")
    print("texts   \(record.publicTexts) public, \(record.privateTexts) private")
  }

  /// What a full engine holds of the heap; whether that is within its memory (mesh-engine 1.2).
  private static func tellMemory(seed: UInt64) -> Bool {
    guard var flood = Flood(seed: seed) else {
      print("the flood could not be made")
      return false
    }
    flood.fill()
    guard let full = Heap.bytesInUse() else {
      print("the allocator does not say what is in use")
      return false
    }
    flood.forgetEngine()
    let held = full - (Heap.bytesInUse() ?? 0)
    let bound = 16 << 20
    print("frames in    \(flood.frameCount), \(flood.byteCount) bytes")
    print("engine holds \(held) bytes of at most \(bound)")
    return held <= bound && held > 6 << 20
  }
}

extension UInt8 {
  /// Two hexadecimal digits.
  fileprivate var hexadecimal: String { [self].hexadecimal }
}
