import Timebase

/// So much at once, so much a second: what is used up comes back with time.
struct Allowance: Sendable {
  let burst: Int
  let perSecond: Int
  /// When everything used so far has come back.
  private var restoredAt: Instant?

  init(burst: Int, perSecond: Int) {
    self.burst = burst
    self.perSecond = perSecond
  }

  /// Whether `amount` is left.
  func has(_ amount: Int, at now: Instant) -> Bool {
    let used = restoredAt.map { max(.zero, $0.since(now)) } ?? .zero
    return used + time(for: amount) <= time(for: burst)
  }

  /// Uses `amount` up, if it is left.
  mutating func use(_ amount: Int, at now: Instant) -> Bool {
    guard has(amount, at: now) else { return false }
    restoredAt = max(restoredAt ?? now, now) + time(for: amount)
    return true
  }

  private func time(for amount: Int) -> Duration {
    let bounded = Int64(clamping: min(amount, Self.amountMax))
    return .nanoseconds(bounded * 1_000_000_000 / Int64(clamping: max(1, perSecond)))
  }

  /// Above everything that is ever asked for; keeps the product within 64 bits.
  private static let amountMax = 1 << 30
}
