import Testing

@testable import ArchitectureReview

@Suite struct SuppressionTests {
  @Test(arguments: [
    ("import Combine // archreview:ignore AR-09 a bridge", []),
    ("// archreview:ignore AR-09 a bridge\nimport Combine", []),
    ("// archreview:ignore AR-11, AR-09 a bridge\n// archreview:ignore AR-01 another\nimport Combine", []),
    ("/* archreview:ignore AR-09 a bridge */\nimport Combine", []),
    ("// archreview:ignore-file AR-09 a bridge\n\nimport Combine\n", []),
    ("// archreview:ignore AR-09 a bridge\n\nimport Combine", ["AR-09:3"]),
    ("import Combine // archreview:ignore AR-11 a bridge", ["AR-09:1"]),
    ("import Combine // archreview:ignore AR-09 --", ["AR-00:1", "AR-09:1"]),
    ("import Combine // archreview:ignore AR-99 a bridge", ["AR-00:1", "AR-09:1"]),
    ("import Combine // archreview:ignore", ["AR-00:1", "AR-09:1"]),
    ("let a = \"archreview:ignore AR-09 x\"; import Combine", ["AR-09:1"]),
    ("// archreview:ignore AR-00 no\nimport Combine // archreview:ignore AR-09", ["AR-00:2", "AR-09:2"]),
  ])
  func aReasonSilences(text: String, expected: [String]) async {
    #expect(await Planted.findings(text) == expected)
  }

  @Test func aWholeFileIsSpokenOfInItsFirstLines() async {
    let far = String(repeating: "\n", count: 20) + "// archreview:ignore-file AR-09 too late\nimport Combine"
    #expect(await Planted.findings(far) == ["AR-09:22"])
  }

  @Test func whatCoversNothingCanBeReported() async throws {
    let json = #"{"reportIdleSuppressions": true}"#
    let idle = "// archreview:ignore AR-09 a bridge\nstruct A {}"
    #expect(try await Planted.findings(idle, json: json) == ["AR-00:1"])
    #expect(await Planted.findings(idle) == [])
    #expect(try await Planted.findings("import Combine // archreview:ignore AR-09 why", json: json) == [])
  }

  @Test func equalLinesHaveTheirOrdinals() async throws {
    let first = [Input(path: "A.swift", bytes: Array("import Combine\n".utf8))]
    var plan = ReviewPlan(configuration: Configuration(), today: Day(number: 0))
    plan.baseline = await Planted.review(first).baseline
    let again = try Baseline(parsing: Array(plan.baseline.serialized().utf8))
    #expect(again.entries == plan.baseline.entries && again.entries.count == 1)
    let twice = [Input(path: "A.swift", bytes: Array("\n import Combine \nimport Combine\n".utf8))]
    let review = await Planted.review(twice, plan: plan)
    #expect(review.findings.map(\.state) == [.known, .open] && review.stale.isEmpty)
  }
}
