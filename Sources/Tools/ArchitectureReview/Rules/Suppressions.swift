/// The `archreview:ignore` comments of one file. Source: architecture-review 4.
struct Suppressions {
  /// One comment.
  struct Entry {
    var rules: [String]
    var reason: String
    /// Line of the comment.
    var line: Int
    /// Line it speaks of; nothing for the whole file.
    var covers: Int?
    var isUsed = false
  }

  /// Lines from the top in which a whole file may be spoken of.
  static let fileLinesMax = 20

  private(set) var entries: [Entry] = []

  /// The comments of a Swift file.
  init(_ file: SourceFile) {
    let alone = Set(file.comments.filter(\.standsAlone).map(\.line))
    for comment in file.comments {
      let text = file.text(of: comment)
      guard text.contains("archreview:ignore") else { continue }
      var covered = comment.line
      if comment.standsAlone {
        covered = comment.lastLine + 1
        // Several in a row speak of the same line.
        while alone.contains(covered) && covered - comment.lastLine < 20 { covered += 1 }
      }
      add(text, line: comment.line, covers: covered)
    }
  }

  /// The comments of another text file: in `<!-- -->` on the line above, or behind a `#` above or on the
  /// line.
  init(lines: [Substring]) {
    for (index, line) in lines.enumerated() {
      let isMarkup = line.contains("<!-- archreview:ignore")
      guard isMarkup || line.contains("# archreview:ignore") else { continue }
      let isAlone = line.drop(while: \.isWhitespace).hasPrefix(isMarkup ? "<!--" : "#")
      add(String(line), line: index + 1, covers: isAlone ? index + 2 : index + 1)
    }
  }

  private mutating func add(_ text: String, line: Int, covers: Int) {
    guard let mark = text.firstRange(of: "archreview:ignore") else { return }
    var rest = text[mark.upperBound...]
    let isFile = rest.hasPrefix("-file")
    if isFile { rest = rest.dropFirst(5) }
    guard rest.first.map({ $0.isWhitespace || $0 == ":" }) ?? true else { return }
    var rules: [String] = []
    var goesOn = true
    while goesOn {
      rest = rest.drop { $0.isWhitespace || $0 == ":" }
      let id = rest.prefix { !$0.isWhitespace && $0 != "," }
      if id.isEmpty { break }
      rules.append(String(id))
      rest = rest.dropFirst(id.count)
      let after = rest.drop(while: \.isWhitespace)
      goesOn = after.first == ","
      if goesOn { rest = after.dropFirst() }
    }
    var reason = rest
    for end in ["*/", "-->"] where reason.contains(end) {
      reason = reason[..<(reason.firstRange(of: end)?.lowerBound ?? reason.endIndex)]
    }
    let words = reason.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !isFile || line <= Self.fileLinesMax else { return }
    entries.append(Entry(rules: rules, reason: words, line: line, covers: isFile ? nil : covers))
  }

  /// Marks what is covered with a reason, and adds what is wrong with the comments themselves.
  mutating func apply(
    to findings: inout [Finding], path: String, known: Set<String>, configuration: Configuration
  ) {
    var byLine: [Int: [Int]] = [:]
    var ofFile: [Int] = []
    for (index, entry) in entries.enumerated() {
      if let line = entry.covers { byLine[line, default: []].append(index) } else { ofFile.append(index) }
    }
    for index in findings.indices where findings[index].rule != Rule.suppression.id {
      let candidates = (byLine[findings[index].line] ?? []) + ofFile
      let entry = candidates.first { entries[$0].rules.contains(findings[index].rule) }
      guard let entry else { continue }
      entries[entry].isUsed = true
      if entries[entry].isMute || findings[index].lacksProof { continue }
      findings[index].state = .suppressed(reason: entries[entry].reason)
    }
    let severity = configuration.severity(of: Rule.suppression.id, default: .violation)
    guard severity != .off else { return }
    for entry in entries {
      guard let problem = entry.problem(known, reportsIdle: configuration.reportsIdleSuppressions) else {
        continue
      }
      findings.append(
        Finding(
          rule: Rule.suppression.id, severity: severity, path: path, line: entry.line, column: 1,
          endLine: entry.line, message: problem,
          fix: "// archreview:ignore \(entry.rules.first ?? "AR-09") the reason why it stays"))
    }
  }
}

extension Suppressions.Entry {
  /// Whether it says nothing that could be a reason.
  var isMute: Bool { !reason.contains(where: \.isLetter) }

  func problem(_ known: Set<String>, reportsIdle: Bool) -> String? {
    if rules.isEmpty { return "a suppression names no rule" }
    if let unknown = rules.first(where: { !known.contains($0) }) { return "there is no rule \(unknown)" }
    if isMute { return "a suppression of \(rules.joined(separator: ", ")) has no reason" }
    if reportsIdle && !isUsed { return "a suppression of \(rules.joined(separator: ", ")) covers nothing" }
    return nil
  }
}
