import Conversations
import Glibc
import Timebase

/// The machine's clocks. The monotonic one counts while the machine sleeps, so that deadlines pass then.
struct SystemClock: TalkClock {
  func now() -> Now {
    Now(
      monotonic: Instant(nanoseconds: read(CLOCK_BOOTTIME)),
      unix: Timestamp(milliseconds: read(CLOCK_REALTIME) / 1_000_000))
  }

  private func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
  }
}
