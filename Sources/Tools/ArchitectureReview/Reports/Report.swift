/// A review in the words of one format.
package struct Report: Sendable {
  /// How a report is written.
  package enum Format: String, Sendable, CaseIterable {
    /// Blocks for people.
    case text
    /// One JSON object of our own.
    case json
    /// SARIF 2.1.0.
    case sarif
  }

  /// Counts of a review.
  package struct Summary: Sendable, Equatable {
    package var files = 0
    package var approved = 0
    package var violations = 0
    package var warnings = 0
    package var notes = 0
    package var suppressed = 0
    package var known = 0
  }

  let review: Review
  let rules: [String: Rule]
  /// Whether approved places are told.
  let showsApproved: Bool
  /// Whether notes are told, in text.
  let showsNotes: Bool
  /// Findings that are told at most; 0 for all.
  let findingsMax: Int
  /// The root as it was given.
  let root: String

  /// Joins a review and the rules of its configuration.
  package init(
    _ review: Review, configuration: Configuration, root: String = ".", showsApproved: Bool = true,
    showsNotes: Bool = false, findingsMax: Int = 0
  ) {
    self.review = review
    let all = Rule.builtIn + configuration.dataRules.map(\.rule)
    rules = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    self.root = root
    self.showsApproved = showsApproved
    self.showsNotes = showsNotes
    self.findingsMax = findingsMax
  }

  /// The counts, which no limit of what is told changes.
  package var summary: Summary {
    var summary = Summary(files: review.fileCount, approved: review.approvals.count)
    for finding in review.findings {
      switch (finding.state, finding.severity) {
      case (.suppressed, _): summary.suppressed += 1
      case (.known, _): summary.known += 1
      case (.open, .violation): summary.violations += 1
      case (.open, .warning): summary.warnings += 1
      case (.open, .note), (.open, .off): summary.notes += 1
      }
    }
    return summary
  }

  /// The report in a format; it ends with an end of line.
  package func written(as format: Format) -> String {
    switch format {
    case .text: text()
    case .json: json().serialized() + "\n"
    case .sarif: sarif().serialized() + "\n"
    }
  }

  /// Open findings of a severity, as many as may be told.
  func told(_ findings: [Finding]) -> [Finding] {
    findingsMax > 0 ? Array(findings.prefix(findingsMax)) : findings
  }

  func rule(_ id: String) -> Rule { rules[id] ?? .suppression }
}
