import Foundation
import Testing

@testable import ArchitectureReview

/// The rules of this project, over a small tidy tree into which a test plants a breach.
@Suite struct OwnRulesTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let example = "let one = 1\nlet two = 2\nlet three = 3\nuse(one)\n"
  private static let sample: [String: String] = [
    "Sources/Support/Bytes/Bytes.swift": "public struct Bytes {}\n",
    "Sources/Support/Storage/Storage.swift": "import Bytes\nimport CSQLite\nimport Foundation\n",
    "Sources/Talk/MeshWire/Packet.swift": "import Bytes\n\nstruct Packet {}\n",
    "Tests/BytesTests/BytesPageTests.swift": "import Bytes\nimport Testing\n" + example,
    "Tests/StorageTests/StoragePageTests.swift": "import Storage\nimport Testing\n" + example,
    "Tests/MeshWireTests/MeshWirePageTests.swift": "import MeshWire\nimport Testing\n" + example,
  ]
  private static let targets = [
    target("CSQLite", "system", "Clibs", []), target("Bytes", "regular", "Support", []),
    target("Storage", "regular", "Support", ["Bytes", "CSQLite"]),
    target("MeshWire", "regular", "Talk", ["Bytes"]),
    target("BytesTests", "test", "", ["Bytes"]), target("StorageTests", "test", "", ["Storage"]),
    target("MeshWireTests", "test", "", ["MeshWire"]),
  ]

  /// What the package manager would print of a target.
  private static func target(_ name: String, _ type: String, _ room: String, _ needs: [String]) -> String {
    let path = type == "test" ? "Tests/\(name)" : "Sources/\(room)/\(name)"
    let names = needs.map { #"{"byName": ["\#($0)", null]}"# }.joined(separator: ",")
    return #"{"name": "\#(name)", "type": "\#(type)", "path": "\#(path)", "dependencies": [\#(names)]}"#
  }

  private func findings(_ planted: [String: String] = [:]) async throws -> [String] {
    var files = Self.sample.merging(planted) { _, new in new }
    for folder in ["Support/Bytes", "Support/Storage", "Talk/MeshWire"] {
      let name = folder.split(separator: "/")[1]
      files["Sources/\(folder)/\(name).md"] =
        "# \(name)\n**Purpose.** **Main types.** **May import.**\n```swift\n\(Self.example)```\n"
    }
    let table = "docs/architecture/layers.json"
    var plan = ReviewPlan(
      configuration: try ConfigurationReader.read(
        Array(try Data(contentsOf: Self.root.appending(path: ".archreview.json")))),
      today: try #require(Day(year: 2030, month: 1, day: 31)))
    plan.moduleTable = try ModuleTable(
      path: table, bytes: Array(try Data(contentsOf: Self.root.appending(path: table))))
    plan.package = try PackageTable(
      dump: Array(#"{"targets": [\#(Self.targets.joined(separator: ","))]}"#.utf8))
    let inputs = files.map { Input(path: $0.key, bytes: Array($0.value.utf8)) }
    let review = await Review.run(files.keys.sorted(), plan: plan) { path in inputs.first { $0.path == path }
    }
    return review.findings.filter { $0.state == .open && $0.severity != .note }
      .map { "\($0.rule) \($0.path):\($0.line)" }
  }

  private func rules(_ text: String, at path: String) async throws -> [String] {
    try await findings([path: text]).map { String($0.split(separator: " ")[0]) }
  }

  private let pure = "Sources/Support/Bytes/Planted.swift"
  private let edge = "Sources/Support/Storage/Planted.swift"
  private let test = "Tests/BytesTests/Planted.swift"

  @Test func theSampleIsTidy() async throws { #expect(try await findings() == []) }

  @Test(arguments: [
    "import Foundation", "@testable import Foundation", "internal import Foundation",
    "import struct Foundation.Date", "  import Glibc", "import CSQLite", "import Storage",
  ])
  func thePureRingImportsNothingOutside(line: String) async throws {
    #expect(try await findings([pure: "\n" + line + "\n"]).contains("layering \(pure):2"))
  }

  @Test(arguments: [
    "let a = Date()", "let a = Date.now", "let a = ContinuousClock().now", "let a = UUID()",
    "var a = SystemRandomNumberGenerator()", "let a = Int.random(in: 0..<(2 + 3))", "list.shuffled()",
    "for a in table.keys {", "for (a, b) in zip(x, table.values) {", "let a = FileManager.default",
    "let a = ProcessInfo.processInfo", "Task { work() }", "let a = await work()", "actor Owner {", "print(1)",
    "let a = Locale.current", "randombytes_buf(a, 3)", "let (a, b) = AsyncStream.makeStream(x)",
  ])
  func thePureRingDoesWithout(line: String) async throws {
    #expect(try await findings([pure: "\n" + line + "\n"]).allSatisfy { $0.hasSuffix("\(pure):2") })
    #expect(try await findings([pure: line + "\n"]).isEmpty == false)
  }

  @Test(arguments: [
    "let a = Int.random(in: 0..<5, using: &random)", "list.shuffled(using: &random)",
    "for a in table.keys.sorted() {", "let a = Date(timeIntervalSince1970: 3)", "let actorName = 1",
    "// await Date() Task { UUID()", "let a = \"Date() \\(b) await\"", "func send() async",
  ])
  func thePureRingMay(line: String) async throws { #expect(try await rules(line + "\n", at: pure) == []) }

  @Test(arguments: [
    ("let a = try! work()", ["trap"]), ("final class PeerManager {", ["vague-name"]),
    ("let a = AsyncStream<Int>.makeStream()", ["unbounded-stream"]), ("let a = Date(), b = UUID()", []),
    ("public func handle() -> OpaquePointer", ["c-type-leaves"]), ("Task.detached { a }", ["detached-task"]),
    ("final class Box: @unchecked Sendable {}", ["unchecked-sendable"]),
    ("// Never changed.\n@frozen\nfinal class Box: @unchecked Sendable {}", ["unchecked-sendable"]),
    ("// Never changed.\nclass B: @unchecked Sendable {}  // archreview:ignore unchecked-sendable a box", []),
    (
      "class B: @unchecked Sendable {}  // archreview:ignore unchecked-sendable a box", ["unchecked-sendable"]
    ),
    ("// archreview:ignore trap nothing of the kind\nlet a = 1", ["AR-00"]),
    ("func a(k: X) { log(\"\\(k.nickname)\") }", ["private-logs"]),
    ("func a(k: X) { print(\"\\(k.address)\") }", ["private-logs"]),
    ("func a(k: X) { Console.say(k.text) }", ["private-logs"]),
    ("func a(k: X) { debugPrint(k.name, k.signingKey) }", ["private-logs"]),
    ("func a(count: Int) { log(\"dropped \\(count)\") }", []),
    ("DispatchQueue.main.async { }", ["AR-17"]),
    ("import Combine", ["AR-09", "layering"]),
  ])
  func everyRoomDoesWithout(text: String, expected: [String]) async throws {
    #expect(try await rules(text + "\n", at: edge) == expected)
  }

  @Test func lengthsAreLimited() async throws {
    let fits = String(repeating: "// a line\n", count: 500)
    #expect(try await rules(fits, at: pure) == [])
    #expect(try await rules(fits + "// one more\n", at: pure) == ["file-lines"])
    let body = { (count: Int) in
      "struct Planted {\n  func long(\n    a: () -> Void = {}\n  ) {\n"
        + String(repeating: "    if true { a() }\n", count: count) + "  }\n}\n"
    }
    #expect(try await rules(body(66), at: pure) == [])
    #expect(try await rules(body(67), at: pure) == ["function-lines"])
    #expect(try await rules("// " + String(repeating: "x", count: 108) + "\n", at: pure) == ["line-columns"])
  }

  @Test func testsWaitForFactsAndRestForTwoWeeks() async throws {
    #expect(try await rules("try await Task.sleep(for: .seconds(1))\n", at: test) == ["sleep-in-test"])
    let resting = { (day: String) in
      "@Test(.disabled(\"loses a frame at times, since \(day)\")) func a() {}\n"
    }
    #expect(try await rules(resting("2030-01-20"), at: test) == [])
    #expect(try await rules(resting("2030-01-10"), at: test) == ["disabled-test"])
  }

  @Test func textsNameNoMachineNoForeignHostAndNothingUnfinished() async throws {
    let page = "docs/page.md"
    #expect(try await rules("TO" + "DO: later\n", at: page) == ["unfinished"])
    #expect(try await rules("see /ho" + "me/someone/tern\n", at: page) == ["machine-path"])
    #expect(try await rules("see https:" + "//registry.someone.net/x\n", at: page) == ["foreign-host"])
    let fine = "http:" + "//127.0.0.1:8080/#code and https:" + "//relay.example/x\n"
    #expect(try await rules(fine, at: page) == [])
  }

  @Test func roomsAreWhatTheTableSays() throws {
    let path = Self.root.appending(path: "docs/architecture/layers.json")
    let table = try ModuleTable(path: "layers.json", bytes: Array(try Data(contentsOf: path)))
    #expect(Set(table.separateRooms) == ["Talk", "Money", "Airports"])
    #expect(table.modules.count > 30 && table.paths(ofRing: "pure").contains("Sources/Support/Bytes/**"))
  }
}
