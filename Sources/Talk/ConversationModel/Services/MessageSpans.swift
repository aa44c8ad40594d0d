/// A stretch of a message that is shown in its own way.
public enum MessageSpan: Sendable, Hashable {
  /// Plain text.
  case text(String)
  /// `@name` or `@name#abcd`; the name without the at sign.
  case mention(String)
  /// `#word`; the word without the sign.
  case hashtag(String)
  /// An http or https address.
  case link(String)
}

/// Finds mentions, hashtags and links in a text (chat-app 10.2).
///
/// A mention beats a hashtag and a link. Joining the texts of all spans, with their signs, gives the
/// text back. Time is linear in the length.
public enum MessageSpans {
  /// Over this many characters, or with a run without white space this long, nothing is looked for
  /// (chat-app 10.3).
  static let formattedCharactersMax = 4_000
  static let formattedRunMax = 1_023

  /// The text cut into spans; neighbouring plain spans are joined.
  public static func of(_ text: String) -> [MessageSpan] {
    guard isFormatted(text) else { return [.text(text)] }
    var spans: [MessageSpan] = []
    var plain = ""
    for run in runs(Array(text.unicodeScalars)) {
      for span in spansOf(run) {
        if case .text(let more) = span {
          plain += more
        } else {
          if !plain.isEmpty { spans.append(.text(plain)) }
          plain = ""
          spans.append(span)
        }
      }
    }
    if !plain.isEmpty || spans.isEmpty { spans.append(.text(plain)) }
    return spans
  }

  /// Whether the text starts folded: over 2,000 characters, or a run of 512 and more (chat-app 10.3).
  public static func isLong(_ text: String) -> Bool {
    text.unicodeScalars.count > 2_000 || longestRun(text) >= 512
  }

  private static func isFormatted(_ text: String) -> Bool {
    text.unicodeScalars.count <= formattedCharactersMax && longestRun(text) <= formattedRunMax
  }

  private static func longestRun(_ text: String) -> Int {
    text.unicodeScalars.split { $0.properties.isWhitespace }.map(\.count).max() ?? 0
  }

  /// Cuts at every change between white space and other characters.
  private static func runs(_ scalars: [Unicode.Scalar]) -> [ArraySlice<Unicode.Scalar>] {
    var runs: [ArraySlice<Unicode.Scalar>] = []
    var start = 0
    for index in scalars.indices.dropFirst()
    where scalars[index].properties.isWhitespace != scalars[index - 1].properties.isWhitespace {
      runs.append(scalars[start..<index])
      start = index
    }
    if start < scalars.count { runs.append(scalars[start...]) }
    return runs
  }

  /// Spans of one run, which is either white space or free of it.
  private static func spansOf(_ run: ArraySlice<Unicode.Scalar>) -> [MessageSpan] {
    if let hashtag = hashtag(run) { return hashtag }
    var spans: [MessageSpan] = []
    var rest = run
    while let at = rest.firstIndex(of: "@") {
      let name = mentionName(rest[(at + 1)...])
      guard !name.isEmpty else {
        spans.append(.text(string(rest[...at])))
        rest = rest[(at + 1)...]
        continue
      }
      spans += links(rest[..<at])
      spans.append(.mention(string(name)))
      rest = rest[name.endIndex...]
    }
    return spans + links(rest)
  }

  /// Letters, digits and underscores, then perhaps `#` and four hexadecimal digits.
  private static func mentionName(_ scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
    let word = scalars.prefix { $0.properties.isAlphabeticLetter || isDigit($0) || $0 == "_" }
    guard !word.isEmpty else { return word }
    let suffix = scalars[word.endIndex...].prefix(5)
    let hasSuffix = suffix.count == 5 && suffix.first == "#" && suffix.dropFirst().allSatisfy(isHexadecimal)
    return hasSuffix ? scalars[..<suffix.endIndex] : word
  }

  /// A hashtag counts only where a run begins with it.
  private static func hashtag(_ run: ArraySlice<Unicode.Scalar>) -> [MessageSpan]? {
    guard run.first == "#" else { return nil }
    let word = run.dropFirst().prefix { isASCIIWord($0) }
    guard !word.isEmpty else { return nil }
    return [.hashtag(string(word))] + spansOf(run[word.endIndex...])
  }

  /// An address from its scheme to the end of the run, without closing punctuation.
  private static func links(_ scalars: ArraySlice<Unicode.Scalar>) -> [MessageSpan] {
    guard let start = linkStart(scalars) else {
      return scalars.isEmpty ? [] : [.text(string(scalars))]
    }
    var link = scalars[start...]
    while let last = link.last, ".,;:!?\"'…»”’)]}>".unicodeScalars.contains(last), !isBalanced(link) {
      link = link.dropLast()
    }
    let before = scalars[..<start]
    let after = scalars[link.endIndex...]
    return (before.isEmpty ? [] : [.text(string(before))]) + [.link(string(link))]
      + (after.isEmpty ? [] : [.text(string(after))])
  }

  private static func linkStart(_ scalars: ArraySlice<Unicode.Scalar>) -> Int? {
    for scheme in ["https://", "http://"].map({ Array($0.unicodeScalars) }) {
      for start in scalars.indices
      where scalars[start...].starts(with: scheme) && scalars.endIndex > start + scheme.count {
        let isWordStart = start == scalars.startIndex || !isASCIIWord(scalars[start - 1])
        if isWordStart { return start }
      }
    }
    return nil
  }

  /// Whether a link that ends in `)` opened it itself, as encyclopedia addresses do.
  private static func isBalanced(_ link: ArraySlice<Unicode.Scalar>) -> Bool {
    guard link.last == ")" else { return false }
    return link.count { $0 == "(" } >= link.count { $0 == ")" }
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

private func isHexadecimal(_ scalar: Unicode.Scalar) -> Bool {
  isDigit(scalar) || ("a"..."f").contains(scalar) || ("A"..."F").contains(scalar)
}

private func isASCIIWord(_ scalar: Unicode.Scalar) -> Bool {
  isDigit(scalar) || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
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
