import Ledger
import Testing

@Suite struct ScheduleTwinTests {
  /// Steps a day or a month at a time, with no arithmetic but counting.
  private static func slowNext(_ rule: Recurrence, after date: CalendarDate) -> CalendarDate? {
    func later(days: Int64) -> CalendarDate? {
      (0..<days).reduce(Optional(date)) { day, _ in day?.adding(days: 1) }
    }
    func month(_ count: Int64, day: Int) -> CalendarDate? {
      var (year, month) = (date.year, date.month)
      for _ in 0..<count { (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1) }
      return (1...day).reversed().lazy.compactMap { CalendarDate(year: year, month: month, day: $0) }.first
    }
    switch rule.frequency {
    case .once: return nil
    case .daily: return later(days: 1)
    case .weekly: return later(days: 7)
    case .fortnightly: return later(days: 14)
    case .fourWeeks: return later(days: 28)
    case .inDays, .everyDays: return later(days: rule.interval ?? 0)
    case .monthly: return month(1, day: date.day)
    case .everyTwoMonths: return month(2, day: date.day)
    case .quarterly: return month(3, day: date.day)
    case .fourMonths: return month(4, day: date.day)
    case .halfYearly: return month(6, day: date.day)
    case .yearly: return month(12, day: date.day)
    case .inMonths, .everyMonths: return month(rule.interval ?? 0, day: date.day)
    case .monthLastDay: return month(1, day: 31)
    case .monthLastBusinessDay:
      var day = month(1, day: 31)
      while day?.weekday == .saturday || day?.weekday == .sunday { day = day?.adding(days: -1) }
      return day
    }
  }

  @Test func everyStepAgreesWithCounting() throws {
    var random = SeededNumbers(seed: 61)
    for _ in 0..<60 {
      let date = try #require(CalendarDate(dayNumber: Int.random(in: 10_000...30_000, using: &random)))
      let count = Int64.random(in: 1...40, using: &random)
      for frequency in Recurrence.Frequency.allCases {
        let rule = Recurrence(repeats: frequency.rawValue, occurrences: count)
        #expect(rule.next(after: date) == Self.slowNext(rule, after: date), "\(frequency) \(count) \(date)")
      }
    }
  }

  @Test func aProjectionIsWhatAdvancingReaches() throws {
    var random = SeededNumbers(seed: 67)
    let end = try day("2030-12-31")
    for round in 0..<150 {
      let start = try #require(CalendarDate(dayNumber: Int.random(in: 19_000...20_000, using: &random)))
      var schedule = Schedule(id: RecordID(1))
      schedule.repeats =
        Int64.random(in: 0...17, using: &random) + Int64.random(in: 0...2, using: &random) * 100
      schedule.occurrences = Int64.random(in: -1...12, using: &random)
      (schedule.entry.date, schedule.due) = (DayText(start), DayText(start))
      let projected = schedule.projected(through: end, limit: 20)
      var reached: [CalendarDate] = []
      var current: Schedule? = schedule
      while let now = current, let date = now.entry.date.day, date <= end, reached.count < 20 {
        reached.append(date)
        if case .next(let next) = now.advanced() { current = next } else { current = nil }
      }
      #expect(projected == reached, "round \(round): \(schedule.repeats) \(schedule.occurrences)")
    }
  }
}
