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

extension TalkDomain {
  /// What fits to the text up to the cursor.
  public func suggestions(textToCursor text: String) -> [Suggestion] {
    Suggestion.fitting(textToCursor: text, directory: directory, relations: relations)
  }

  /// Keeps what was typed there and not sent.
  public func keepDraft(_ text: String, in key: ConversationKey) {
    drafts[key] = text
  }
}
