import Timebase
import TransportPorts

/// Stores and queries messages; decides nothing.
///
/// A call that returned has been committed: what it acknowledged survives a kill and a power loss.
/// Errors are those of the store, in words for people through `description`.
public protocol MessageRepository: Sendable {
  /// Stores a message in its place. An id the conversation holds already changes nothing, nor does a message
  /// of others in the open channel from before it was emptied.
  /// `isUnread` marks it unread in the same commit.
  func insert(_ message: ChatMessage, isUnread: Bool) async throws -> InsertOutcome

  /// Stores messages that came together, all in one commit, and answers what became of each. As for one;
  /// where it throws, none of them is stored.
  func insert(_ messages: [ChatMessage], areUnread: Bool) async throws -> [InsertOutcome]

  /// The newest messages of a conversation, ascending, at most `limit`.
  func newest(in conversation: ConversationKey, limit: Int) async throws -> MessagePage

  /// Messages before the one named (by order, not by id), ascending, at most `limit`. An unknown id
  /// gives an empty page.
  func messages(
    before id: MessageID, in conversation: ConversationKey, limit: Int
  ) async throws -> MessagePage

  /// One message.
  func message(_ id: MessageID, in conversation: ConversationKey) async throws -> ChatMessage?

  /// Reports a delivery state for a message of ours in one conversation. The table of chat-app 2.4
  /// decides whether it counts; answers the state that holds now, `nil` when there is no such message.
  func report(
    _ state: DeliveryState, of id: MessageID, in conversation: ConversationKey
  ) async throws -> DeliveryState?

  /// Makes a failed message of ours one that is being sent, written at `sentAt`, and moves it there. Answers
  /// it as it is now; `nil` when there is no such message, and the message as it is when it has not failed.
  func renew(
    _ id: MessageID, in conversation: ConversationKey, sentAt: Timestamp
  ) async throws -> ChatMessage?

  /// Every conversation that holds messages, the one with the newest message first.
  func conversations() async throws -> [ConversationSummary]

  /// Marks everything in the conversation as read.
  func markRead(_ conversation: ConversationKey) async throws

  /// Private messages to us that are read and whose sender is not known to have been told, oldest first.
  func readReceiptsDue(in conversation: ConversationKey) async throws -> [MessageID]

  /// Remembers that the sender needs not be told any more.
  func markReadReceiptSent(_ id: MessageID, in conversation: ConversationKey) async throws

  /// Private messages of ours that nobody confirmed and that have not failed, oldest first.
  func unconfirmed() async throws -> [ChatMessage]

  /// Removes what is older than the retention allows, and answers how many messages went.
  func sweep(_ retention: Retention, now: Timestamp) async throws -> Int

  /// Every change from now on, numbered without gaps. The buffer of a subscriber holds 1,024; when it
  /// is full the oldest are dropped, and the gap in the numbers tells the subscriber to read anew.
  func changes() async -> AsyncStream<NumberedChange>
}

/// What storing a message did.
public enum InsertOutcome: Sendable, Hashable {
  /// It is stored.
  case inserted
  /// The conversation held the id already.
  case duplicate
}

/// Some consecutive messages of a conversation.
public struct MessagePage: Sendable, Equatable {
  /// Ascending.
  public var messages: [ChatMessage]
  /// Whether the store holds older ones.
  public var hasOlder: Bool

  /// Joins the parts.
  public init(messages: [ChatMessage], hasOlder: Bool) {
    self.messages = messages
    self.hasOlder = hasOlder
  }
}

/// A conversation as a list shows it.
public struct ConversationSummary: Sendable, Hashable {
  /// Which one.
  public var key: ConversationKey
  /// Its newest message.
  public var newest: ChatMessage
  /// How many messages are unread.
  public var unreadCount: Int
  /// The oldest unread message.
  public var firstUnread: MessageID?

  /// Joins the parts.
  public init(key: ConversationKey, newest: ChatMessage, unreadCount: Int, firstUnread: MessageID?) {
    self.key = key
    self.newest = newest
    self.unreadCount = unreadCount
    self.firstUnread = firstUnread
  }
}

/// A sentence for the person about an error of a store, which describes itself in words.
public func storeProblem(_ error: any Error) -> String {
  "The message store has a problem. \(error)"
}
