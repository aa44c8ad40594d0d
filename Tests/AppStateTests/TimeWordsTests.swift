import AppState
import Foundation
import Testing
import Timebase

/// Times as words, against a calendar that does not depend on the machine.
@Suite struct TimeWordsTests {
  /// 2026-05-14 14:21 UTC, a Thursday.
  private static let now = Timestamp(milliseconds: 1_778_768_460_000)
  private static let times = TimeWords(now: now, civil: utc)

  private static func utc(_ moment: Timestamp) -> CivilTime {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let date = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1_000)
    let parts = calendar.dateComponents(
      [.year, .month, .day, .weekday, .hour, .minute, .second], from: date)
    return CivilTime(
      year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0, weekday: (parts.weekday ?? 1) - 1,
      hour: parts.hour ?? 0, minute: parts.minute ?? 0, second: parts.second ?? 0,
      dayNumber: Int(clamping: moment.milliseconds / 86_400_000))
  }

  @Test func timesAreWordsByDistance() {
    let times = Self.times
    let day: UInt64 = 86_400_000
    func moment(_ days: UInt64) -> Timestamp {
      Timestamp(milliseconds: Self.now.milliseconds - days * day)
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
    let times = Self.times
    #expect(times.short(Timestamp(milliseconds: Self.now.milliseconds + 3 * 86_400_000)) == "17 May")
    #expect(!CivilTime.local(Timestamp(milliseconds: .max)).year.description.isEmpty)
    #expect(CivilTime.local(Timestamp(milliseconds: 0)).dayNumber >= -1)
  }
}
