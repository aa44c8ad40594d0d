import Testing
import Timebase

@Suite struct TimebaseTests {
  @Test func instantsSaturateInsteadOfTrapping() {
    #expect(Instant(nanoseconds: .max) + .seconds(1) == Instant(nanoseconds: .max))
    #expect(Instant(nanoseconds: 5) + .seconds(-1) == Instant(nanoseconds: 0))
    #expect(Instant(nanoseconds: 1) + .seconds(Int64.max) == Instant(nanoseconds: 1 + UInt64(Int64.max)))
  }

  @Test func distancesAreSigned() {
    let early = Instant(nanoseconds: 1_000)
    let late = Instant(nanoseconds: 3_000)
    #expect(late.since(early) == .nanoseconds(2_000))
    #expect(early.since(late) == .nanoseconds(-2_000))
    #expect(Timestamp(milliseconds: 7).millisecondsSince(Timestamp(milliseconds: 10)) == -3)
    #expect(Timestamp(milliseconds: .max).millisecondsSince(Timestamp(milliseconds: 0)) == .max)
  }
}
