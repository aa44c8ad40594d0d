/// Identifiers and texts that a ring, or the whole tree, does without.
struct BanRules {
  let layers: Layers
  let habits: Habits
  let tree: Tree

  /// Every match of a ban. Throws when a pattern of the data is no regular expression.
  func breaches() throws -> [Breach] {
    try layers.bans.flatMap(ringBreaches) + habits.bans.flatMap(breaches(of:)) + foreignHosts()
  }

  private func ringBreaches(_ ban: Layers.RingBan) throws -> [Breach] {
    let pattern = try Pattern(ban.pattern)
    let folders = layers.modules.filter { $0.ring == ban.ring }.map(\.folder)
    return folders.flatMap { tree.swiftFiles(under: $0) }.flatMap { file in
      pattern.matches(in: file.code).map {
        breach(file, $0, ban.rule, "not in the \(ban.ring) ring: \(ban.why)")
      }
    }
  }

  private func breaches(of ban: Habits.Ban) throws -> [Breach] {
    let pattern = try Pattern(ban.pattern)
    return tree.files.filter { applies(ban, to: $0) }.flatMap { file in
      pattern.matches(in: ban.in == .code ? file.code : file.text).flatMap { match in
        let found = breach(file, match, ban.rule, ban.why)
        guard ban.needsComment == true, !hasComment(file, at: match.line) else { return [found] }
        let message = "no comment says why this is safe"
        return [found, Breach(path: file.path, line: match.line, rule: "unproven-safety", message: message)]
      }
    }
  }

  private func applies(_ ban: Habits.Ban, to file: Tree.File) -> Bool {
    guard ban.under.contains(where: file.path.hasPrefix) else { return false }
    switch ban.in {
    case .code: return file.isSwift
    case .text: return isOwnText(file)
    }
  }

  /// A comment on the line itself, or on the lines right above it (attributes may stand between).
  private func hasComment(_ file: Tree.File, at line: Int) -> Bool {
    if file.lines[line - 1].contains("//") { return true }
    var above = line - 2
    while above >= 0, file.lines[above].drop(while: \.isWhitespace).hasPrefix("@") { above -= 1 }
    return above >= 0 && file.lines[above].drop(while: \.isWhitespace).hasPrefix("//")
  }

  private func foreignHosts() throws -> [Breach] {
    let address = try Pattern(
      #"\b(?:https?|wss?|ftp)://(\[[0-9a-fA-F:]+\]|[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)"#)
    return tree.files.filter(isOwnText).flatMap { file in
      address.matches(in: file.text).compactMap { match in
        let host = match.groups[1].lowercased()
        guard !habits.hosts.allows(host) else { return nil }
        let message = "the host \(host) is not among the allowed ones in docs/architecture/tidy.json"
        return Breach(path: file.path, line: match.line, rule: "foreign-host", message: message)
      }
    }
  }

  /// Copied data and the rules' own patterns are not ours to word.
  private func isOwnText(_ file: Tree.File) -> Bool {
    !file.path.contains("/Fixtures/") && !habits.skippedForText.contains(file.path)
  }

  private func breach(_ file: Tree.File, _ match: Pattern.Match, _ rule: String, _ why: String) -> Breach {
    let shown = (match.groups.first ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
    let trimmed = shown.drop(while: \.isWhitespace).prefix(60)
    return Breach(path: file.path, line: match.line, rule: rule, message: "'\(trimmed)': \(why)")
  }
}
