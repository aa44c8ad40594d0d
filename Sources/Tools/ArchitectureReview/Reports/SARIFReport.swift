import StrictJSON

/// SARIF 2.1.0, for services that show findings beside the lines.
extension Report {
  /// The version of the tool that reports carry.
  package static let toolVersion = "1.0.0"

  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  func sarif() -> JSONValue {
    let findings = told(review.findings.filter { $0.severity != .note || showsNotes })
    let ids = Set(findings.map(\.rule)).sorted()
    let driver = Self.object([
      ("name", .string("archreview")), ("semanticVersion", .string(Self.toolVersion)),
      ("rules", .array(ids.map(descriptor))),
    ])
    let places = Dictionary(ids.enumerated().map { ($1, $0) }) { first, _ in first }
    let run = Self.object([
      ("tool", Self.object([("driver", driver)])),
      ("columnKind", .string("unicodeCodePoints")),
      (
        "originalUriBaseIds",
        Self.object([("ROOT", Self.object([("description", Self.message("the reviewed root"))]))])
      ),
      (
        "invocations",
        .array([
          Self.object([
            ("executionSuccessful", .bool(true)),
            ("toolExecutionNotifications", .array(review.unread.map(notification))),
          ])
        ])
      ),
      ("results", .array(findings.map { result($0, index: places[$0.rule] ?? 0) })),
    ])
    return Self.object([
      ("$schema", .string(Self.schema)), ("version", .string("2.1.0")),
      ("runs", .array([run])),
    ])
  }

  private func descriptor(_ id: String) -> JSONValue {
    let rule = rule(id)
    return Self.object([
      ("id", .string(id)), ("shortDescription", Self.message(rule.title)),
      ("fullDescription", Self.message(rule.problem)), ("help", Self.message("\(rule.fix)\n\(rule.impact)")),
      ("defaultConfiguration", Self.object([("level", .string(Self.level(rule.severity)))])),
    ])
  }

  private func result(_ finding: Finding, index: Int) -> JSONValue {
    let region = Self.object([
      ("startLine", .integer(Int64(max(1, finding.line)))),
      ("startColumn", .integer(Int64(max(1, finding.column)))),
      ("endLine", .integer(Int64(max(finding.line, finding.endLine, 1)))),
    ])
    let location = Self.object([
      (
        "physicalLocation",
        Self.object([("artifactLocation", Self.artifact(finding.path)), ("region", region)])
      )
    ])
    var members: [(String, JSONValue)] = [
      ("ruleId", .string(finding.rule)), ("ruleIndex", .integer(Int64(index))),
      ("level", .string(Self.level(finding.severity))),
      ("message", Self.message("\(finding.message)\nFix: \(finding.fix)")), ("locations", .array([location])),
    ]
    switch finding.state {
    case .open: break
    case .suppressed(let reason):
      members.append(
        (
          "suppressions",
          .array([Self.object([("kind", .string("inSource")), ("justification", .string(reason))])])
        ))
    case .known:
      members.append(("suppressions", .array([Self.object([("kind", .string("external"))])])))
    }
    return Self.object(members)
  }

  private func notification(_ path: String) -> JSONValue {
    Self.object([
      ("level", .string("error")), ("message", Self.message("the file could not be read, or is no UTF-8")),
      (
        "locations",
        .array([Self.object([("physicalLocation", Self.object([("artifactLocation", Self.artifact(path))]))])]
        )
      ),
    ])
  }

  private static func artifact(_ path: String) -> JSONValue {
    object([("uri", .string(uri(path))), ("uriBaseId", .string("ROOT"))])
  }

  private static func message(_ text: String) -> JSONValue { object([("text", .string(text))]) }

  private static func level(_ severity: Severity) -> String {
    switch severity {
    case .violation: "error"
    case .warning: "warning"
    case .note: "note"
    case .off: "none"
    }
  }

  /// A path as a relative reference: what a URI does not hold is written as `%XX`.
  static func uri(_ path: String) -> String {
    var uri = ""
    for byte in path.utf8 {
      let isPlain =
        Lexer.isDigit(byte) || (Lexer.isWord(byte) && byte < 0x80 && byte != UInt8(ascii: "$"))
        || [0x2D, 0x2E, 0x2F, 0x7E].contains(byte)
      if isPlain {
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return uri
  }
}
