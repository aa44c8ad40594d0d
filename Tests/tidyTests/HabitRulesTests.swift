import Foundation
import Testing

@testable import tidy

@Suite struct HabitRulesTests {
  private let pure = "Sources/Support/Bytes/Planted.swift"
  private let edge = "Sources/Support/Storage/Planted.swift"

  @Test func aFileOverTheLimitIsABreach() throws {
    let fits = String(repeating: "// a line\n", count: 500)
    #expect(try PlantedTree.findings(planting: fits, at: pure) == [])
    #expect(try PlantedTree.findings(planting: fits + "// one more\n", at: pure) == ["file-lines \(pure)"])
  }

  @Test func aFunctionOverTheLimitIsABreach() throws {
    let body = { (count: Int) in
      "struct Planted {\n  func long(\n    a: () -> Void = {}\n  ) {\n"
        + String(repeating: "    if true { a() }\n", count: count) + "  }\n}\n"
    }
    #expect(try PlantedTree.findings(planting: body(66), at: pure) == [])
    #expect(try PlantedTree.findings(planting: body(67), at: pure) == ["function-lines \(pure)"])
  }

  @Test func lengthsAreOfFunctionsInitializersAndProperties() {
    let code = """
      protocol P { func none()
        var stored: Int { get } }
      struct S {
        let table = [
          1: { 2 }]
        init?(a: Int) {
          self.init(b: a)
        }
        var property: Int {
          1
        }
        static func == (left: S, right: S) -> Bool {
          func inner() {
          }
          return true
        }
      }
      """
    let found = FunctionLengths.functions(in: code).map { "\($0.name) \($0.line) \($0.lines)" }
    #expect(
      found == ["stored 2 1", "init 6 3", "property 9 3", "inner 13 2", "= 12 5"])
  }

  @Test func aLineOverTheLimitIsABreach() throws {
    let line = "// " + String(repeating: "x", count: 108) + "\n"
    #expect(try PlantedTree.findings(planting: line, at: pure) == ["line-columns \(pure)"])
  }

  @Test(arguments: [
    "let a = Date()", "let a = Date.now", "let a = ContinuousClock().now", "let a = UUID()",
    "var a = SystemRandomNumberGenerator()", "let a = Int.random(in: 0..<(2 + 3))", "list.shuffled()",
    "for a in table.keys {", "for (a, b) in zip(x, table.values) {", "let a = FileManager.default",
    "let a = ProcessInfo.processInfo", "Task { work() }", "let a = await work()", "actor Owner {",
    "print(1)", "let a = Locale.current", "randombytes_buf(a, 3)", "let (a, b) = AsyncStream.makeStream(x)",
  ])
  func thePureRingDoesWithout(line: String) throws {
    #expect(try PlantedTree.findings(planting: line + "\n", at: pure).allSatisfy { $0.hasSuffix(pure) })
    #expect(try PlantedTree.findings(planting: line + "\n", at: pure).isEmpty == false)
  }

  @Test(arguments: [
    "let a = Int.random(in: 0..<5, using: &random)", "list.shuffled(using: &random)",
    "for a in table.keys.sorted() {", "let a = Date(timeIntervalSince1970: 3)", "let actorName = 1",
    "// await Date() Task { UUID()", "let a = \"Date() \\(b) await\"", "func send() async",
  ])
  func thePureRingMay(line: String) throws {
    #expect(try PlantedTree.findings(planting: line + "\n", at: pure) == [])
  }

  @Test func whatIsBannedInThePureRingIsTheEdgesWork() throws {
    #expect(try PlantedTree.findings(planting: "let a = Date()\nlet b = UUID()\n", at: edge) == [])
  }

  @Test(arguments: [
    ("let a = try! work()", "trap"), ("final class PeerManager {", "vague-name"),
    ("let a = AsyncStream<Int>.makeStream()", "unbounded-stream"),
    ("public func handle() -> OpaquePointer", "c-type-leaves"),
  ])
  func everyRoomDoesWithout(line: String, rule: String) throws {
    #expect(try PlantedTree.findings(planting: line + "\n", at: edge) == ["\(rule) \(edge)"])
  }

  @Test func uncheckedSendableIsListedAndProven() throws {
    var tree = PlantedTree()
    tree.files[edge] = "final class Box: @unchecked Sendable {}\n"
    #expect(try tree.findings() == ["unchecked-sendable \(edge)", "unproven-safety \(edge)"])
    tree.files[edge] = "// Never changed after init.\n@frozen\nfinal class Box: @unchecked Sendable {}\n"
    #expect(try tree.findings() == ["unchecked-sendable \(edge)"])
    tree.waivers = [Habits.Waiver(rule: "unchecked-sendable", path: edge, reason: "a box that never changes")]
    #expect(try tree.findings() == [])
  }

  @Test func aWaiverCoversExactlyWhatItSaysAndHasAReason() throws {
    var tree = PlantedTree()
    tree.waivers = [Habits.Waiver(rule: "trap", path: edge, reason: "no longer needed here")]
    #expect(try tree.findings() == ["waiver \(edge)"])
    tree.files[edge] = "let a = try! work()\n"
    #expect(try tree.findings() == [])
    tree.files[edge] = "let a = try! work()\nlet b = try! work()\n"
    #expect(try tree.findings() == ["waiver \(edge)"])
    tree.waivers = [Habits.Waiver(rule: "trap", path: edge, count: 2, reason: "short")]
    #expect(try tree.findings() == ["waiver \(edge)"])
  }

  @Test func anExampleStandsInItsTest() throws {
    var tree = PlantedTree()
    let page = "Sources/Support/Bytes/Bytes.md"
    tree.files["Tests/BytesTests/BytesPageTests.swift"] = "import Bytes\n  let one = 1\n"
    #expect(try tree.findings() == ["module-page \(page)"])
    tree.files["Tests/BytesTests/BytesPageTests.swift"] = nil
    tree.files["Tests/BytesTests/Other.swift"] = "import Bytes\n"
    #expect(try tree.findings() == ["module-page \(page)"])
    tree.files[page] = nil
    #expect(try tree.findings() == ["module-page \(page)"])
  }

  @Test func aRestingTestHasAReasonAndADayAndWakesUp() throws {
    var tree = PlantedTree()
    let path = "Tests/BytesTests/Resting.swift"
    tree.files[path] = "@Test(.disabled(\"flaky\")) func a() {}\n"
    #expect(try tree.findings() == ["disabled-test \(path)"])
    tree.files[path] = "@Test(.disabled(\"loses a frame at times, since 2030-01-20\")) func a() {}\n"
    #expect(try tree.findings(today: "2030-01-31") == [])
    #expect(try tree.findings(today: "2030-02-05") == ["disabled-test \(path)"])
  }

  @Test func testsWaitForFacts() throws {
    let path = "Tests/BytesTests/Sleepy.swift"
    #expect(
      try PlantedTree.findings(planting: "try await Task.sleep(for: .seconds(1))\n", at: path)
        == ["sleep-in-test \(path)"])
  }

  @Test func textsNameNoMachineNoForeignHostAndNothingUnfinished() throws {
    let path = "docs/page.md"
    let unfinished = "TO" + "DO"
    let machinePath = "/ho" + "me/someone/tern"
    let host = "https:" + "//registry.someone.net/x"
    #expect(try PlantedTree.findings(planting: "\(unfinished): later\n", at: path) == ["unfinished \(path)"])
    #expect(try PlantedTree.findings(planting: "see \(machinePath)\n", at: path) == ["machine-path \(path)"])
    #expect(try PlantedTree.findings(planting: "see \(host)\n", at: path) == ["foreign-host \(path)"])
    let fine = "http:" + "//127.0.0.1:8080/#code and https:" + "//relay.example/x\n"
    #expect(try PlantedTree.findings(planting: fine, at: path) == [])
  }

  @Test func aTreeOnDiskIsReadWithItsOwnRules() throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("tidy-\(UUID())")
    defer { try? FileManager.default.removeItem(at: root) }
    var tree = PlantedTree()
    tree.files[pure] = "import Foundation\n"
    for name in ["layers", "tidy"] {
      let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../docs/architecture/\(name).json")
      tree.files["docs/architecture/\(name).json"] = try String(contentsOf: path, encoding: .utf8)
        .replacing(/"waivers": \[[^\]]*\]/, with: "\"waivers\": []")
    }
    tree.files[".build/ignored.swift"] = "import Foundation\n"
    for (path, text) in tree.files {
      let file = root.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let review = try Review(root: root, table: try tree.packageTable(), today: Date())
    #expect(review.breaches.map(\.description).count == 1, "\(review.breaches)")
    #expect(review.breaches.first?.path == pure)
  }
}
