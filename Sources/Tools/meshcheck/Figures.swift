import Glibc
import MeshSimulation

/// Random worlds, a line of figures each: what a proof of many hours writes down as it goes on.
struct Figures {
  /// What is in a line, in order; parted by tabs.
  static let columns = [
    "seed", "expectation", "nodes", "links", "simulated ms", "took ms", "wanted", "served", "masked",
    "settled ms", "bound ms", "privates", "confirmed", "reported", "waiting", "shown twice", "forged",
    "replayed", "held bytes", "frames", "transmissions", "violations", "recipe",
  ]

  let seeds: Range<UInt64>
  let faultSeconds: Int
  let nodes: ClosedRange<Int>
  /// Cuts of up to so many seconds, at least one in each world; `nil` for what the seed draws.
  let partitionSeconds: Int?

  /// Runs the worlds two at a time and prints each line as soon as it is known.
  func run() async {
    await withTaskGroup(of: String.self) { group in
      var next = seeds[...]
      for seed in next.prefix(Worlds.lanes) { group.addTask { line(of: seed) } }
      next = next.dropFirst(Worlds.lanes)
      while let line = await group.next() {
        print(line)
        fflush(nil)
        if let seed = next.popFirst() { group.addTask { self.line(of: seed) } }
      }
    }
  }

  private func line(of seed: UInt64) -> String {
    var recipe = Recipe.drawn(seed: seed, nodes: nodes)
    recipe.faultSeconds = faultSeconds
    if let partitionSeconds {
      recipe.partitions = max(recipe.partitions, 1)
      recipe.partitionSecondsMax = partitionSeconds
    }
    let start = ContinuousClock.now
    var world = World(recipe)
    world.runToEnd()
    let took = (ContinuousClock.now - start) / .milliseconds(1)
    let report = world.report()
    let privates = report.privates
    let words: [String] = [
      "\(seed)", "\(report.expectation)", "\(recipe.nodes)", "\(world.linkCount)",
      "\(report.simulatedMilliseconds)", "\(Int(took))", "\(report.wanted)", "\(report.served)",
      "\(report.masked)", report.settledMilliseconds.map { "\($0)" } ?? "-",
      "\(report.settleBoundMilliseconds)", "\(privates.written)", "\(privates.confirmed)",
      "\(privates.reported)", "\(privates.waiting)", "\(report.duplicatesShown)", "\(report.forged)",
      "\(report.replayed)", "\(report.engineBytesHeldMax)", "\(report.frames.total)",
      "\(report.transmissionsPerMessageAndNode)", "\(report.violationCount)",
      report.violations.first.map { "\(recipe.words): \($0)" } ?? recipe.words,
    ]
    return words.joined(separator: "\t")
  }
}
