import Timebase

/// So much at once, so much a second: what is used up comes back with time.
struct Allowance: Sendable {
  let perSecond: Int
  /// How long all of it, and one, take to come back.
  private let all: UInt64
  private let one: UInt64
  /// When everything used so far has come back.
  private var restoredAt: Instant?

  init(burst: Int, perSecond: Int) {
    self.perSecond = perSecond
    all = Self.nanoseconds(for: burst, perSecond)
    one = Self.nanoseconds(for: 1, perSecond)
  }

  /// Whether `amount` is left.
  func has(_ amount: Int, at now: Instant) -> Bool {
    let wanted = nanoseconds(for: amount)
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

  private func nanoseconds(for amount: Int) -> UInt64 {
    amount == 1 ? one : Self.nanoseconds(for: amount, perSecond)
  }

  /// How long `amount` takes to come back. Counted in words, since every frame asks.
  private static func nanoseconds(for amount: Int, _ perSecond: Int) -> UInt64 {
    let bounded = UInt64(clamping: min(amount, amountMax))
    return bounded * 1_000_000_000 / UInt64(clamping: max(1, perSecond))
  }

  /// Above everything that is ever asked for; keeps the product within 64 bits.
  private static let amountMax = 1 << 30
}
