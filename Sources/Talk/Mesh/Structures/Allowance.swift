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
    let (all, wanted) = (nanoseconds(for: burst), nanoseconds(for: amount))
    guard wanted <= all else { return false }
    guard let restoredAt, restoredAt > now else { return true }
    return restoredAt.nanoseconds - now.nanoseconds <= all - wanted
  }

  /// Uses `amount` up, if it is left.
  mutating func use(_ amount: Int, at now: Instant) -> Bool {
    guard has(amount, at: now) else { return false }
    let start = max(restoredAt ?? now, now).nanoseconds
    let (end, isTooLate) = start.addingReportingOverflow(nanoseconds(for: amount))
    restoredAt = Instant(nanoseconds: isTooLate ? .max : end)
    return true
  }

  /// How long `amount` takes to come back. Counted in words, since every frame asks.
  private func nanoseconds(for amount: Int) -> UInt64 {
    let bounded = UInt64(clamping: min(amount, Self.amountMax))
    return bounded * 1_000_000_000 / UInt64(clamping: max(1, perSecond))
  }

  /// Above everything that is ever asked for; keeps the product within 64 bits.
  private static let amountMax = 1 << 30
}
