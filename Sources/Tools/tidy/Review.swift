import Foundation

/// All rules over one tree, and what the waivers leave of their findings.
struct Review {
  /// What is wrong, in order of path and line.
  var breaches: [Breach]
  /// What is past a goal and still allowed.
  var notes: [Breach]
  /// How many findings a waiver covered.
  var waivedCount: Int

  /// Reads the tree under `root` with the rules that stand in it.
  ///
  /// `table` is what the package manager says of `Package.swift`; `today` decides how long a test has
  /// rested. Throws when the tree or its rules cannot be read.
  init(root: URL, table: PackageTable, today: Date) throws {
    let folder = root.appendingPathComponent("docs/architecture")
    let decoder = JSONDecoder()
    let layers = try decoder.decode(
      Layers.self, from: Data(contentsOf: folder.appendingPathComponent("layers.json")))
    let habits = try decoder.decode(
      Habits.self, from: Data(contentsOf: folder.appendingPathComponent("tidy.json")))
    let tree = try Tree(root: root, habits: habits)
    try self.init(tree: tree, layers: layers, habits: habits, table: table, today: today)
  }

  /// The same over a tree that was read already.
  init(tree: Tree, layers: Layers, habits: Habits, table: PackageTable, today: Date) throws {
    let sizes = SizeRules(sizes: habits.sizes, tree: tree)
    var found = try LayeringRules(layers: layers, table: table, tree: tree).breaches()
    found += sizes.breaches()
    found += try BanRules(layers: layers, habits: habits, tree: tree).breaches()
    found += PageRules(layers: layers, habits: habits, table: table, tree: tree).breaches()
    found += try DisabledTestRules(habits: habits, tree: tree, today: today).breaches()

    let waived = habits.waivers.map { waiver in
      found.filter { $0.rule == waiver.rule && $0.path == waiver.path }
    }
    found.removeAll { breach in waived.contains { $0.contains(breach) } }
    for (waiver, covered) in zip(habits.waivers, waived) {
      let expected = waiver.count ?? 1
      if covered.count != expected {
        let message = "a waiver of \(waiver.rule) expects \(expected) findings, there are \(covered.count)"
        found.append(Breach(path: waiver.path, line: 1, rule: "waiver", message: message))
      }
      if waiver.reason.count < 10 {
        let message = "a waiver of \(waiver.rule) needs a reason"
        found.append(Breach(path: waiver.path, line: 1, rule: "waiver", message: message))
      }
    }
    breaches = found.sorted()
    notes = sizes.notes().sorted()
    waivedCount = waived.reduce(0) { $0 + $1.count }
  }
}
