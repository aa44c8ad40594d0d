@testable import ArchitectureReview

/// Small trees in memory.
enum Planted {
  /// A review of files under a plan.
  static func review(_ files: [Input], plan: ReviewPlan? = nil) async -> Review {
    let plan = plan ?? ReviewPlan(configuration: Configuration(), today: Day(number: 20_000))
    return await Review.run(files.map(\.path), plan: plan) { path in files.first { $0.path == path } }
  }

  /// What is found in one file: `rule:line`, in order.
  static func findings(
    _ text: String, at path: String = "App/Planted.swift", configuration: Configuration = Configuration()
  ) async -> [String] {
    let plan = ReviewPlan(configuration: configuration, today: Day(number: 20_000))
    let review = await review([Input(path: path, bytes: Array(text.utf8))], plan: plan)
    return review.findings.filter { $0.state == .open }.map { "\($0.rule):\($0.line)" }
  }

  /// The same with rules of a configuration in JSON.
  static func findings(_ text: String, at path: String = "App/Planted.swift", json: String) async throws
    -> [String]
  {
    await findings(text, at: path, configuration: try ConfigurationReader.read(Array(json.utf8)))
  }
}
