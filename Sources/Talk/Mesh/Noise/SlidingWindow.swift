import Timebase

/// Counts what happened within the last `duration` and says when it is too much. Refused attempts do not
/// count. Holds at most `limit` moments.
struct SlidingWindow: Sendable {
  let limit: Int
  let duration: Duration
  private var moments: [Instant] = []

  init(limit: Int, duration: Duration) {
    self.limit = limit
    self.duration = duration
  }

  /// Whether one more is allowed now.
  mutating func hasRoom(at now: Instant) -> Bool {
    if let firstKept = moments.firstIndex(where: { now.since($0) < duration }) {
      moments.removeFirst(firstKept)
    } else {
      moments.removeAll(keepingCapacity: true)
    }
    return moments.count < limit
  }

  /// Counts one.
  mutating func count(at now: Instant) {
    if moments.count < limit { moments.append(now) }
  }

  /// Counts one if it is allowed.
  mutating func admit(at now: Instant) -> Bool {
    guard hasRoom(at: now) else { return false }
    count(at: now)
    return true
  }
}
