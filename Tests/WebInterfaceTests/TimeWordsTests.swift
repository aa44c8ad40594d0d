import AppState
import Testing
import Timebase

@testable import WebInterface

/// Times as words, against a calendar that does not depend on the machine.
@Suite struct TimeWordsTests {
  @Test func timesAreWordsByDistance() {
    let times = SampleScreens.times
    let day: UInt64 = 86_400_000
    func moment(_ days: UInt64) -> Timestamp {
      Timestamp(milliseconds: SampleScreens.now.milliseconds - days * day)
    }
    #expect(times.short(moment(0)) == "14:21")
    #expect(times.short(moment(1)) == "Wed")
    #expect(times.short(moment(6)) == "Fri")
    #expect(times.short(moment(7)) == "7 May")
    #expect(times.short(moment(365)) == "14 May 2025")
    #expect(times.day(moment(0)) == "Today")
    #expect(times.day(moment(1)) == "Yesterday")
    #expect(times.day(moment(3)) == "Monday 11 May")
    #expect(times.day(moment(40)) == "4 Apr")
    #expect(times.machine(moment(0)) == "2026-05-14T14:21:00")
  }

  @Test func timesOfAWrongClockAreStillShown() {
    let times = SampleScreens.times
    #expect(times.short(Timestamp(milliseconds: SampleScreens.now.milliseconds + 3 * 86_400_000)) == "17 May")
    #expect(!CivilTime.local(Timestamp(milliseconds: .max)).year.description.isEmpty)
    #expect(CivilTime.local(Timestamp(milliseconds: 0)).dayNumber >= -1)
  }
}
