import Testing

@testable import ArchitectureReview

@Suite struct DataRuleTests {
  private func rules(_ rules: String, more: String = "") -> String { "{\(more)\"rules\": [\(rules)]}" }

  private func rule(_ kind: String, _ rest: String) -> String {
    rules(#"{"id": "own", "title": "our way", "kind": "\#(kind)", \#(rest)}"#)
  }

  @Test func importsAreForbiddenOrListed() async throws {
    let forbid = rule("imports", #""forbid": ["UIKit", "Core*"], "paths": ["Core/**"]"#)
    let text = "import Foundation\nimport CoreData\nimport struct UIKit.X"
    let json = forbid.dropLast() + #","severity": {"AR-08": "off"}}"#
    #expect(try await Planted.findings(text, at: "Core/A.swift", json: String(json)) == ["own:2", "own:3"])
    #expect(try await Planted.findings(text, at: "Other/A.swift", json: String(json)) == [])
    let allow = rule("imports", #""allow": ["Foundation"]"#)
    #expect(try await Planted.findings("import Foundation\nimport Glibc", json: allow) == ["own:2"])
  }

  @Test(arguments: [
    ("Date()", "let a = Date()\nlet b = Date(timeIntervalSince1970: 1)\n// Date()", ["own:1"]),
    ("DispatchQueue.main.sync", "DispatchQueue.main.sync { }\nDispatchQueue.main.async { }", ["own:1"]),
    (".sync", "queue.sync { }\nsync()\nqueue.sync(flags: x)", ["own:1", "own:3"]),
    ("print(", "x.print(a)\nprint(b)\nfunc print(c: Int) {}\nself.print(d)", ["own:2", "own:4"]),
    ("crypto_*", "crypto_sign(p)\ncrypto()", ["own:1"]),
    ("try!", "try! a()\ntry? b()", ["own:1"]),
    ("@unchecked Sendable", "class A: @unchecked Sendable {}", ["own:1"]),
    ("Task {", "Task { a }\nTask.detached { b }", ["own:1"]),
  ])
  func usesAreTokensInARow(pattern: String, text: String, expected: [String]) async throws {
    let json = rule("uses", #""match": ["\#(pattern)"]"#)
    #expect(try await Planted.findings(text, at: "Core/A.swift", json: json) == expected)
  }

  @Test func onlySomeFilesMayCall() async throws {
    let json = rule("uses", #""match": ["onEngine("], "except": ["Core/Engine.swift"]"#)
    #expect(
      try await Planted.findings("self.onEngine { }\nonEngine(x)", at: "Core/A.swift", json: json) == [
        "own:2"
      ])
    #expect(try await Planted.findings("onEngine(x)", at: "Core/Engine.swift", json: json) == [])
  }

  @Test func patternsReadCodeOrText() async throws {
    let code = rule("pattern", #""pattern": "\\bsecret\\b""#)
    let text = "// secret\nlet a = \"secret \\(secret)\"\nlet secret = 1"
    #expect(try await Planted.findings(text, json: code) == ["own:2", "own:3"])
    let whole = rule("pattern", #""pattern": "\\bsecret\\b", "in": "text""#)
    #expect(try await Planted.findings(text, json: whole) == ["own:1", "own:2", "own:3"])
  }

  @Test func textFilesAreReadForTexts() async throws {
    let json = rules(
      #"{"id": "hosts", "title": "h", "kind": "hosts", "allow": ["example.com"], "allowEndings": [".test"]}"#)
    let address = "https:" + "//"
    let text =
      "a \(address)example.com b\n\(address)x.test\n\(address)foreign.net/x\n\(address)localhost:80\n"
    #expect(try await Planted.findings(text, at: "README.md", json: json) == ["hosts:3"])
    let silenced = "<!-- archreview:ignore hosts it is a quotation -->\n\(address)foreign.net/x\n"
    #expect(try await Planted.findings(silenced, at: "README.md", json: json) == [])
  }

  @Test func sizesAreLimited() async throws {
    let json = rule("size", #""fileLines": 6, "functionLines": 3, "typeLines": 5, "lineColumns": 20"#)
    let long = "struct A {\n  func a() {\n    1\n    2\n  }\n}\n// é longer than twenty\n"
    #expect(try await Planted.findings(long, at: "A.swift", json: json) == ["own:1", "own:2", "own:7"])
    #expect(try await Planted.findings("struct A {\n  func a() {\n  }\n}\n", at: "A.swift", json: json) == [])
  }

  @Test func namesAreForbiddenOrWanted() async throws {
    let forbid = rule("naming", #""forbid": ["*Manager", "*Helper"]"#)
    let text = "class PeerManager {}\nfunc makeHelper() {}\nextension AManager {}"
    #expect(try await Planted.findings(text, json: forbid) == ["own:1"])
    let wanted = rule("naming", #""of": ["class"], "require": ["*Repository", "*Loader"], "paths": ["R/**"]"#)
    #expect(
      try await Planted.findings("class RowLoader {}\nclass Rows {}", at: "R/A.swift", json: wanted) == [
        "own:2"
      ])
    let files = rule("naming", #""of": ["file"], "forbid": ["*Utils.swift"]"#)
    #expect(try await Planted.findings("", at: "A/TextUtils.swift", json: files) == ["own:1"])
  }

  @Test func aTypeIsMeasuredWithItsExtensionsInAllFiles() async throws {
    let json = rule("whole", #""names": ["*Domain"], "lines": 5, "paths": ["App/**"]"#)
    let long = "class ADomain {\n\n}\nclass B {\n\n\n\n\n\n}"
    let files = [
      ("App/A.swift", long), ("App/More.swift", "\nextension ADomain {\n\n}"),
      ("Other/A.swift", "extension ADomain {\n\n\n\n\n\n}"), ("App/C.swift", "class CDomain {\n\n\n\n}"),
    ].map { Input(path: $0.0, bytes: Array($0.1.utf8)) }
    let plan = ReviewPlan(
      configuration: try ConfigurationReader.read(Array(json.utf8)), today: Day(number: 0))
    let found = await Planted.review(files, plan: plan).findings
    #expect(
      found.map { "\($0.path) \($0.line) \($0.message)" } == [
        "App/A.swift 1 ADomain has 6 lines in 2 parts, limit 5"
      ])
  }

  @Test func logsHoldNoSecrets() async throws {
    let json = rule(
      "logging",
      #""calls": ["log.*(", "print("], "forbid": ["*key*", "*Key", "nickname"], "allow": ["keyCount"]"#)
    let text = """
      log.info("peer \\(privateKey.count) \\(keyCount)")
      log.info("nickname")
      print(a, nickname)
      log.debug("\\(peer.nickname)", key: 1)
      show(privateKey)
      """
    #expect(try await Planted.findings(text, json: json) == ["own:1", "own:3", "own:4"])
  }

  @Test func layersUseWhatTheyMay() async throws {
    let layers = #"""
      {"id": "own", "title": "t", "kind": "layers", "layers": [
        {"name": "View", "paths": ["View/**"], "mayUse": ["ViewModel", "Data"]},
        {"name": "ViewModel", "paths": ["ViewModel/**"], "mayUse": ["Repository", "Data"]},
        {"name": "Repository", "paths": ["Repository/**"], "mayUse": ["Data"], "modules": ["SQLite"]},
        {"name": "Data", "paths": ["Data/**"], "mayUse": []}]}
      """#
    let files = [
      ("Data/Row.swift", "struct Row {}\nlet list: PageModel"),
      ("Repository/Rows.swift", "import SQLite\nclass RowRepository { let row: Row }"),
      ("ViewModel/PageModel.swift", "class PageModel { let rows: RowRepository }"),
      ("View/Page.swift", "import SQLite\nstruct Page { let model: PageModel\n let rows: RowRepository }"),
    ].map { Input(path: $0.0, bytes: Array($0.1.utf8)) }
    let plan = ReviewPlan(
      configuration: try ConfigurationReader.read(Array(rules(layers).utf8)), today: Day(number: 0))
    let found = await Planted.review(files, plan: plan).findings.map { "\($0.path):\($0.line) \($0.message)" }
    #expect(
      found == [
        "Data/Row.swift:2 Data uses PageModel of ViewModel; it may use nothing",
        "View/Page.swift:1 View uses SQLite of Repository; it may use Data, ViewModel",
        "View/Page.swift:3 View uses RowRepository of Repository; it may use Data, ViewModel",
      ])
  }

  @Test func aRestingTestHasAReasonAndADay() async throws {
    let json = rule("restingTests", #""daysMax": 14"#)
    let since = Day(number: 20_000)
    #expect(Day(year: 2024, month: 10, day: 4) == since)
    let fresh = "@Test(.disabled(\"loses a frame at times, since 2024-09-20\")) func a() {}"
    let old = "@Test(.disabled(\"loses a frame at times, since 2024-09-19\")) func a() {}"
    #expect(try await Planted.findings(fresh, json: json) == [])
    #expect(try await Planted.findings(old, json: json) == ["own:1"])
    #expect(try await Planted.findings("@Test(.disabled(\"flaky\")) func a() {}", json: json) == ["own:1"])
  }

  @Test func whatIsUnsafeIsProvenBesideItsSuppression() async throws {
    let json = rule("uses", #""match": ["@unchecked Sendable"], "needsComment": true"#)
    let configuration = try ConfigurationReader.read(Array(json.utf8))
    let plan = ReviewPlan(configuration: configuration, today: Day(number: 0))
    func messages(_ text: String) async -> [String] {
      await Planted.review([Input(path: "A.swift", bytes: Array(text.utf8))], plan: plan).findings.map(
        \.message)
    }
    let bare = "class A: @unchecked Sendable {}"
    #expect(await messages(bare) == ["@unchecked Sendable; no comment says why this is safe"])
    #expect(await messages("// Never changed after init.\n" + bare) == ["@unchecked Sendable"])
  }
}
