/// Arrows point inward: the table, `Package.swift` and the imports have to agree.
struct LayeringRules {
  let layers: Layers
  let table: PackageTable
  let tree: Tree

  private let importLine: Pattern
  private let tablePath = "docs/architecture/layers.json"
  private let packagePath = "Package.swift"

  init(layers: Layers, table: PackageTable, tree: Tree) throws {
    self.layers = layers
    self.table = table
    self.tree = tree
    importLine = try Pattern(
      #"^[ \t]*(?:@\w+(?:\([^)]*\))?[ \t]+)*(?:(?:public|package|internal|fileprivate|private)[ \t]+)?"#
        + #"import[ \t]+(?:(?:struct|class|enum|protocol|func|var|let|typealias)[ \t]+)?(\w+)"#)
  }

  /// All breaches of layering in the tree.
  func breaches() -> [Breach] {
    tableBreaches() + table.targets.flatMap(breaches(of:)) + strayFiles()
  }

  // MARK: The table itself

  private func tableBreaches() -> [Breach] {
    var breaches: [Breach] = []
    func add(_ rule: String, _ message: String) {
      breaches.append(Breach(path: tablePath, line: 1, rule: rule, message: message))
    }
    for module in layers.modules {
      guard let ring = layers.ring(of: module) else {
        add("unknown-ring", "\(module.name) stands in the ring \(module.ring), which is not in the table")
        continue
      }
      for name in module.mayImport where name != "*" && !name.hasPrefix("ring:") {
        guard let other = layers.module(named: name) else {
          add("unknown-module", "\(module.name) may import \(name), which is not in the table")
          continue
        }
        if !ring.mayImportRings.contains(other.ring) {
          add("outward-arrow", "\(module.name) (\(module.ring)) may not import \(name) (\(other.ring))")
        }
        let bothSeparate = [module.room, other.room].allSatisfy(layers.separateRooms.contains)
        if bothSeparate && module.room != other.room {
          let rooms = "\(module.room) and \(other.room) never import one another"
          add("separate-rooms", "\(rooms): \(module.name), \(name)")
        }
      }
    }
    return breaches
  }

  // MARK: Targets

  private func breaches(of target: PackageTable.Target) -> [Breach] {
    switch target.type {
    case "system":
      let isListed = layers.libraries.contains { $0.name == target.name }
      return isListed ? [] : [unlisted(target)]
    case "test": return testBreaches(target)
    default:
      guard let module = layers.module(named: target.name) else { return [unlisted(target)] }
      return moduleBreaches(module, target)
    }
  }

  private func moduleBreaches(_ module: Layers.Module, _ target: PackageTable.Target) -> [Breach] {
    var breaches: [Breach] = []
    if target.path != module.folder {
      breaches.append(inPackage("wrong-room", "\(module.name) belongs in \(module.folder)"))
    }
    if table.target(named: module.tests) == nil {
      breaches.append(inPackage("untested-module", "\(module.name) has no test target \(module.tests)"))
    }
    for name in target.imports where !layers.allows(module, toImport: name) {
      breaches.append(inPackage("arrow", "\(module.name) may not depend on \(name)"))
    }
    let system = (layers.ring(of: module)?.systemModules ?? []) + (module.systemModules ?? [])
    return breaches
      + importBreaches(target, folder: module.folder, systemModules: system) {
        layers.allows(module, toImport: $0)
      }
  }

  private func testBreaches(_ target: PackageTable.Target) -> [Breach] {
    let folder = "Tests/\(target.name)"
    var breaches: [Breach] = []
    if target.path != folder {
      breaches.append(inPackage("wrong-room", "\(target.name) belongs in \(folder)"))
    }
    let tested = layers.modules.first { $0.tests == target.name }
    let isFree = layers.tests.importingEverything.contains(target.name)
    if tested == nil && !isFree {
      return breaches + [inPackage("unknown-module", "\(target.name) tests no module of \(tablePath)")]
    }
    let allows = { (name: String) -> Bool in
      if isFree || layers.tests.mayImport.contains(name) || name == tested?.name { return true }
      return tested.map { layers.allows($0, toImport: name) } ?? false
    }
    for name in target.imports where !allows(name) {
      breaches.append(inPackage("arrow", "\(target.name) may not depend on \(name)"))
    }
    return breaches
      + importBreaches(
        target, folder: folder, systemModules: layers.tests.systemModules, allows: allows)
  }

  // MARK: Imports

  private func importBreaches(
    _ target: PackageTable.Target, folder: String, systemModules: [String], allows: (String) -> Bool
  ) -> [Breach] {
    var breaches: [Breach] = []
    var used: Set<String> = []
    for file in tree.swiftFiles(under: folder) {
      for match in importLine.matches(in: file.code) {
        let name = match.groups[1]
        used.insert(name)
        let message: String? =
          if !isOurs(name) {
            systemModules.contains(name) ? nil : "\(target.name) may not import \(name)"
          } else if !allows(name) {
            "\(target.name) may not import \(name): the arrow is not in \(tablePath)"
          } else if !target.imports.contains(name) {
            "\(target.name) imports \(name) without naming it in Package.swift"
          } else {
            nil
          }
        if let message {
          breaches.append(Breach(path: file.path, line: match.line, rule: "import", message: message))
        }
      }
    }
    // A test that names a program runs it.
    for name in target.imports where !used.contains(name) && table.target(named: name)?.type != "executable" {
      breaches.append(inPackage("idle-arrow", "\(target.name) names \(name) and never imports it"))
    }
    return breaches
  }

  private func isOurs(_ name: String) -> Bool {
    layers.module(named: name) != nil || layers.libraries.contains { $0.name == name }
      || table.target(named: name) != nil
  }

  // MARK: Files

  private func strayFiles() -> [Breach] {
    let folders = table.targets.compactMap { $0.path.map { "\($0)/" } }
    return tree.files.filter { $0.isSwift && ($0.path.hasPrefix("Sources/") || $0.path.hasPrefix("Tests/")) }
      .filter { file in !folders.contains { file.path.hasPrefix($0) } }
      .map {
        Breach(path: $0.path, line: 1, rule: "stray-file", message: "belongs to no target of Package.swift")
      }
  }

  private func unlisted(_ target: PackageTable.Target) -> Breach {
    inPackage("unknown-module", "\(target.name) is not in \(tablePath)")
  }

  private func inPackage(_ rule: String, _ message: String) -> Breach {
    Breach(path: packagePath, line: 1, rule: rule, message: message)
  }
}
