import ConversationModel
import Timebase
import TransportPorts

/// A conversation as the list shows it.
public struct ConversationRow: Sendable, Hashable {
  /// Which one.
  public var key: ConversationKey
  /// What it is called: `Nearby`, or the other person.
  public var title: DisplayName
  /// The other person while in sight; `nil` for channels and for people who are away.
  public var person: Person?
  /// The newest message; `nil` while there is none.
  public var newest: ChatMessage?
  /// How many messages are unread.
  public var unreadCount: Int

  /// Joins the parts.
  public init(
    key: ConversationKey, title: DisplayName, person: Person?, newest: ChatMessage?, unreadCount: Int
  ) {
    self.key = key
    self.title = title
    self.person = person
    self.newest = newest
    self.unreadCount = unreadCount
  }
}

/// The part of a conversation that some page shows.
public struct OpenTimeline: Sendable, Equatable {
  /// How many messages are shown at first, and how many more each time (chat-app 2.6).
  public static let windowInitial = 300
  /// How many older ones are added.
  public static let windowStep = 200

  /// The messages, ascending.
  public var timeline: Timeline
  /// Whether the store holds older ones.
  public var hasOlder: Bool
  /// Above which message the line `n new` stands; stays where it is while the conversation is open.
  public var unreadLine: MessageID?
  /// The n of that line.
  public var unreadCount: Int
  /// Whether the store could not be read: what is missing here is not missing there.
  public var isFailed: Bool

  /// Whether no more messages are held in memory, though the store has older ones.
  public var isFull: Bool { hasOlder && timeline.messages.count >= timeline.limit }

  /// Joins the parts.
  public init(
    timeline: Timeline, hasOlder: Bool, unreadLine: MessageID?, unreadCount: Int, isFailed: Bool = false
  ) {
    self.isFailed = isFailed
    self.timeline = timeline
    self.hasOlder = hasOlder
    self.unreadLine = unreadLine
    self.unreadCount = unreadCount
  }
}
