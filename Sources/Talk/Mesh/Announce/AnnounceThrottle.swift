import Timebase

/// Keeps announces apart: 1 s, or 0.15 s for those somebody insists on. What is refused is lost.
///
/// Source: mesh-engine 7.1.
struct AnnounceThrottle: Sendable {
  /// When the last announce went out.
  private(set) var lastSent: Instant?

  /// Whether an announce may go out now.
  func allows(isForced: Bool, at now: Instant) -> Bool {
    let interval = isForced ? MeshLimits.forcedAnnounceInterval : MeshLimits.announceInterval
    return lastSent.map { now.since($0) >= interval } ?? true
  }

  /// Notes an announce.
  mutating func note(at now: Instant) { lastSent = now }

  /// Time since the last announce; `nil` when there was none.
  func age(at now: Instant) -> Duration? { lastSent.map { now.since($0) } }
}
