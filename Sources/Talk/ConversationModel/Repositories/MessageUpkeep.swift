import Timebase
import TransportPorts

/// What a person does to whole conversations; beside `MessageRepository`, in the same store.
///
/// A call that returned has been committed. Names and texts are sealed; nothing here lets them out of the
/// store but to its caller.
public protocol ConversationUpkeep: Sendable {
  /// Empties a conversation and remembers `now`: nothing sent up to then comes back by gossip, by a relay's
  /// history or after a restart (chat-app 9, `/clear`). The conversation stays, without unread messages.
  func clear(_ conversation: ConversationKey, now: Timestamp) async throws

  /// Removes a conversation with its messages and marks; a new message makes it anew.
  func remove(_ conversation: ConversationKey) async throws

  /// Up to when a conversation was emptied; `nil` when it never was.
  func clearedUpTo(_ conversation: ConversationKey) async throws -> Timestamp?

  /// A person has another address (chat-app 2.3, 8.5): the messages go there. An id that both hold stays
  /// once, in the state of the higher rank; unread marks are carried over; `old` is removed. One commit. Only
  /// private conversations move; with any other nothing changes.
  func move(_ old: ConversationKey, to new: ConversationKey) async throws

  /// How long messages are kept: what was chosen last, or the defaults.
  func chosenRetention() async throws -> Retention

  /// Keeps the choice, removes at once what is older by `now`, and answers how many messages went.
  func choose(_ retention: Retention, now: Timestamp) async throws -> Int

  /// The oldest messages after the one named, ascending, at most `limit`, from the beginning without one: for
  /// writing a conversation out page by page.
  func messages(
    after id: MessageID?, in conversation: ConversationKey, limit: Int
  ) async throws -> [ChatMessage]

  /// Nobody looks at the conversation any more: where messages are not kept at all (`RetentionPeriod.off`),
  /// those that were seen go. What waits for a confirmation stays until it has one.
  func leftAlone(_ conversation: ConversationKey) async throws
}

extension ConversationUpkeep {
  /// A store that keeps everything forgets nothing.
  public func leftAlone(_ conversation: ConversationKey) async throws {}
}

/// Finds messages by their words. The index is keyed, so that a copied file tells no word.
public protocol MessageSearch: Sendable {
  /// Messages that hold every word of the query, in any case, the newest first, at most `limit`, from
  /// `position` on.
  func messages(
    holding query: SearchQuery, after position: SearchPosition?, limit: Int
  ) async throws -> SearchPage
}

/// What is looked for.
public struct SearchQuery: Sendable, Hashable {
  /// Most words that are looked for; more are left out.
  public static let wordsMax = 8

  /// The words, folded, each once, at most `wordsMax`.
  public let words: [String]
  /// Only here; everywhere when `nil`.
  public let conversation: ConversationKey?

  /// Cuts what was typed into words; `nil` when it holds none.
  public init?(_ typed: String, in conversation: ConversationKey? = nil) {
    var words: [String] = []
    for word in MessageWords.of(typed) where !words.contains(word) && words.count < Self.wordsMax {
      words.append(word)
    }
    guard !words.isEmpty else { return nil }
    self.words = words
    self.conversation = conversation
  }
}

/// Where a page of a search ended, by order and not by number.
public struct SearchPosition: Sendable, Hashable {
  /// When the last message of the page was sent.
  public var sentAt: Timestamp
  /// Its id.
  public var id: MessageID
  /// Its conversation.
  public var conversation: ConversationKey

  /// Joins the parts.
  public init(sentAt: Timestamp, id: MessageID, conversation: ConversationKey) {
    self.sentAt = sentAt
    self.id = id
    self.conversation = conversation
  }
}

/// Some of what a search found.
public struct SearchPage: Sendable, Equatable {
  /// The newest first. Fewer than asked for, none too, where many messages had to be read to tell.
  public var messages: [ChatMessage]
  /// Where the next page begins; `nil` when there is no more.
  public var next: SearchPosition?

  /// Joins the parts.
  public init(messages: [ChatMessage], next: SearchPosition?) {
    self.messages = messages
    self.next = next
  }
}
