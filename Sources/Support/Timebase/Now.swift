/// One moment on both clocks: monotonic for deadlines and windows, Unix time for packets and people.
public struct Now: Sendable, Hashable {
  /// Monotonic time; its zero has no meaning.
  public var monotonic: Instant
  /// Wall-clock time; may jump.
  public var unix: Timestamp

  /// Joins the readings of both clocks.
  public init(monotonic: Instant, unix: Timestamp) {
    self.monotonic = monotonic
    self.unix = unix
  }
}

/// A point in monotonic time, in nanoseconds from an arbitrary zero. Arithmetic saturates.
public struct Instant: Sendable, Hashable, Comparable {
  /// Nanoseconds since the arbitrary zero.
  public var nanoseconds: UInt64

  /// A point `nanoseconds` after the arbitrary zero.
  public init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// Earlier points come first.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The point `duration` later (earlier when negative), clamped to the representable range.
  public static func + (instant: Instant, duration: Duration) -> Instant {
    let delta = duration.wholeNanoseconds
    let (sum, overflow) =
      delta >= 0
      ? instant.nanoseconds.addingReportingOverflow(UInt64(delta))
      : instant.nanoseconds.subtractingReportingOverflow(delta.magnitude)
    guard overflow else { return Instant(nanoseconds: sum) }
    return Instant(nanoseconds: delta >= 0 ? .max : 0)
  }

  /// The time from `earlier` to this point; negative when `earlier` is later.
  public func since(_ earlier: Instant) -> Duration {
    if nanoseconds >= earlier.nanoseconds {
      return .nanoseconds(Int64(clamping: nanoseconds - earlier.nanoseconds))
    }
    return .nanoseconds(-Int64(clamping: earlier.nanoseconds - nanoseconds))
  }
}

/// Milliseconds since the Unix epoch, as packets carry them (u64).
public struct Timestamp: Sendable, Hashable, Comparable, Codable {
  /// Milliseconds since 1970-01-01 00:00 UTC.
  public var milliseconds: UInt64

  /// The moment `milliseconds` after the epoch.
  public init(milliseconds: UInt64) {
    self.milliseconds = milliseconds
  }

  /// Earlier moments come first.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Signed distance in milliseconds, clamped to `Int64`; positive when `earlier` is earlier.
  public func millisecondsSince(_ earlier: Timestamp) -> Int64 {
    milliseconds >= earlier.milliseconds
      ? Int64(clamping: milliseconds - earlier.milliseconds)
      : -Int64(clamping: earlier.milliseconds - milliseconds)
  }
}

extension Duration {
  /// Whole nanoseconds, clamped to `Int64` (about ±292 years).
  public var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, sumOverflow) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return sumOverflow ? (seconds < 0 ? .min : .max) : sum
  }
}
