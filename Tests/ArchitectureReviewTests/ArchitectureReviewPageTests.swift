import Testing

@testable import ArchitectureReview

@Suite struct ArchitectureReviewPageTests {
  @Test func theExampleOfThePageHolds() async {
    let path = "App/Map/MapViewModel.swift"
    let input = Input(path: path, bytes: Array("import Combine\nfinal class MapViewModel {}\n".utf8))
    let plan = ReviewPlan(configuration: Configuration(), today: Day(number: 20_000))
    let review = await Review.run([path], plan: plan) { _ in input }
    let found = review.findings.map { "\($0.rule):\($0.line)" }  // "AR-09:1", "AR-03:2"
    let report = Report(review, configuration: plan.configuration)
    let counts = report.summary  // two violations
    let lines = report.written(as: .text)
    #expect(found == ["AR-09:1", "AR-03:2"])
    #expect(counts.violations == 2 && counts.warnings == 0)
    #expect(lines.hasPrefix("VIOLATION:\n• App/Map/MapViewModel.swift:1 - [AR-09] import Combine\n"))
    #expect(
      lines.hasSuffix("\nSUMMARY: files 1, approved 0, violations 2, warnings 0, suppressed 0, baseline 0\n"))
  }
}
