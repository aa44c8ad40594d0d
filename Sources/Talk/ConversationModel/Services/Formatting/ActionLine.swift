import Text

/// A line that tells what somebody did: `* 🫂 ada hugs bob *` (chat-app 6.1, 9).
public enum ActionLine {
  /// The text without its asterisks where it is an action, shown as a system line; `nil` for anything else.
  public static func of(_ text: String) -> String? {
    guard text.hasPrefix("* "), text.hasSuffix(" *"), text.unicodeScalars.count > 4 else { return nil }
    guard ["🫂", "🐟", "took a screenshot"].contains(where: { text.contains($0) }) else { return nil }
    return Text.trimmed(String(text.dropFirst(2).dropLast(2)))
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
