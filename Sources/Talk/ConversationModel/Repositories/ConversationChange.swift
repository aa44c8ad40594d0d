import TransportPorts

/// What changed in a store, with what a view needs to change in part (chat-app 2.3).
public enum ConversationChange: Sendable, Hashable {
  /// A message was stored.
  case inserted(ChatMessage)
  /// A message of ours has another delivery state.
  case delivery(DeliveryState, of: MessageID, in: ConversationKey)
  /// Messages were removed.
  case removed(Set<MessageID>, from: ConversationKey)
  /// The number of unread messages is another.
  case unread(count: Int, firstUnread: MessageID?, in: ConversationKey)
}

/// A change and its place in the feed.
public struct NumberedChange: Sendable, Hashable {
  /// Counts from 1 since the store was opened, without gaps; the changes of one commit follow one another.
  public var number: UInt64
  /// What changed.
  public var change: ConversationChange

  /// Joins the parts.
  public init(number: UInt64, change: ConversationChange) {
    self.number = number
    self.change = change
  }
}
