import Text

/// What somebody typed into a conversation: a text to send, or a command (chat-app 5.1, 9).
public enum ChatInput: Sendable, Hashable {
  /// A text to send, as typed.
  case text(String)
  /// Begins with a slash: the word with it, and the rest, trimmed.
  case command(word: String, argument: String)

  /// Reads what was typed; `nil` where nothing is left of it. Two slashes begin a text that begins with one.
  public init?(_ typed: String) {
    let trimmed = Text.trimmed(typed)
    guard !trimmed.isEmpty else { return nil }
    guard trimmed.hasPrefix("/") else {
      self = .text(typed)
      return
    }
    if trimmed.hasPrefix("//") {
      self = .text(String(trimmed.dropFirst()))
      return
    }
    let word = trimmed.prefix { !$0.isWhitespace }
    self = .command(word: String(word), argument: Text.trimmed(String(trimmed.dropFirst(word.count))))
  }
}
