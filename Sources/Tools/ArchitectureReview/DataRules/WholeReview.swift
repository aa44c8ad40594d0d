/// How long a type is with all its extensions: what is spread over files is not shorter for it.
struct WholeReview {
  /// One declaration of a type, or one extension of it.
  struct Part: Sendable {
    var rule: String
    var type: String
    var path: String
    /// Line of the keyword.
    var line: Int
    var lines: Int
    var isExtension: Bool
  }

  let rule: DataRule
  let severity: Severity
  let wholes: DataRule.Wholes
  let parts: [Part]

  /// What rules of this kind measure in a file.
  static func parts(of file: SourceFile, _ rules: [DataRule]) -> [Part] {
    var parts: [Part] = []
    let components = PathGlob.components(of: file.path)
    for rule in rules where rule.holds(for: components) {
      guard case .whole(let wholes) = rule.check else { continue }
      for found in file.declarations where found.kind.isType && found.parent < 0 {
        guard wholes.names.contains(where: { PathGlob.name(found.name, matches: $0) }) else { continue }
        let lines = found.body == nil ? 1 : file.line(found.lastToken) - found.line + 1
        parts.append(
          Part(
            rule: rule.id, type: found.name, path: file.path, line: found.line, lines: lines,
            isExtension: found.kind == .extension))
      }
    }
    return parts
  }

  /// One finding a type that is too long, where it is declared.
  func findings() -> [Finding] {
    var byType: [String: [Part]] = [:]
    for part in parts where part.rule == rule.id { byType[part.type, default: []].append(part) }
    return byType.keys.sorted().compactMap { type in
      let all = byType[type] ?? []
      let lines = all.reduce(0) { $0 + $1.lines }
      guard lines > wholes.lines, let place = all.first(where: { !$0.isExtension }) ?? all.first else {
        return nil
      }
      return Finding(
        rule: rule.id, severity: severity, path: place.path, line: place.line, column: 1,
        endLine: place.line,
        message: "\(type) has \(lines) lines in \(all.count) parts, limit \(wholes.lines)",
        fix: rule.rule.fix, anchor: .name(type))
    }
  }
}
