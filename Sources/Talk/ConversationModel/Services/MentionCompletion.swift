import Text

/// What completes a name that is being typed after an at sign (chat-app 10.1).
public struct MentionCompletion: Sendable, Hashable {
  /// How many are kept.
  public static let suggestionsMax = 5
  /// How many of them are shown.
  public static let shownMax = 4

  /// Names with their at sign, ascending; empty where nothing is offered.
  public let suggestions: [String]
  private let head: String

  /// Looks at the text up to the cursor. `names` are what may be completed, with suffixes where needed.
  public init(textToCursor text: String, names: [String]) {
    // A letter may be typed in two parts; composed it is a letter.
    let composed = Array(Text.nfc(text).unicodeScalars)
    let start = composed.lastIndex { !isNameScalar($0) }
    guard let start, composed[start] == "@", let at = text.unicodeScalars.lastIndex(of: "@") else {
      suggestions = []
      head = text
      return
    }
    var typed = String.UnicodeScalarView()
    typed.append(contentsOf: composed[(start + 1)...])
    let wanted = String(typed).lowercased()
    head = String(text.unicodeScalars[..<at])
    suggestions = Array(
      names.filter { Text.nfc($0).lowercased().hasPrefix(wanted) }.sorted()
        .prefix(Self.suggestionsMax).map { "@" + $0 })
  }

  /// The text up to the cursor after one was accepted; the cursor stands at its end. No space is added.
  public func accepting(_ suggestion: String) -> String { head + suggestion }
}
