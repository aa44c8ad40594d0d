import Foundation

@testable import tidy

/// A small tidy tree under the project's own rules, into which a test plants a breach.
struct PlantedTree {
  /// Text of each file by its path.
  var files: [String: String] = [
    "Sources/Support/Bytes/Bytes.swift": "public struct Bytes {}\n",
    "Sources/Support/Bytes/Bytes.md": page("Bytes"),
    "Sources/Support/Storage/Storage.swift": "import Bytes\nimport CSQLite\nimport Foundation\n",
    "Sources/Support/Storage/Storage.md": page("Storage"),
    "Sources/Talk/MeshWire/Packet.swift": "import Bytes\n\nstruct Packet {}\n",
    "Sources/Talk/MeshWire/MeshWire.md": page("MeshWire"),
    "Tests/BytesTests/BytesPageTests.swift": pageTest("Bytes"),
    "Tests/StorageTests/StoragePageTests.swift": pageTest("Storage"),
    "Tests/MeshWireTests/MeshWirePageTests.swift": pageTest("MeshWire"),
  ]
  /// Dependencies of each target by its path.
  var targets: [String: [String]] = [
    "Sources/Clibs/CSQLite": [],
    "Sources/Support/Bytes": [],
    "Sources/Support/Storage": ["Bytes", "CSQLite"],
    "Sources/Talk/MeshWire": ["Bytes"],
    "Tests/BytesTests": ["Bytes"],
    "Tests/StorageTests": ["Storage"],
    "Tests/MeshWireTests": ["MeshWire"],
  ]
  var waivers: [Habits.Waiver] = []

  /// The rules that found something, each with the file it was found in: `rule path`.
  func findings(today: String = "2030-01-31") throws -> [String] {
    var habits = try Self.rules(Habits.self, "tidy")
    habits.waivers = waivers
    let review = try Review(
      tree: Tree(files: files.map { Tree.File(path: $0.key, text: $0.value) }),
      layers: try Self.rules(Layers.self, "layers"), habits: habits, table: try packageTable(),
      today: try Date("\(today)T12:00:00Z", strategy: .iso8601))
    return review.breaches.map { "\($0.rule) \($0.path)" }
  }

  /// The findings after `text` was planted at `path`.
  static func findings(planting text: String, at path: String) throws -> [String] {
    var tree = PlantedTree()
    tree.files[path] = text
    return try tree.findings()
  }

  /// What the package manager would print of the targets.
  func packageTable() throws -> PackageTable {
    let targets = targets.map { path, dependencies in
      let type =
        path.hasPrefix("Tests")
        ? "test" : path.contains("Clibs") ? "system" : path.hasSuffix("/tern") ? "executable" : "regular"
      let names = dependencies.map { #"{"byName": ["\#($0)", null]}"# }.joined(separator: ",")
      let name = path.split(separator: "/").last ?? ""
      return #"{"name": "\#(name)", "type": "\#(type)", "path": "\#(path)", "dependencies": [\#(names)]}"#
    }
    let json = #"{"targets": [\#(targets.joined(separator: ","))]}"#
    return try JSONDecoder().decode(PackageTable.self, from: Data(json.utf8))
  }

  /// The project's own rules.
  static func rules<Rules: Decodable>(_ type: Rules.Type, _ name: String) throws -> Rules {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("docs/architecture/\(name).json")
    return try JSONDecoder().decode(type, from: Data(contentsOf: file))
  }

  private static let example = ["let one = 1", "let two = one + 1", "let three = one + two", "use(three)"]

  private static func page(_ name: String) -> String {
    """
    # \(name)
    **Purpose.** A sample. **Main types.** None. **May import.** Nothing.
    ```swift
    \(example.joined(separator: "\n"))
    ```
    """
  }

  private static func pageTest(_ module: String) -> String {
    "import Testing\nimport \(module)\n\n  " + example.joined(separator: "\n  ") + "\n"
  }
}
