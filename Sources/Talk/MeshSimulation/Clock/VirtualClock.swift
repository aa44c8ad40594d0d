import Timebase

/// The one clock of a world. It moves only when it is told to, and never back.
///
/// Every node reads the same monotonic time; what it believes of the date may differ by its skew.
public struct VirtualClock: Sendable {
  /// Where every world begins.
  public static let start = Now(
    monotonic: Instant(nanoseconds: 1_000_000_000), unix: Timestamp(milliseconds: 1_750_000_000_000))

  /// The moment.
  public private(set) var moment = VirtualClock.start.monotonic

  /// A clock at the beginning.
  public init() {}

  /// Simulated time since the beginning.
  public var elapsed: Duration { moment.since(VirtualClock.start.monotonic) }

  /// Moves on; a moment that is over changes nothing.
  public mutating func advance(to moment: Instant) {
    self.moment = max(self.moment, moment)
  }

  /// What a node reads whose date is off by so much.
  public func now(skewMilliseconds: Int = 0) -> Now {
    let passed = elapsed.wholeNanoseconds / 1_000_000
    let unix = Int64(VirtualClock.start.unix.milliseconds) + passed + Int64(skewMilliseconds)
    return Now(monotonic: moment, unix: Timestamp(milliseconds: UInt64(max(unix, 0))))
  }

  /// The moment so long after the beginning.
  public static func moment(milliseconds: Int) -> Instant {
    start.monotonic + .milliseconds(Int64(milliseconds))
  }
}
