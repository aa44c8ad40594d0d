import Testing
import Timebase

@Suite struct TimebasePageTests {
  @Test func theExampleOfThePageHolds() {
    let unix = Timestamp(milliseconds: 1_750_000_000_123)
    let now = Now(monotonic: Instant(nanoseconds: 5_000_000_000), unix: unix)
    let deadline = now.monotonic + .seconds(10)
    let expired = now.monotonic >= deadline  // false
    let age = now.unix.millisecondsSince(Timestamp(milliseconds: 1_750_000_000_000))  // 123
    #expect(!expired)
    #expect(age == 123)
  }
}
