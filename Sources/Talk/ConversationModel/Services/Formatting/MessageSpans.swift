/// A stretch of a message that is shown in its own way.
public enum MessageSpan: Sendable, Hashable {
  /// Plain text.
  case text(String)
  /// `@name` or `@name#abcd`; the name without the at sign.
  case mention(String)
  /// `#word`; the word without the sign. `GeohashLink` says whether it names a place.
  case hashtag(String)
  /// An http or https address.
  case link(String)
  /// A Cashu token, as in the text.
  case cashu(String)
  /// A Lightning invoice, LNURL or `lightning:` link, as in the text.
  case lightning(String)

  /// The stretch as it stands in the message.
  public var source: String {
    switch self {
    case .text(let part), .link(let part), .cashu(let part), .lightning(let part): part
    case .mention(let name): "@" + name
    case .hashtag(let word): "#" + word
    }
  }
}

/// Finds mentions, hashtags, links and payments in a text (chat-app 10.2).
///
/// A mention beats everything it overlaps; a link and a `lightning:` link beat bare invoices; else what
/// begins first holds. Joining the sources of all spans gives the text back. At most 4,000 characters are
/// looked at, in runs of at most 1,023, so the time is bounded.
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
      var end = run.startIndex
      for match in PatternMatch.all(in: run) {
        plain += string(run[end..<match.range.lowerBound])
        if !plain.isEmpty { spans.append(.text(plain)) }
        plain = ""
        spans.append(span(match, in: run))
        end = match.range.upperBound
      }
      plain += string(run[end...])
    }
    if !plain.isEmpty || spans.isEmpty { spans.append(.text(plain)) }
    return spans
  }

  /// Whether the text starts folded: over 2,000 characters, or a run of 512 and more (chat-app 10.3).
  public static func isLong(_ text: String) -> Bool {
    text.unicodeScalars.count > 2_000 || longestRun(text) >= 512
  }

  /// Whether anything is looked for in the text: not over 4,000 characters, nor with a run of 1,024 and more
  /// (chat-app 10.3).
  public static func isFormatted(_ text: String) -> Bool {
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

  private static func span(_ match: PatternMatch, in run: ArraySlice<Unicode.Scalar>) -> MessageSpan {
    let found = run[match.range]
    switch match.kind {
    case .mention: return .mention(string(found.dropFirst()))
    case .hashtag: return .hashtag(string(found.dropFirst()))
    case .link: return .link(string(found))
    case .cashu: return .cashu(string(found))
    case .lightningLink, .invoice: return .lightning(string(found))
    }
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
