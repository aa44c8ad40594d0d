import StrictJSON

/// A configuration that fits a tree, for `--init`: names and folders that are there, and today's arrows.
package struct Proposal: Sendable {
  /// What is kept of a file.
  private struct Glimpse: Sendable {
    var path: String
    var imports: [String]
    var types: [(name: String, inherited: [String])]
  }

  /// The configuration as JSON over several lines.
  package let text: String

  /// Looks at the files that `read` gives.
  package init(_ paths: [String], read: @escaping @Sendable (String) -> Input?) async {
    var glimpses: [Glimpse] = []
    var targets: [PackageTable.Target] = []
    for path in paths where path.hasSuffix(".swift") {
      guard let input = read(path) else { continue }
      let file = SourceFile(path: path, source: input.bytes)
      if path == "Package.swift" { targets = PackageTable(manifest: file).targets }
      let types = file.declarations.filter(\.kind.isNominal).map {
        ($0.name, $0.inherited.map(FileReview.lastPart))
      }
      glimpses.append(
        Glimpse(path: path, imports: Array(Set(file.imports.map(\.module))).sorted(), types: types))
    }
    text = Self.written(Self.members(glimpses, targets))
  }

  private static func members(_ files: [Glimpse], _ targets: [PackageTable.Target]) -> [(String, JSONValue)] {
    func folders(_ isMeant: (Glimpse) -> Bool) -> [String] {
      let folders = files.filter(isMeant).map {
        $0.path.split(separator: "/").dropLast().joined(separator: "/")
      }
      return shortest(Set(folders)).map { $0.isEmpty ? "*" : "\($0)/**" }
    }
    func types(_ isMeant: (String, [String]) -> Bool) -> [String] {
      files.flatMap(\.types).filter { isMeant($0.name, $0.inherited) }.map(\.name)
    }
    let usual = Configuration()
    let domains = types { name, _ in name.hasSuffix("Domain") && name != "Domain" }
    let roots = types { name, _ in name.hasSuffix("State") && ["AppState", "RootState"].contains(name) }
    let databases = usual.databaseModules + ["SQLite", "SQLCipher", "RealmSwift"]
    let used = databases.filter { name in files.contains { $0.imports.contains(name) } }
    let isTest = { (file: Glimpse) in file.imports.contains("XCTest") || file.imports.contains("Testing") }
    var paths: [(String, JSONValue)] = []
    func add(_ place: Configuration.Place, _ globs: [String]) {
      if !globs.isEmpty { paths.append((place.rawValue, list(globs))) }
    }
    add(.domains, folders { file in file.types.contains { domains.contains($0.name) } })
    add(.views, folders { file in file.types.contains { $0.inherited.contains("View") } && !isTest(file) })
    add(.data, folders { file in file.imports.contains { used.contains($0) } && !isTest(file) })
    add(.tests, folders(isTest))
    var members: [(String, JSONValue)] = [
      (
        "about",
        .string("Proposed from the tree. Read it, name your layers, and switch off what is not your way.")
      )
    ]
    if let root = roots.first { members.append(("rootType", .string(root))) }
    if !domains.isEmpty { members.append(("domains", list(Array(Set(domains)).sorted()))) }
    if !used.isEmpty { members.append(("databaseModules", list(used))) }
    if !paths.isEmpty { members.append(("paths", Report.object(paths))) }
    let viewModels = types { name, _ in name.hasSuffix("ViewModel") }
    var severities: [(String, JSONValue)] = []
    // An architecture with view models is one of its own; its state rules are not the built-in ones.
    if !viewModels.isEmpty {
      severities += ["AR-02", "AR-03", "AR-09", "AR-12"].map { ($0, .string("off")) }
    }
    if !severities.isEmpty { members.append(("severity", Report.object(severities))) }
    members.append(("rules", .array(rules(files, targets))))
    return members
  }

  /// Lengths, and for each target of the package what it imports of the others today.
  private static func rules(_ files: [Glimpse], _ targets: [PackageTable.Target]) -> [JSONValue] {
    var rules = [
      Report.object([
        ("id", .string("size")), ("kind", .string("size")),
        ("title", .string("files and functions stay readable")),
        ("severity", .string("warning")), ("fileLines", .integer(500)), ("functionLines", .integer(70)),
      ])
    ]
    let names = Set(targets.map(\.name))
    let layers = targets.filter { $0.type == "regular" || $0.type == "executable" }.map { target in
      let own = files.filter { $0.path.hasPrefix(target.path + "/") }
      let used = Set(own.flatMap(\.imports)).intersection(names).subtracting([target.name])
      return Report.object([
        ("name", .string(target.name)), ("paths", list(["\(target.path)/**"])),
        ("modules", list([target.name])),
        ("mayUse", list(used.sorted())),
      ])
    }
    let known = Set(layers.compactMap { $0["name"]?.string })
    let closed = layers.allSatisfy {
      ($0["mayUse"]?.array ?? []).compactMap(\.string).allSatisfy(known.contains)
    }
    if layers.count > 1 && closed {
      rules.append(
        Report.object([
          ("id", .string("layers")), ("kind", .string("layers")),
          ("title", .string("arrows between the targets")),
          ("layers", .array(layers)),
        ]))
    }
    return rules
  }

  /// Folders that are in no other one of the set.
  private static func shortest(_ folders: Set<String>) -> [String] {
    folders.filter { folder in !folders.contains { $0 != folder && folder.hasPrefix($0 + "/") } }.sorted()
  }

  private static func list(_ strings: [String]) -> JSONValue { .array(strings.map(JSONValue.string)) }

  /// One member a line, and one rule a line.
  private static func written(_ members: [(String, JSONValue)]) -> String {
    let lines = members.map { name, value in
      let key = JSONValue.string(name).serialized()
      guard name == "rules", let items = value.array else { return "  \(key): \(value.serialized())" }
      return "  \(key): [\n" + items.map { "    \($0.serialized())" }.joined(separator: ",\n") + "\n  ]"
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }
}
