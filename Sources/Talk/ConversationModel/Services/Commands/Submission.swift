import TransportPorts

/// What became of what a person typed.
public struct Submission: Sendable, Hashable {
  /// The messages that were sent by it, committed.
  public var ids: [MessageID]
  /// A conversation to show now.
  public var opens: ConversationKey?

  /// Joins the parts.
  public init(ids: [MessageID] = [], opens: ConversationKey? = nil) {
    self.ids = ids
    self.opens = opens
  }
}
