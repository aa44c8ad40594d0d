import Foundation
import Testing

@testable import ArchitectureReview

/// The configurations of the manual can be used, and find what they are there for.
@Suite struct ManualTests {
  private static func configurations() throws -> [Configuration] {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../docs/archreview.md")
    let blocks = try String(contentsOf: path, encoding: .utf8).components(separatedBy: "```json\n")
      .dropFirst()
    return try blocks.map { block in
      try ConfigurationReader.read(Array((block.components(separatedBy: "```").first ?? "").utf8))
    }
  }

  private func findings(_ number: Int, _ files: [(String, String)]) async throws -> [String] {
    let plan = ReviewPlan(configuration: try Self.configurations()[number], today: Day(number: 20_000))
    let review = await Planted.review(files.map { Input(path: $0.0, bytes: Array($0.1.utf8)) }, plan: plan)
    return review.findings.map { "\($0.rule) \($0.path):\($0.line)" }
  }

  @Test func thereAreThree() throws { #expect(try Self.configurations().count == 3) }

  @Test func domainsAreReviewedAsByDefault() async throws {
    #expect(
      try await findings(0, [("UserInterface/V.swift", "let s = AppState.shared")]) == [
        "AR-12 UserInterface/V.swift:1"
      ])
  }

  @Test func viewModelsHaveTheirLayers() async throws {
    let found = try await findings(
      1,
      [
        ("App/Data/Account.swift", "struct Account {}"),
        (
          "App/Repository/Accounts.swift",
          "import SQLite\nclass AccountRepository { let sql = \"SELECT x FROM account\" }"
        ),
        (
          "App/ViewModel/Overview.swift",
          "class OverviewViewModel {\n let rows: AccountRepository\n}\nclass Store {}"
        ),
        (
          "App/View/Overview.swift",
          "import SQLite\nstruct Overview {\n let model: OverviewViewModel\n let rows: AccountRepository }"
        ),
        ("App/View/List.swift", "let a = AppContext.shared\nlet q = \"select * from account\""),
      ])
    #expect(
      found
        == [
          "AR-11 App/View/List.swift:2", "AR-11 App/View/Overview.swift:1",
          "layers App/View/Overview.swift:1",
          "layers App/View/Overview.swift:4", "page-model App/ViewModel/Overview.swift:4",
          "singletons App/View/List.swift:1",
        ].sorted { Self.order($0) < Self.order($1) })
  }

  private static func order(_ finding: String) -> String {
    let parts = finding.split(separator: " ")
    return "\(parts[1]) \(parts[0])"
  }

  @Test func theEngineHasOneEntry() async throws {
    let found = try await findings(
      2,
      [
        ("Sources/App/A.swift", "import CoreBluetooth\nmessageQueue.sync { }\nmessageQueue.async { }"),
        ("Sources/Engine/Engine+Entry.swift", "engineQueue.sync { }\nlet t = Date()"),
        (
          "Sources/LinkLayer/L.swift",
          "import CoreBluetooth\nDispatchQueue.main.sync { }\nlog.debug(\"\\(peer.nickname)\")"
        ),
      ])
    #expect(
      found == [
        "radio Sources/App/A.swift:1", "engine-entry Sources/App/A.swift:2",
        "sans-io Sources/Engine/Engine+Entry.swift:2",
        "no-wait-for-main Sources/LinkLayer/L.swift:2", "private-logs Sources/LinkLayer/L.swift:3",
      ])
  }
}
