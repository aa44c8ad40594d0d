import Foundation

/// The rules of the configuration over one file.
struct DataReview {
  let file: TextFile
  let configuration: Configuration
  /// The day of the review, for tests that rest.
  let today: Day
  private(set) var findings: [Finding] = []
  /// One line and one rule give one finding.
  private var spots: Set<Spot> = []

  private struct Spot: Hashable {
    var rule: String
    var line: Int
  }

  init(file: TextFile, configuration: Configuration, today: Day) {
    self.file = file
    self.configuration = configuration
    self.today = today
  }

  /// Applies every rule that holds for the file.
  mutating func run(_ rules: [DataRule]) {
    let components = PathGlob.components(of: file.path)
    let held = rules.filter { $0.holds(for: components) && (file.isSwift || $0.readsText) }
    guard !held.isEmpty else { return }
    let needsCode = held.contains { if case .pattern(_, let inCode) = $0.check { inCode } else { false } }
    let needsText = held.contains(where: \.readsText)
    let code = needsCode ? file.code : ""
    let text = needsText ? file.text : ""
    for rule in held { run(rule, code: code, text: text) }
  }

  private mutating func run(_ rule: DataRule, code: NSString, text: NSString) {
    let before = findings.count
    switch rule.check {
    case .pattern(let pattern, let inCode):
      for match in pattern.matches(in: inCode ? code : text) {
        let shown = (match.groups.first ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
        report(
          rule, line: match.line, column: match.column, "'\(shown.drop(while: \.isWhitespace).prefix(60))'")
      }
    case .hosts(let allowed, let endings): checkHosts(rule, text, allowed, endings)
    case .imports(let forbidden, let allowed): checkImports(rule, forbidden, allowed)
    case .uses(let patterns): checkUses(rule, patterns)
    case .size(let sizes): checkSizes(rule, sizes)
    case .naming(let naming): checkNames(rule, naming)
    case .logging(let logging): checkLogging(rule, logging)
    case .restingTests(let daysMax): checkResting(rule, daysMax)
    case .layers, .modules, .pages, .whole: break
    }
    if rule.needsComment { addMissingProofs(rule, of: findings[before...]) }
  }

  // MARK: Reporting

  mutating func report(
    _ rule: DataRule, line: Int, column: Int = 1, _ message: String, about name: String? = nil,
    endLine: Int? = nil
  ) {
    let severity = configuration.severity(of: rule.id, default: rule.rule.severity)
    guard severity != .off else { return }
    guard spots.insert(Spot(rule: rule.id, line: line)).inserted else { return }
    findings.append(
      Finding(
        rule: rule.id, severity: severity, path: file.path, line: line, column: column,
        endLine: max(line, endLine ?? line), message: message, fix: rule.rule.fix,
        anchor: name.map { .name($0) } ?? .line))
  }

  private mutating func report(_ rule: DataRule, at token: Int, _ message: String) {
    guard let swift = file.swift else { return }
    report(rule, line: swift.line(token), column: swift.column(token), message)
  }

  /// A suppression alone is not enough: the comment above has to say why the form is safe.
  private mutating func addMissingProofs(_ rule: DataRule, of found: ArraySlice<Finding>) {
    let lines = file.lines
    for finding in found {
      let own = lines.indices.contains(finding.line - 1) ? lines[finding.line - 1] : ""
      var above = finding.line - 2
      let isSilencing = { (line: Substring) in line.contains("archreview:ignore") }
      while lines.indices.contains(above) {
        let line = lines[above].drop(while: \.isWhitespace)
        guard line.hasPrefix("@") || isSilencing(line) else { break }
        above -= 1
      }
      let proof = lines.indices.contains(above) ? lines[above].drop(while: \.isWhitespace) : ""
      if (own.contains("//") && !isSilencing(own)) || proof.hasPrefix("//") { continue }
      findings.removeAll { $0 == finding }
      var unproven = finding
      unproven.message += "; no comment says why this is safe"
      unproven.lacksProof = true
      findings.append(unproven)
    }
  }

  // MARK: Imports and uses

  private mutating func checkImports(_ rule: DataRule, _ forbidden: [String], _ allowed: [String]?) {
    for line in file.swift?.imports ?? [] {
      let isForbidden = forbidden.contains { PathGlob.name(line.module, matches: $0) }
      let isAllowed = allowed?.contains { PathGlob.name(line.module, matches: $0) } ?? true
      if isForbidden || !isAllowed { report(rule, at: line.token, "import \(line.module)") }
    }
  }

  private mutating func checkUses(_ rule: DataRule, _ patterns: [TokenPattern]) {
    guard let swift = file.swift else { return }
    for pattern in patterns {
      for token in pattern.matches(in: swift) { report(rule, at: token, pattern.source) }
    }
  }

  // MARK: Names and logs

  private mutating func checkNames(_ rule: DataRule, _ naming: DataRule.Naming) {
    func fault(_ name: some StringProtocol) -> String? {
      if let glob = naming.forbidden.first(where: { PathGlob.name(name, matches: $0) }) {
        return "\(name) is \(glob)"
      }
      let isRequired =
        naming.required.isEmpty || naming.required.contains { PathGlob.name(name, matches: $0) }
      return isRequired ? nil : "\(name) is none of \(naming.required.joined(separator: ", "))"
    }
    if naming.ofFiles {
      if let message = fault(file.name) { report(rule, line: 1, message, about: String(file.name)) }
      return
    }
    for found in file.swift?.declarations ?? [] where naming.kinds.contains(found.kind) {
      if let message = fault(found.shortName) { report(rule, at: found.keyword, message) }
    }
  }

  private mutating func checkLogging(_ rule: DataRule, _ logging: DataRule.Logging) {
    guard let swift = file.swift else { return }
    for pattern in logging.calls {
      for start in pattern.matches(in: swift) {
        guard let open = (start..<start + 16).first(where: { swift.isMark($0, "(") }) else { continue }
        let names = (open..<max(open, swift.partner(open))).filter { token in
          let isWord = swift.kind(token) == .word && !swift.isMark(token + 1, ":")
          let text = swift.text(token)
          return isWord && logging.forbidden.contains { PathGlob.name(text, matches: $0) }
            && !logging.allowed.contains { PathGlob.name(text, matches: $0) }
        }
        for token in names { report(rule, at: token, "\(swift.text(token)) goes to \(pattern.source)") }
      }
    }
  }

  // MARK: Texts

  private mutating func checkHosts(
    _ rule: DataRule, _ text: NSString, _ allowed: [String], _ endings: [String]
  ) {
    for match in Self.address.matches(in: text) {
      let host = match.groups[1].lowercased()
      let isLocal = !host.contains { $0 == "." || $0 == ":" }
      if isLocal || allowed.contains(host) || endings.contains(where: host.hasSuffix) { continue }
      report(rule, line: match.line, column: match.column, "the host \(host) is not among the allowed ones")
    }
  }

  private static let address = Self.pattern(
    #"\b(?:https?|wss?|ftp)://(\[[0-9a-fA-F:]+\]|[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)"#)
  private static let reasonAndDay = Self.pattern(#""[^"]{10,}?since (\d{4})-(\d{2})-(\d{2})[^"]*""#)

  /// A pattern of this file; that it can be read is what the tests show.
  private static func pattern(_ source: String) -> Pattern {
    guard let pattern = try? Pattern(source) else {
      preconditionFailure("a pattern of our own cannot be read")
    }
    return pattern
  }

  private mutating func checkResting(_ rule: DataRule, _ daysMax: Int) {
    guard let swift = file.swift else { return }
    let lines = file.lines
    for token in swift.tokens.indices {
      let isDisabled =
        swift.isWord(token, "disabled") && swift.isMark(token - 1, ".") && swift.isMark(token + 1, "(")
      guard isDisabled || swift.isWord(token, "withKnownIssue") else { continue }
      let from = swift.line(token) - 1
      let words = lines[min(from, lines.count)..<min(from + 3, lines.count)].joined(separator: "\n")
      let groups = Self.reasonAndDay.matches(in: NSString(string: words)).first?.groups.dropFirst().compactMap
      { Int($0) }
      guard let groups, groups.count == 3, let since = Day(year: groups[0], month: groups[1], day: groups[2])
      else {
        report(
          rule, at: token, #"a resting test says why and since when: .disabled("reason, since YYYY-MM-DD")"#)
        continue
      }
      let days = today.number - since.number
      if days > daysMax {
        report(rule, at: token, "resting for \(days) days, limit \(daysMax): mend it or remove it")
      }
    }
  }
}
