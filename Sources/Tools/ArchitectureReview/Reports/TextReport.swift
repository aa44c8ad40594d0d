/// Blocks for people. Source: architecture-review 6.
extension Report {
  func text() -> String {
    var blocks: [String] = []
    if showsApproved && !review.approvals.isEmpty {
      let lines = review.approvals.map {
        "• \(Self.plain($0.path)):\($0.line) - [\($0.rule)] \(Self.plain($0.message))"
      }
      blocks.append((["APPROVED:"] + lines).joined(separator: "\n"))
    }
    let open = review.findings.filter { $0.state == .open }
    let told = told(open.filter { $0.severity == .violation } + open.filter { $0.severity == .warning })
    for (severity, title) in [(Severity.violation, "VIOLATION:"), (.warning, "WARNING:")] {
      let found = told.filter { $0.severity == severity }.map(block)
      if !found.isEmpty { blocks.append(([title] + found).joined(separator: "\n")) }
    }
    let notes = notes(open)
    if !notes.isEmpty { blocks.append((["NOTE:"] + notes).joined(separator: "\n")) }
    return (blocks + [summaryLine]).joined(separator: "\n\n") + "\n"
  }

  private func block(_ finding: Finding) -> String {
    let rule = rule(finding.rule)
    let head =
      "• \(Self.plain(finding.path)):\(finding.line) - [\(finding.rule)] \(Self.plain(finding.message))"
    let parts = [("Problem", rule.problem), ("Fix", finding.fix), ("Impact", rule.impact)]
    return ([head] + parts.map { "  • \($0.0): \(Self.indented($0.1))" }).joined(separator: "\n")
  }

  private func notes(_ open: [Finding]) -> [String] {
    let found = showsNotes ? open.filter { $0.severity == .note } : []
    return found.map { "• \(Self.plain($0.path)):\($0.line) - [\($0.rule)] \(Self.plain($0.message))" }
      + review.stale.map {
        "• \(Self.plain($0.path)) - [\($0.rule)] a baseline entry matches nothing: \($0.key)"
      }
      + review.unread.map { "• \(Self.plain($0)) - the file could not be read, or is no UTF-8" }
  }

  private var summaryLine: String {
    let counts = summary
    return "SUMMARY: files \(counts.files), approved \(counts.approved), violations \(counts.violations),"
      + " warnings \(counts.warnings), suppressed \(counts.suppressed), baseline \(counts.known)"
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { plain($0) }
      .joined(separator: "\n    ")
  }

  /// One line that moves no cursor: what comes from the sources may hold anything.
  static func plain(_ text: some StringProtocol) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
