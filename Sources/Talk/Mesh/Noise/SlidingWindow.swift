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

  /// Whether one more is allowed now, or so many more.
  mutating func hasRoom(for places: Int = 1, at now: Instant) -> Bool {
    forgetOld(at: now)
    return moments.count + places <= limit
  }

  /// When so many more are allowed.
  mutating func nextRoom(for places: Int = 1, at now: Instant) -> Instant {
    forgetOld(at: now)
    let excess = moments.count + min(places, limit) - limit
    return excess > 0 ? moments[excess - 1] + duration : now
  }

  private mutating func forgetOld(at now: Instant) {
    if let firstKept = moments.firstIndex(where: { now.since($0) < duration }) {
      moments.removeFirst(firstKept)
    } else {
      moments.removeAll(keepingCapacity: true)
    }
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
