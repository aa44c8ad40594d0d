import Timebase

/// Lets so many through at once and then so many a second. A clock that goes backwards adds nothing.
public struct TokenBucket: Sendable {
  private let capacity: Double
  private let refillPerSecond: Double
  private var tokens: Double
  private(set) var stamp: Instant

  /// A full bucket.
  public init(capacity: Double, refillPerSecond: Double, at moment: Instant) {
    self.capacity = capacity
    self.refillPerSecond = refillPerSecond
    tokens = capacity
    stamp = moment
  }

  /// Whether one more may pass now.
  public mutating func take(at moment: Instant) -> Bool {
    let elapsed = Double(moment.since(stamp).wholeNanoseconds) / 1e9
    if elapsed > 0 {
      tokens = min(capacity, tokens + elapsed * refillPerSecond)
      stamp = moment
    }
    guard tokens >= 1 else { return false }
    tokens -= 1
    return true
  }
}
