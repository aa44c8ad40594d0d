import ConversationModel

/// What was typed and not sent, by conversation: in memory, and nowhere else. At most 64 texts of 16,000
/// characters; over that the one touched longest ago goes.
public struct Drafts: Sendable, Equatable {
  /// Texts that are kept.
  public static let countMax = 64
  /// Characters of one.
  public static let charactersMax = 16_000

  private var texts: [ConversationKey: String] = [:]
  /// The keys of `texts`, touched longest ago first.
  private var order: [ConversationKey] = []

  /// None.
  public init() {}

  /// What was typed there; empty when nothing.
  public subscript(key: ConversationKey) -> String {
    get { texts[key] ?? "" }
    set {
      order.removeAll { $0 == key }
      texts[key] = newValue.isEmpty ? nil : String(newValue.prefix(Self.charactersMax))
      if !newValue.isEmpty { order.append(key) }
      if order.count > Self.countMax { texts[order.removeFirst()] = nil }
    }
  }
}

/// Something that is offered while a message is being written (chat-app 9, 10.1).
public struct Suggestion: Sendable, Hashable {
  /// What stands in the text after it was taken, in place of what begins it; `nil` for a reminder of what a
  /// command takes.
  public var accepted: String?
  /// What is offered.
  public var label: String
  /// What it takes and does, in words; empty for a name.
  public var hint: String
}

extension TalkDomain {
  /// What fits to the text up to the cursor. Nobody who is blocked is offered.
  public func suggestions(textToCursor text: String) -> [Suggestion] {
    let names = directory.people.filter { !relations.blocked.contains($0.address) }.map(\.name.text)
    let mentions = MentionCompletion(textToCursor: text, names: names).suggestions
    guard mentions.isEmpty else {
      return mentions.prefix(MentionCompletion.shownMax).map { Suggestion(accepted: $0, label: $0, hint: "") }
    }
    let isWhole = text.contains(where: \.isWhitespace)
    return CommandWord.suggestions(for: text).map { word in
      Suggestion(
        accepted: isWhole ? nil : word.accepted,
        label: word.takes.isEmpty ? word.typed : word.typed + " " + word.takes, hint: word.does)
    }
  }

  /// Keeps what was typed there and not sent.
  public func keepDraft(_ text: String, in key: ConversationKey) {
    drafts[key] = text
  }
}
