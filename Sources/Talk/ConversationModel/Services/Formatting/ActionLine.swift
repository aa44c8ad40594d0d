import Text

/// A line that tells what somebody did: `* 🫂 ada hugs bob *` (chat-app 6.1, 9).
public enum ActionLine {
  /// The text without its asterisks where it is an action, shown as a system line; `nil` for anything else.
  public static func of(_ text: String) -> String? {
    guard text.hasPrefix("* "), text.hasSuffix(" *"), text.unicodeScalars.count > 4 else { return nil }
    guard ["🫂", "🐟", "took a screenshot"].contains(where: { text.contains($0) }) else { return nil }
    return Text.trimmed(String(text.dropFirst(2).dropLast(2)))
  }

  /// What stands in the timeline for a message that is no speech, in one line. `other` is the other person of
  /// a private conversation, whom a line of ours calls “you”.
  ///
  /// What others tell of themselves is shown beside their name (`ChatMessage.isActionOfOther`): it may say
  /// anything, and is not to be taken for a word of Tern.
  public static func shown(_ message: ChatMessage, other: String) -> String {
    guard !message.isActionOfOther else {
      return message.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    guard message.author.isOwn, message.delivery != nil, let line = of(message.text) else {
      return message.text
    }
    for emote in Emote.allCases where message.text == emote.privateLine(from: message.author.name) {
      return of(emote.publicLine(from: message.author.name, about: other)) ?? line
    }
    return line
  }
}

/// What `/hug` and `/slap` do; the texts are agreed between clients.
public enum Emote: Sendable, Hashable, CaseIterable {
  /// A hug.
  case hug
  /// A slap with a trout.
  case slap

  /// The line for everybody, about somebody.
  public func publicLine(from own: String, about name: String) -> String {
    switch self {
    case .hug: "* 🫂 \(own) hugs \(name) *"
    case .slap: "* 🐟 \(own) slaps \(name) around a bit with a large trout *"
    }
  }

  /// The line for the one it is meant for.
  public func privateLine(from own: String) -> String { publicLine(from: own, about: "you") }
}

extension ChatMessage {
  /// Whether somebody else tells what they did (`ActionLine`): it looks like a line of Tern, and is none.
  public var isActionOfOther: Bool { kind == .system && !author.isOwn }
}
