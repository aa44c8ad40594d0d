import MeshSimulation

/// The random worlds: many seeds, two at a time, with the numbers they have to show together.
struct Worlds {
  /// How many are run at a time.
  static let lanes = 2

  let seeds: Range<UInt64>
  let nodes: ClosedRange<Int>
  let faultSeconds: Int
  let commit: String
  private var served: [Expectation: (wanted: Int, served: Int, masked: Int)] = [:]
  private var failed: [UInt64] = []
  private var reports: [WorldReport] = []

  init(seeds: Range<UInt64>, nodes: ClosedRange<Int>, faultSeconds: Int, commit: String) {
    self.seeds = seeds
    self.nodes = nodes
    self.faultSeconds = faultSeconds
    self.commit = commit
  }

  /// Runs them all and prints what they have shown; whether that is enough.
  mutating func run() async -> Bool {
    let start = ContinuousClock.now
    let recipes = seeds.map { seed in
      var recipe = Recipe.drawn(seed: seed, nodes: nodes)
      recipe.faultSeconds = faultSeconds
      return recipe
    }
    await withTaskGroup(of: WorldReport.self) { group in
      var next = recipes[...]
      for recipe in next.prefix(Self.lanes) { group.addTask { Self.report(of: recipe) } }
      next = next.dropFirst(Self.lanes)
      while let report = await group.next() {
        take(report)
        if let recipe = next.popFirst() { group.addTask { Self.report(of: recipe) } }
      }
    }
    return summarize(ContinuousClock.now - start)
  }

  private static func report(of recipe: Recipe) -> WorldReport {
    var world = World(recipe)
    world.runToEnd()
    return world.report()
  }

  private mutating func take(_ report: WorldReport) {
    reports.append(report)
    let known = served[report.expectation] ?? (0, 0, 0)
    served[report.expectation] = (
      known.wanted + report.wanted, known.served + report.served, known.masked + report.masked
    )
    guard report.violationCount > 0 else { return }
    failed.append(report.recipe.seed)
    print("SEED=\(report.recipe.seed) COMMIT=\(commit) \(report.recipe.words), \(report.expectation)")
    for violation in report.violations.prefix(5) { print("  \(violation)") }
    if report.violationCount > 5 { print("  and \(report.violationCount - 5) more") }
    print("  \(report.recipe.scenario)")
  }

  private func summarize(_ took: Duration) -> Bool {
    var isEnough = failed.isEmpty
    let milliseconds = reports.reduce(0) { $0 + $1.simulatedMilliseconds }
    print("worlds         \(reports.count), \(milliseconds / 60_000) simulated minutes in \(took)")
    for expectation in [Expectation.fair, .hard, .safety] {
      guard let (wanted, served, masked) = served[expectation], wanted > 0 else { continue }
      let count = reports.count { $0.expectation == expectation }
      print("\(expectation) links: \(served) of \(wanted) (message, node) in \(count), \(masked) masked")
      if (served + masked) * 1_000_000 < wanted * expectation.servedPerMillionMin { isEnough = false }
    }
    let privates = reports.map(\.privates)
    let sums = [\WorldReport.Privates.written, \.confirmed, \.reported, \.waiting, \.excused].map { part in
      privates.reduce(0) { $0 + $1[keyPath: part] }
    }
    print(
      "private        \(sums[0]): \(sums[1]) confirmed, \(sums[2]) reported, \(sums[3]) tried, "
        + "\(sums[4]) lost with their writers' disks")
    let (twice, forged) = (sum(\.duplicatesShown), sum(\.forged))
    print("shown twice    \(twice), forged \(forged), replayed \(sum(\.replayed))")
    let settled = reports.filter { $0.expectation != .safety }.compactMap(\.settledMilliseconds)
    print("settled        after \((settled.max() ?? 0) / 1_000) s at most")
    print("engine held    \(reports.map(\.engineBytesHeldMax).max() ?? 0) bytes at most")
    print(
      "failed         \(failed.isEmpty ? "none" : failed.sorted().map(String.init).joined(separator: " "))")
    return isEnough
  }

  private func sum(_ part: KeyPath<WorldReport, Int>) -> Int { reports.reduce(0) { $0 + $1[keyPath: part] } }
}
