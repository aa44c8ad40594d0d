/// The module table, `Package.swift` and the imports have to agree.
struct ModuleReview {
  /// The imports of one file, kept from the pass over the files.
  struct FileImports: Sendable {
    var path: String
    var lines: [Import]
  }

  let rule: DataRule
  let severity: Severity
  let table: ModuleTable
  let package: PackageTable
  let files: [FileImports]
  private(set) var findings: [Finding] = []

  init(rule: DataRule, severity: Severity, table: ModuleTable, package: PackageTable, files: [FileImports]) {
    self.rule = rule
    self.severity = severity
    self.table = table
    self.package = package
    self.files = files
  }

  private let packagePath = "Package.swift"

  mutating func run() {
    checkTable()
    for target in package.targets { check(target) }
    checkStrayFiles()
  }

  private mutating func report(_ path: String, line: Int = 1, _ message: String, about name: String? = nil) {
    findings.append(
      Finding(
        rule: rule.id, severity: severity, path: path, line: line, column: 1, endLine: line, message: message,
        fix: rule.rule.fix, anchor: name.map { .name($0) } ?? .line))
  }

  private mutating func inPackage(_ message: String) { report(packagePath, message, about: message) }

  // MARK: The table itself

  private mutating func checkTable() {
    for module in table.modules {
      guard let ring = table.ring(of: module) else {
        report(
          table.path, "\(module.name) stands in the ring \(module.ring), which is not in the table",
          about: module.name)
        continue
      }
      for name in module.mayImport where name != "*" && !name.hasPrefix("ring:") {
        guard let other = table.module(named: name) else {
          report(
            table.path, "\(module.name) may import \(name), which is not in the table",
            about: "\(module.name) \(name)")
          continue
        }
        if !ring.mayImportRings.contains(other.ring) {
          report(
            table.path,
            "\(module.name) (\(module.ring)) may not import \(name) (\(other.ring)): arrows point inward",
            about: "\(module.name) \(name)")
        }
        let isApart = [module.room, other.room].allSatisfy(table.separateRooms.contains)
        if isApart && module.room != other.room {
          report(
            table.path, "\(module.room) and \(other.room) never import one another: \(module.name), \(name)",
            about: "\(module.name) \(name) rooms")
        }
      }
    }
  }

  // MARK: Targets

  private mutating func check(_ target: PackageTable.Target) {
    if target.type == "system" {
      if !table.libraries.contains(where: { $0.name == target.name }) { reportUnlisted(target) }
    } else if target.type == "test" {
      checkTests(target)
    } else if let module = table.module(named: target.name) {
      checkModule(module, target)
    } else {
      reportUnlisted(target)
    }
  }

  private mutating func reportUnlisted(_ target: PackageTable.Target) {
    inPackage("\(target.name) is not in \(table.path)")
  }

  private mutating func checkModule(_ module: ModuleTable.Module, _ target: PackageTable.Target) {
    if target.path != module.folder { inPackage("\(module.name) belongs in \(module.folder)") }
    if package.target(named: module.tests) == nil {
      inPackage("\(module.name) has no test target \(module.tests)")
    }
    let table = table
    checkArrows(
      target, folder: module.folder,
      systemModules: (table.ring(of: module)?.systemModules ?? []) + module.systemModules
    ) { table.allows(module, toImport: $0) }
  }

  private mutating func checkTests(_ target: PackageTable.Target) {
    let folder = "Tests/\(target.name)"
    if target.path != folder { inPackage("\(target.name) belongs in \(folder)") }
    let tested = table.modules.filter { $0.tests == target.name }
    let isFree = table.tests.importingEverything.contains(target.name)
    guard !tested.isEmpty || isFree else {
      return inPackage("\(target.name) tests no module of \(table.path)")
    }
    let table = table
    checkArrows(target, folder: folder, systemModules: table.tests.systemModules) { name in
      if isFree || table.tests.mayImport.contains(name) { return true }
      return tested.contains { $0.name == name || table.allows($0, toImport: name) }
    }
  }

  private mutating func checkArrows(
    _ target: PackageTable.Target, folder: String, systemModules: [String], allows: (String) -> Bool
  ) {
    for name in target.dependencies where !allows(name) {
      inPackage("\(target.name) may not depend on \(name)")
    }
    var used: Set<String> = []
    for file in files where file.path.hasPrefix(folder + "/") {
      for line in file.lines {
        let name = line.module
        used.insert(name)
        if !isOurs(name) {
          if !systemModules.contains(name) {
            report(file.path, line: line.line, "\(target.name) may not import \(name)")
          }
        } else if !allows(name) {
          report(
            file.path, line: line.line,
            "\(target.name) may not import \(name): the arrow is not in \(table.path)")
        } else if !target.dependencies.contains(name) {
          report(
            file.path, line: line.line, "\(target.name) imports \(name) without naming it in Package.swift")
        }
      }
    }
    for name in target.dependencies where !used.contains(name) {
      // What names a program runs it.
      if package.target(named: name)?.type == "executable" { continue }
      inPackage("\(target.name) names \(name) and never imports it")
    }
  }

  private func isOurs(_ name: String) -> Bool {
    table.module(named: name) != nil || table.libraries.contains { $0.name == name }
      || package.target(named: name) != nil
  }

  private mutating func checkStrayFiles() {
    let folders = package.targets.map { "\($0.path)/" }
    for file in files where file.path.hasPrefix("Sources/") || file.path.hasPrefix("Tests/") {
      if !folders.contains(where: file.path.hasPrefix) {
        report(file.path, "the file belongs to no target of Package.swift", about: file.path)
      }
    }
  }
}
