import Text
import TransportPorts

/// Something the person is told outside of the window (chat-app 13).
public enum Notice: Sendable, Hashable {
  /// Somebody wrote our name where everybody reads along.
  case mention(by: String, text: String, in: ConversationKey)
  /// A private message.
  case directMessage(from: String, text: String, in: ConversationKey)
  /// People are near, after nobody was.
  case peopleNearby(count: Int)
  /// Somebody's keys were compared.
  case verified(name: String)
  /// And they compared ours.
  case verifiedEachOther(name: String)

  /// Longest text in a preview, in characters.
  public static let previewCharactersMax = 80

  /// Whether a message is told. `openConversation` is what the person looks at in the foreground; `isKnown`
  /// is whether the message was stored before.
  public static func of(
    _ message: ChatMessage, mentionsUs: Bool, isKnown: Bool, openConversation: ConversationKey?
  ) -> Notice? {
    guard !message.author.isOwn, !isKnown, message.conversation != openConversation else { return nil }
    switch (message.conversation, message.kind) {
    case (.direct, .person), (.direct, .system):
      return .directMessage(from: message.author.name, text: message.text, in: message.conversation)
    case (.mesh, .person):
      guard mentionsUs else { return nil }
      return .mention(by: message.author.name, text: message.text, in: message.conversation)
    case (.mesh, .system): return nil
    }
  }

  /// Where it leads when it is chosen.
  public var target: ConversationKey? {
    switch self {
    case .mention(_, _, let key), .directMessage(_, _, let key): key
    case .peopleNearby: .mesh
    case .verified, .verifiedEachOther: nil
    }
  }

  /// The words of it, safe to show. Without `showsPreviews`, the default, neither name nor text is told.
  public func words(showsPreviews: Bool) -> (title: String, body: String) {
    switch self {
    case .mention(let name, let text, _):
      showsPreviews
        ? ("\(safe(name)) mentioned you", preview(text)) : ("You were mentioned", "Open Tern to read.")
    case .directMessage(let name, let text, _):
      showsPreviews ? (safe(name), preview(text)) : ("New private message", "Open Tern to read.")
    case .peopleNearby(let count):
      ("People are near", count == 1 ? "One person is in reach." : "\(count) people are in reach.")
    case .verified(let name):
      showsPreviews
        ? ("\(safe(name)) is verified", "The keys are those of the code.")
        : ("Somebody is verified", "The keys are those of the code.")
    case .verifiedEachOther(let name):
      showsPreviews
        ? ("You and \(safe(name)) verified each other", "Both compared the keys.")
        : ("You verified each other", "Both compared the keys.")
    }
  }

  private func safe(_ name: String) -> String {
    let shown = Text.displayName(name)
    return shown.isEmpty ? "Somebody" : shown
  }

  private func preview(_ text: String) -> String {
    let shown = Text.displayText(text)
    return shown.count <= Self.previewCharactersMax
      ? shown : String(shown.prefix(Self.previewCharactersMax)) + "…"
  }
}

extension [ConversationSummary] {
  /// Where the mark for unread messages leads: the unread conversation with the newest message; with none
  /// unread the private conversation with the newest (chat-app 13).
  public var unreadTarget: ConversationKey? {
    let byAge = sorted { ($1.newest.sentAt, $1.key) < ($0.newest.sentAt, $0.key) }
    return (byAge.first { $0.unreadCount > 0 } ?? byAge.first { $0.key.isPrivate })?.key
  }
}
