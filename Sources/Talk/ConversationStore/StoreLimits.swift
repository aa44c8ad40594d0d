/// How much the store keeps whatever arrives; each bound is one that strangers could fill.
public struct StoreLimits: Sendable, Hashable {
  /// Messages of one conversation; the oldest leave. Default: 100,000.
  public var messagesPerConversationMax: Int
  /// Conversations; the private one in which nothing arrived for longest leaves. Default: 5,000.
  public var conversationsMax: Int
  /// Remembered people; those leave first whose signing key no session confirmed, then those
  /// about whom nothing new was learned for longest. Default: 10,000.
  public var peersMax: Int
  /// People who say that we are a favourite of theirs and are none of ours; the ones heard of longest ago
  /// leave. Default: 2,000.
  public var favouritesOfTheirsMax: Int

  /// The defaults, or some of them replaced. All are at least 1.
  public init(
    messagesPerConversationMax: Int = 100_000, conversationsMax: Int = 5_000, peersMax: Int = 10_000,
    favouritesOfTheirsMax: Int = 2_000
  ) {
    self.messagesPerConversationMax = max(1, messagesPerConversationMax)
    self.conversationsMax = max(1, conversationsMax)
    self.peersMax = max(1, peersMax)
    self.favouritesOfTheirsMax = max(1, favouritesOfTheirsMax)
  }

  /// Messages that one call returns at most.
  static let pageMessagesMax = 10_000
  /// Messages that one search returns at most.
  static let foundMessagesMax = 1_000
  /// Messages that one search looks at in vain at most.
  static let searchedMessagesMax = 2_000
  /// Messages that one transaction writes into the index at most.
  static let indexMessagesMax = 500
  /// Messages that one transaction of a sweep removes at most.
  static let sweepMessagesMax = 500
}
