import StrictJSON

/// One JSON object. Source: architecture-review 6.
extension Report {
  func json() -> JSONValue {
    let approved = showsApproved ? review.approvals : []
    let open = review.findings.filter { $0.severity != .note || showsNotes }
    let findings = told(open.filter { $0.state != .known })
    return Self.object([
      ("version", .integer(1)), ("root", .string(root)), ("files", .integer(Int64(review.fileCount))),
      ("approved", .array(approved.map(json))), ("findings", .array(findings.map(json))),
      ("unread", .array(review.unread.map(JSONValue.string))),
      (
        "stale",
        .array(
          review.stale.map {
            Self.object([("rule", .string($0.rule)), ("path", .string($0.path)), ("key", .string($0.key))])
          })
      ),
      ("summary", jsonSummary),
    ])
  }

  private var jsonSummary: JSONValue {
    let counts = summary
    return Self.object([
      ("files", .integer(Int64(counts.files))), ("approved", .integer(Int64(counts.approved))),
      ("violations", .integer(Int64(counts.violations))), ("warnings", .integer(Int64(counts.warnings))),
      ("notes", .integer(Int64(counts.notes))), ("suppressed", .integer(Int64(counts.suppressed))),
      ("baseline", .integer(Int64(counts.known))),
    ])
  }

  private func json(_ approval: Approval) -> JSONValue {
    Self.object([
      ("rule", .string(approval.rule)), ("path", .string(approval.path)),
      ("line", .integer(Int64(approval.line))), ("column", .integer(Int64(approval.column))),
      ("message", .string(approval.message)),
    ])
  }

  private func json(_ finding: Finding) -> JSONValue {
    let rule = rule(finding.rule)
    let isSuppressed = if case .suppressed = finding.state { true } else { false }
    return Self.object([
      ("rule", .string(finding.rule)), ("severity", .string(finding.severity.rawValue)),
      ("path", .string(finding.path)), ("line", .integer(Int64(finding.line))),
      ("column", .integer(Int64(finding.column))), ("endLine", .integer(Int64(finding.endLine))),
      ("message", .string(finding.message)), ("problem", .string(rule.problem)),
      ("fix", .string(finding.fix)),
      ("impact", .string(rule.impact)), ("suppressed", .bool(isSuppressed)),
    ])
  }

  static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.map { JSONMember(name: $0.0, value: $0.1) })
  }
}
