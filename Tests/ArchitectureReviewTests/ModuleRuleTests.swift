import Testing

@testable import ArchitectureReview

/// The module table against a package and its imports.
@Suite struct ModuleRuleTests {
  private static let table = #"""
    {"rings": [{"name": "pure", "mayImportRings": ["pure"], "systemModules": ["FoundationEssentials"]},
      {"name": "edge", "mayImportRings": ["pure", "edge"], "systemModules": ["Foundation"]}],
     "roomForAll": "Support", "separateRooms": ["Talk", "Money"],
     "modules": [{"name": "Bytes", "room": "Support", "ring": "pure"},
       {"name": "Storage", "room": "Support", "ring": "edge"},
       {"name": "Wire", "room": "Talk", "ring": "pure", "mayImport": []},
       {"name": "Ledger", "room": "Money", "ring": "pure", "mayImport": []}],
     "libraries": [{"name": "CSQLite", "calledBy": ["Storage"]}],
     "tests": {"systemModules": ["Testing"], "importingEverything": []}}
    """#
  private static let rules = #"""
    {"moduleTable": "table.json", "severity": {"AR-11": "off"}, "rules": [
      {"id": "layering", "title": "t", "kind": "modules"},
      {"id": "clock", "title": "t", "kind": "uses", "match": ["Date()"], "ring": "pure"},
      {"id": "page", "title": "t", "kind": "pages", "parts": ["**Purpose.**"]}]}
    """#

  private var files: [String: String] = [
    "Sources/Support/Bytes/Bytes.swift": "public struct Bytes {}\n",
    "Sources/Support/Storage/Storage.swift":
      "import Bytes\nimport CSQLite\nimport Foundation\nlet a = Date()\n",
    "Sources/Talk/Wire/Wire.swift": "import Bytes\n",
    "Tests/BytesTests/BytesPageTests.swift":
      "import Bytes\nlet one = 1\n  let two = 2\nlet three = 3\nuse(one)\n",
    "Tests/StorageTests/StoragePageTests.swift":
      "import Storage\nlet one = 1\nlet two = 2\nlet three = 3\nuse(one)\n",
    "Tests/WireTests/WirePageTests.swift": "import Wire\nlet one = 1\nlet two = 2\nlet three = 3\nuse(one)\n",
  ]
  private var targets = [
    "CSQLite": ("system", "Sources/Clibs/CSQLite", []), "Bytes": ("regular", "Sources/Support/Bytes", []),
    "Storage": ("regular", "Sources/Support/Storage", ["Bytes", "CSQLite"]),
    "Wire": ("regular", "Sources/Talk/Wire", ["Bytes"]),
    "BytesTests": ("test", "Tests/BytesTests", ["Bytes"]),
    "StorageTests": ("test", "Tests/StorageTests", ["Storage"]),
    "WireTests": ("test", "Tests/WireTests", ["Wire"]),
  ]

  private func findings(table: String = table) async throws -> [String] {
    var files = files
    for name in ["Support/Bytes", "Support/Storage", "Talk/Wire"] {
      let module = name.split(separator: "/")[1]
      files["Sources/\(name)/\(module).md", default: ""] +=
        "# \(module)\n**Purpose.** A.\n```swift\nlet one = 1\nlet two = 2\nlet three = 3\nuse(one)\n```\n"
    }
    let described = targets.sorted { $0.key < $1.key }.map { name, target in
      let names = target.2.map { #"{"byName": ["\#($0)", null]}"# }.joined(separator: ",")
      return
        #"{"name": "\#(name)", "type": "\#(target.0)", "path": "\#(target.1)", "dependencies": [\#(names)]}"#
    }
    var plan = ReviewPlan(
      configuration: try ConfigurationReader.read(Array(Self.rules.utf8)), today: Day(number: 0))
    plan.moduleTable = try ModuleTable(path: "table.json", bytes: Array(table.utf8))
    plan.package = try PackageTable(dump: Array(#"{"targets": [\#(described.joined(separator: ","))]}"#.utf8))
    let inputs = files.map { Input(path: $0.key, bytes: Array($0.value.utf8)) }
    let review = await Review.run(
      files.keys.filter { $0.hasSuffix(".swift") }.sorted(), plan: plan
    ) { path in inputs.first { $0.path == path } }
    return review.findings.map { "\($0.rule) \($0.path):\($0.line)" }
  }

  private func planted(_ text: String, at path: String, needs names: [String] = []) async throws -> [String] {
    var copy = self
    copy.files[path] = text
    let target = copy.targets.first { path.hasPrefix($0.value.1 + "/") }?.key ?? ""
    copy.targets[target]?.2 += names
    return try await copy.findings()
  }

  @Test func theSampleIsTidy() async throws { #expect(try await findings() == []) }

  @Test func arrowsPointInward() async throws {
    let leak = "Sources/Talk/Wire/Leak.swift"
    #expect(
      try await planted("import Storage\n", at: leak, needs: ["Storage"])
        == ["layering Package.swift:1", "layering \(leak):1"])
    #expect(try await planted("\nimport Foundation\n", at: leak) == ["layering \(leak):2"])
    #expect(
      try await planted("import CSQLite\n", at: leak, needs: ["CSQLite"])
        == ["layering Package.swift:1", "layering \(leak):1"])
  }

  @Test func theRingDoesWithout() async throws {
    let leak = "Sources/Talk/Wire/Leak.swift"
    #expect(try await planted("\nlet a = Date()\n", at: leak) == ["clock \(leak):2"])
  }

  @Test func packageAndImportsAgree() async throws {
    var copy = self
    copy.targets["Wire"]?.2 = []
    #expect(try await copy.findings() == ["layering Sources/Talk/Wire/Wire.swift:1"])
    copy = self
    copy.files["Sources/Talk/Wire/Wire.swift"] = "struct Wire {}\n"
    #expect(try await copy.findings() == ["layering Package.swift:1"])
    #expect(
      try await planted("", at: "Sources/Talk/Stray/A.swift") == ["layering Sources/Talk/Stray/A.swift:1"])
    copy = self
    copy.targets["Gossip"] = ("regular", "Sources/Talk/Gossip", [])
    #expect(try await copy.findings() == ["layering Package.swift:1"])
  }

  @Test func theTableItselfPointsInwardAndKeepsRoomsApart() async throws {
    let wrong = Self.table.split(separator: #""Talk", "ring": "pure", "mayImport": []"#, maxSplits: 1)
      .joined(separator: #""Talk", "ring": "pure", "mayImport": ["Storage", "Ledger", "Nonsense"]"#)
    #expect(
      try await findings(table: wrong) == [
        "layering table.json:1", "layering table.json:1", "layering table.json:1",
      ])
  }

  @Test func pagesHaveTheirPartsAndACompiledExample() async throws {
    var copy = self
    copy.files["Tests/WireTests/WirePageTests.swift"] = "import Wire\nlet one = 1\n"
    #expect(try await copy.findings() == ["page Sources/Talk/Wire/Wire.md:1"])
    copy = self
    copy.files["Sources/Talk/Wire/Wire.md"] = "x\n"
    #expect(try await copy.findings() == ["page Sources/Talk/Wire/Wire.md:1"])
  }

  @Test func aManifestIsReadAsItIsWritten() {
    let text = """
      let package = Package(name: "p", targets: [
        .target(name: "A", dependencies: ["B", .target(name: "C"), .product(name: "D", package: "d")]),
        .testTarget(name: "ATests", dependencies: ["A"], path: "Checks"), .target(name: "B")])
      """
    let table = PackageTable(manifest: SourceFile(path: "Package.swift", source: Array(text.utf8)))
    #expect(table.targets.map(\.name) == ["A", "ATests", "B"])
    #expect(table.targets.map(\.path) == ["Sources/A", "Checks", "Sources/B"])
    #expect(table.targets[0].dependencies == ["B", "C", "D"])
  }
}
