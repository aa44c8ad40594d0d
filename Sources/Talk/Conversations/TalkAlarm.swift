import Timebase

/// What something is to be done for at a time; each name has one time.
public enum AlarmName: String, Sendable, CaseIterable {
  /// What waits to be confirmed.
  case outbox
  /// Read marks that may be lost.
  case readMarks
  /// A batch of public messages.
  case publicIntake
  /// Whether people are near.
  case nearby
  /// Conversations that nothing shows any more.
  case leaving
}

/// The only timers coordinators know; an edge sleeps for them, a test turns the clock.
public protocol TalkAlarm: Sendable {
  /// Calls `action` at `moment`, at once when it has passed, in place of what was set under the name before.
  /// `nil` takes that back. An action that began is not ended.
  func set(_ name: AlarmName, at moment: Instant?, _ action: @escaping @Sendable () async -> Void)
}
