import Foundation
import Testing

@testable import tidy

@Suite struct LayeringRulesTests {
  @Test func theSampleIsTidy() throws {
    #expect(try PlantedTree().findings() == [])
  }

  @Test func aPureModuleImportsNoEdge() throws {
    var tree = PlantedTree()
    tree.files["Sources/Talk/MeshWire/Leak.swift"] = "import Storage\n"
    tree.targets["Sources/Talk/MeshWire"] = ["Bytes", "Storage"]
    #expect(
      try tree.findings() == ["arrow Package.swift", "import Sources/Talk/MeshWire/Leak.swift"])
  }

  @Test(arguments: [
    "import Foundation", "@testable import Foundation", "internal import Foundation",
    "import struct Foundation.Date", "  import Glibc",
  ])
  func aPureModuleImportsNoSystemModule(line: String) throws {
    let findings = try PlantedTree.findings(planting: line + "\n", at: "Sources/Support/Bytes/Leak.swift")
    #expect(findings == ["import Sources/Support/Bytes/Leak.swift"])
  }

  @Test func importsInCommentsAndStringsAreNone() throws {
    let text = "// import Foundation\n/*\nimport Foundation\n*/\nlet a = \"\"\"\nimport Glibc\n\"\"\"\n"
    #expect(try PlantedTree.findings(planting: text, at: "Sources/Support/Bytes/Fine.swift") == [])
  }

  @Test func aLibraryIsCalledByItsModuleAlone() throws {
    var tree = PlantedTree()
    tree.files["Sources/Support/Bytes/Leak.swift"] = "import CSQLite\n"
    tree.targets["Sources/Support/Bytes"] = ["CSQLite"]
    #expect(
      try tree.findings() == ["arrow Package.swift", "import Sources/Support/Bytes/Leak.swift"])
  }

  @Test func anImportIsNamedInThePackage() throws {
    var tree = PlantedTree()
    tree.targets["Sources/Talk/MeshWire"] = []
    #expect(try tree.findings() == ["import Sources/Talk/MeshWire/Packet.swift"])
  }

  @Test func aNamedArrowIsUsed() throws {
    var tree = PlantedTree()
    tree.files["Sources/Talk/MeshWire/Packet.swift"] = "struct Packet {}\n"
    #expect(try tree.findings() == ["idle-arrow Package.swift"])
  }

  @Test func aTestMayNameTheProgramItRuns() throws {
    var tree = PlantedTree()
    tree.targets["Sources/App/tern"] = []
    tree.targets["Tests/ProcessTests"] = ["tern"]
    #expect(try tree.findings().allSatisfy { !$0.hasPrefix("idle-arrow") })
  }

  @Test func aTestImportsWhatItsModuleMay() throws {
    var tree = PlantedTree()
    tree.files["Tests/MeshWireTests/Leak.swift"] = "import Bytes\nimport Storage\n"
    tree.targets["Tests/MeshWireTests"] = ["MeshWire", "Bytes", "Storage"]
    #expect(
      try tree.findings() == ["arrow Package.swift", "import Tests/MeshWireTests/Leak.swift"])
  }

  @Test func aModuleStandsInItsRoom() throws {
    var tree = PlantedTree()
    tree.targets["Sources/Talk/MeshWire"] = nil
    tree.targets["Sources/Support/MeshWire"] = []
    let findings = try tree.findings()
    #expect(findings.contains("wrong-room Package.swift"))
    #expect(findings.contains("stray-file Sources/Talk/MeshWire/Packet.swift"))
  }

  @Test func aModuleIsInTheTableAndHasTests() throws {
    var tree = PlantedTree()
    tree.targets["Sources/Talk/Gossip"] = []
    tree.targets["Tests/MeshWireTests"] = nil
    tree.files["Tests/MeshWireTests/MeshWirePageTests.swift"] = nil
    let findings = try tree.findings()
    #expect(findings.contains("unknown-module Package.swift"))
    #expect(findings.contains("untested-module Package.swift"))
  }

  @Test func theTableItselfPointsInwardAndKeepsRoomsApart() throws {
    let tree = PlantedTree()
    var layers = try PlantedTree.rules(Layers.self, "layers")
    let wire = try #require(layers.modules.firstIndex { $0.name == "MeshWire" })
    layers.modules[wire].mayImport = ["Storage", "Ledger", "Nonsense"]
    let rules = try LayeringRules(
      layers: layers, table: try tree.packageTable(),
      tree: Tree(files: tree.files.map { Tree.File(path: $0.key, text: $0.value) }))
    #expect(rules.breaches().map(\.rule).sorted() == ["outward-arrow", "separate-rooms", "unknown-module"])
  }
}
