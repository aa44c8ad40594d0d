import StrictJSON

/// The targets of a Swift package.
package struct PackageTable: Sendable {
  /// One target.
  package struct Target: Sendable {
    /// Its name.
    package var name: String
    /// `regular`, `executable`, `test` or `system`.
    package var type: String
    /// Its folder from the package's root.
    package var path: String
    /// Names of the targets it depends on.
    package var dependencies: [String]
  }

  /// All targets in their order.
  package var targets: [Target] = []

  func target(named name: String) -> Target? { targets.first { $0.name == name } }

  /// What `swift package dump-package` prints. Throws when it is something else.
  package init(dump bytes: [UInt8]) throws(ConfigurationError) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes, limits: JSONLimits(bytesMax: 64 << 20, depthMax: 128))
    } catch {
      throw ConfigurationError("Package.swift", "its description cannot be read: \(error)")
    }
    for target in value["targets"]?.array ?? [] {
      let name = target["name"]?.string ?? ""
      let type = target["type"]?.string ?? "regular"
      let names = (target["dependencies"]?.array ?? []).compactMap { dependency in
        dependency.object?.first?.value.array?.first?.string
      }
      let folder = type == "test" ? "Tests" : "Sources"
      targets.append(
        Target(
          name: name, type: type, path: target["path"]?.string ?? "\(folder)/\(name)", dependencies: names))
    }
  }

  /// Targets that a manifest writes out one by one, as `.target(name: "A", dependencies: ["B"])`.
  package init(manifest file: SourceFile) {
    let review = FileReview(file: file, configuration: Configuration())
    let types = [
      "target": "regular", "executableTarget": "executable", "testTarget": "test", "systemLibrary": "system",
    ]
    // `.target(name:)` among the dependencies of a target names one, it makes none.
    var dependenciesEnd = 0
    for index in file.tokens.indices where file.isMark(index, ".") && file.isMark(index + 2, "(") {
      guard index >= dependenciesEnd, let type = types[file.text(index + 1)] else { continue }
      let arguments = review.arguments(index + 2)
      guard let first = arguments.first(where: { $0.label == "name" })?.range.first,
        file.kind(first) == .string
      else { continue }
      let name = file.body(ofString: first)
      let path = arguments.first { $0.label == "path" }?.range.first.map(file.body(ofString:))
      let dependencies = arguments.first { $0.label == "dependencies" }?.range
      dependenciesEnd = dependencies?.upperBound ?? dependenciesEnd
      let names = dependencies?.compactMap { token in
        file.kind(token) == .string && !file.isWord(token - 2, "package") ? file.body(ofString: token) : nil
      }
      let folder = type == "test" ? "Tests" : "Sources"
      targets.append(
        Target(name: name, type: type, path: path ?? "\(folder)/\(name)", dependencies: names ?? []))
    }
  }
}
