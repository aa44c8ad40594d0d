import StrictJSON
import Testing

@testable import ArchitectureReview

@Suite struct ReportTests {
  private func report(_ text: String, path: String = "App/A b#ü.swift") async -> Report {
    var review = await Planted.review([Input(path: path, bytes: Array(text.utf8))])
    review.unread = ["App/unread.swift"]
    return Report(review, configuration: Configuration(), showsApproved: true)
  }

  private let text = """
    import Combine
    import RZFlight
    // archreview:ignore AR-09 a bridge
    import Combine
    struct Airport { let x: Airport }
    """

  @Test func textIsBlocksForPeople() async {
    let lines = await report(text).written(as: .text)
    #expect(
      lines.hasPrefix(
        "APPROVED:\n• App/A b#ü.swift:2 - [AR-01] RZFlight.Airport is used as it is\n\nVIOLATION:\n"))
    #expect(
      lines.contains("• App/A b#ü.swift:5 - [AR-01] type Airport repeats a library model\n  • Problem: "))
    #expect(
      lines.hasSuffix(
        "\n\nSUMMARY: files 1, approved 1, violations 2, warnings 0, suppressed 1, baseline 0\n"))
  }

  @Test func severalLinesOfAFixAreIndented() async {
    let lines = await report("class AppState {}").written(as: .text)
    #expect(
      lines.contains(
        "  • Fix: store it in AppState:\n    let airport: AirportDomain\n    let chat: ChatDomain\n"))
  }

  @Test func namesMoveNoCursor() async {
    let lines = await report("import Combine", path: "App/\u{1B}[2J\nA.swift").written(as: .text)
    #expect(lines.contains("• App/ [2J A.swift:1"))
  }

  @Test func jsonHoldsWhatTheFormatSays() async throws {
    let value = try JSONValue(parsing: Array(await report(text).written(as: .json).utf8))
    #expect(value.object?.prefix(5).map(\.name) == ["version", "root", "files", "approved", "findings"])
    #expect(value["findings"]?.array?.count == 3)
    let first = value["findings"]?[0]
    #expect(
      first?.object?.map(\.name) == [
        "rule", "severity", "path", "line", "column", "endLine", "message", "problem", "fix", "impact",
        "suppressed",
      ])
    #expect(value["findings"]?.array?.compactMap { $0["suppressed"]?.bool } == [false, true, false])
    #expect(value["summary"]?["violations"]?.integer == 2)
  }

  @Test func sarifKeepsTheRulesOfItsSchema() async throws {
    var review = await Planted.review([Input(path: "App/A b#ü.swift", bytes: Array(text.utf8))])
    review.unread = ["App/unread.swift"]
    review.findings[0].state = .known
    let log = Report(review, configuration: Configuration()).written(as: .sarif)
    let value = try JSONValue(parsing: Array(log.utf8))
    #expect(SARIFRules.faults(in: value) == [])
    let results = try #require(value["runs"]?[0]?["results"]?.array)
    #expect(results.count == 3)
    #expect(
      results[0]["locations"]?[0]?["physicalLocation"]?["artifactLocation"]?["uri"]?.string
        == "App/A%20b%23%C3%BC.swift")
    #expect(results.map { $0["suppressions"]?[0]?["kind"]?.string } == ["external", "inSource", nil])
    #expect(results[2]["level"]?.string == "error")
  }

  @Test func theCheckOfSarifFindsFaults() throws {
    let wrong = #"""
      {"version": "2.0.0", "runs": [{"tool": {"driver": {"name": "x", "rules": [{"id": "A"}]}}, "results": [
        {"message": {}, "level": "fatal", "ruleIndex": 3, "mood": 1,
         "locations": [{"physicalLocation": {"region": {"startLine": 0}}}]}]}]}
      """#
    let faults = SARIFRules.faults(in: try JSONValue(parsing: Array(wrong.utf8)))
    #expect(faults.count == 7, "\(faults)")
  }
}
