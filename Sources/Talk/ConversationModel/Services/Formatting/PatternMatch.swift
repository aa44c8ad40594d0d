/// A place in a run where one of the patterns of chat-app 10.2 holds.
struct PatternMatch: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case mention, hashtag, link, cashu, lightningLink, invoice
  }

  var kind: Kind
  var range: Range<Int>

  /// What holds in the run, ascending and without overlaps. A run is white space or free of it; no pattern
  /// crosses white space.
  static func all(in run: ArraySlice<Unicode.Scalar>) -> [PatternMatch] {
    guard let first = run.first, !first.properties.isWhitespace else { return [] }
    let single = [hashtag(in: run), link(in: run), lightningLink(in: run)].compactMap(\.self)
    var kept = mentions(in: run)
    for match in (single + cashu(in: run)).sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where !match.overlaps(kept) {
      kept.append(match)
    }
    for match in invoices(in: run) where !match.overlaps(kept) { kept.append(match) }
    return kept.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func overlaps(_ others: [PatternMatch]) -> Bool {
    others.contains { $0.range.overlaps(range) }
  }
}

extension PatternMatch {
  /// `@([\p{L}0-9_]+(?:#[a-fA-F0-9]{4})?)`
  private static func mentions(in run: ArraySlice<Unicode.Scalar>) -> [PatternMatch] {
    var found: [PatternMatch] = []
    var start = run.startIndex
    while let at = run[start...].firstIndex(of: "@") {
      let word = run[(at + 1)...].prefix { isNameScalar($0) }
      start = word.endIndex
      guard !word.isEmpty else { continue }
      let suffix = run[start...].prefix(5)
      if suffix.count == 5, suffix.first == "#", suffix.dropFirst().allSatisfy(isHexadecimal) {
        start = suffix.endIndex
      }
      found.append(PatternMatch(kind: .mention, range: at..<start))
    }
    return found
  }

  /// A hashtag counts only where a run begins with it.
  private static func hashtag(in run: ArraySlice<Unicode.Scalar>) -> PatternMatch? {
    guard run.first == "#" else { return nil }
    let word = run.dropFirst().prefix { isASCIIWord($0) }
    return word.isEmpty ? nil : PatternMatch(kind: .hashtag, range: run.startIndex..<word.endIndex)
  }

  /// An address from its scheme to the end of the run, without closing punctuation.
  private static func link(in run: ArraySlice<Unicode.Scalar>) -> PatternMatch? {
    let start = run.indices.first { start in
      isBoundary(start, in: run)
        && ["https://", "http://"].contains { scheme in
          startsWith(scheme, run[start...]) && run.endIndex > start + scheme.utf8.count
        }
    }
    guard let start else { return nil }
    var link = run[start...]
    while let last = link.last, ".,;:!?\"'…»”’)]}>".unicodeScalars.contains(last), !isBalanced(link) {
      link = link.dropLast()
    }
    return PatternMatch(kind: .link, range: link.startIndex..<link.endIndex)
  }

  /// Whether a link that ends in `)` opened it itself, as encyclopedia addresses do.
  private static func isBalanced(_ link: ArraySlice<Unicode.Scalar>) -> Bool {
    guard link.last == ")" else { return false }
    return link.count { $0 == "(" } >= link.count { $0 == ")" }
  }

  /// `(?i)\blightning:[^\s]+`
  private static func lightningLink(in run: ArraySlice<Unicode.Scalar>) -> PatternMatch? {
    let scheme = "lightning:"
    let start = run.indices.first { start in
      isBoundary(start, in: run) && startsWith(scheme, run[start...])
        && run.endIndex > start + scheme.utf8.count
    }
    return start.map { PatternMatch(kind: .lightningLink, range: $0..<run.endIndex) }
  }

  /// `\bcashu[AB][A-Za-z0-9._-]{40,}\b`
  private static func cashu(in run: ArraySlice<Unicode.Scalar>) -> [PatternMatch] {
    words(in: run) { rest in
      guard rest.prefix(5).elementsEqual("cashu".unicodeScalars), let version = rest.dropFirst(5).first,
        version == "A" || version == "B"
      else { return nil }
      let body = rest.dropFirst(6).prefix { isASCIIWord($0) || $0 == "." || $0 == "-" }
      let shortest = body.startIndex + 40
      guard body.endIndex >= shortest else { return nil }
      return stride(from: body.endIndex, through: shortest, by: -1).first { isBoundary($0, in: run) }
    }.map { PatternMatch(kind: .cashu, range: $0) }
  }

  /// `(?i)\bln(bc|tb|bcrt)[0-9][a-z0-9]{50,}\b` and `(?i)\blnurl1[a-z0-9]{20,}\b`
  private static func invoices(in run: ArraySlice<Unicode.Scalar>) -> [PatternMatch] {
    words(in: run) { rest in
      for (prefix, hasDigit, least) in [("lnbc", true, 50), ("lntb", true, 50), ("lnbcrt", true, 50)]
        + [("lnurl1", false, 20)] where startsWith(prefix, rest)
      {
        var body = rest.dropFirst(prefix.utf8.count)
        if hasDigit {
          guard let digit = body.first, isDigit(digit) else { continue }
          body = body.dropFirst()
        }
        body = body.prefix { isASCIIWord($0) && $0 != "_" }
        if body.count >= least, isBoundary(body.endIndex, in: run) { return body.endIndex }
      }
      return nil
    }.map { PatternMatch(kind: .invoice, range: $0) }
  }

  /// Stretches that begin at a word's beginning and end where `end` says.
  private static func words(
    in run: ArraySlice<Unicode.Scalar>, end: (ArraySlice<Unicode.Scalar>) -> Int?
  ) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = run.startIndex
    while start < run.endIndex {
      if isBoundary(start, in: run), let end = end(run[start...]), end > start {
        found.append(start..<end)
        start = end
      } else {
        start += 1
      }
    }
    return found
  }

  /// `\b`: a word character on exactly one side.
  private static func isBoundary(_ index: Int, in run: ArraySlice<Unicode.Scalar>) -> Bool {
    let before = index > run.startIndex && isWord(run[index - 1])
    let after = index < run.endIndex && isWord(run[index])
    return before != after
  }

  private static func startsWith(_ prefix: String, _ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    var rest = scalars.makeIterator()
    for wanted in prefix.unicodeScalars {
      guard let scalar = rest.next(), scalar.properties.lowercaseMapping == String(wanted) else {
        return false
      }
    }
    return true
  }
}

/// A letter, a digit or an underscore, as names in mentions have them.
func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
  scalar.properties.isAlphabeticLetter || isDigit(scalar) || scalar == "_"
}

func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

func isHexadecimal(_ scalar: Unicode.Scalar) -> Bool {
  isDigit(scalar) || ("a"..."f").contains(scalar) || ("A"..."F").contains(scalar)
}

private func isASCIIWord(_ scalar: Unicode.Scalar) -> Bool {
  isDigit(scalar) || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
}

/// A word character as regular expressions over Unicode have it.
private func isWord(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return isASCIIWord(scalar) }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation: return true
  default: return scalar.properties.isAlphabetic || scalar == "\u{200C}" || scalar == "\u{200D}"
  }
}

extension Unicode.Scalar.Properties {
  /// General category L, as `\p{L}` has it.
  fileprivate var isAlphabeticLetter: Bool {
    switch generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }
}
