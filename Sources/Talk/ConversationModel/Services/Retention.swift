import Timebase

/// How long messages are kept (architecture.md 3, "history").
public struct Retention: Sendable, Hashable {
  /// For the open channel.
  public var publicMessages: RetentionPeriod
  /// For private conversations.
  public var privateMessages: RetentionPeriod

  /// Public one day, private one week unless told otherwise.
  public init(publicMessages: RetentionPeriod = .day, privateMessages: RetentionPeriod = .week) {
    self.publicMessages = publicMessages
    self.privateMessages = privateMessages
  }

  /// How long the messages of a conversation are kept.
  public func period(for conversation: ConversationKey) -> RetentionPeriod {
    conversation.isPrivate ? privateMessages : publicMessages
  }

  /// Whether messages of one kind are kept less long than before.
  public func isShorter(than other: Retention) -> Bool {
    func length(_ period: RetentionPeriod) -> UInt64 { period.milliseconds ?? .max }
    return length(publicMessages) < length(other.publicMessages)
      || length(privateMessages) < length(other.privateMessages)
  }

  /// Damaged files that were last written before this time go: the shorter of the periods in which something
  /// is stored has passed. All go when nothing is stored; `nil` when none goes by age.
  public func copyHorizon(now: Timestamp) -> Timestamp? {
    let stored = [publicMessages, privateMessages].filter(\.isStored)
    guard !stored.isEmpty else { return Timestamp(milliseconds: UInt64(Int64.max)) }
    guard let shortest = stored.compactMap(\.milliseconds).min() else { return nil }
    return Timestamp(milliseconds: now.milliseconds >= shortest ? now.milliseconds - shortest : 0)
  }

  /// Stored messages of the conversation sent before this time go; `nil` when none go by age.
  public func horizon(for conversation: ConversationKey, now: Timestamp) -> Timestamp? {
    let period = period(for: conversation)
    guard period.isStored else { return Timestamp(milliseconds: UInt64(Int64.max)) }
    guard let milliseconds = period.milliseconds else { return nil }
    return Timestamp(milliseconds: now.milliseconds >= milliseconds ? now.milliseconds - milliseconds : 0)
  }
}

/// A choice of how long.
public enum RetentionPeriod: String, Sendable, CaseIterable {
  /// Not at all: a message is gone when its conversation is closed.
  case off
  /// In memory, until Tern ends.
  case session
  /// One day.
  case day
  /// Seven days.
  case week
  /// Thirty days.
  case month
  /// Never removed by age.
  case forever

  /// Whether messages are written to the store at all.
  public var isStored: Bool {
    switch self {
    case .off, .session: false
    case .day, .week, .month, .forever: true
    }
  }

  /// The period in milliseconds; `nil` for `forever`.
  public var milliseconds: UInt64? {
    switch self {
    case .off, .session: 0
    case .day: 86_400_000
    case .week: 7 * 86_400_000
    case .month: 30 * 86_400_000
    case .forever: nil
    }
  }
}
