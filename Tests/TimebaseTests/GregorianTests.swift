import Testing
import Timebase

@Suite struct GregorianTests {
  @Test func everyDayFollowsTheOneBeforeIt() {
    var (year, month, day) = (1, 1, 1)
    var failures: [Int] = []
    for number in Gregorian.dayNumbers {
      if Gregorian.date(ofDay: number) != (year, month, day)
        || Gregorian.dayNumber(year: year, month: month, day: day) != number
      {
        failures.append(number)
      }
      day += 1
      if day > Gregorian.days(inMonth: month, of: year) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect(failures.isEmpty, "\(failures.prefix(5))")
    #expect((year, month, day) == (10_000, 1, 1))
    #expect(Gregorian.dayNumber(year: 1970, month: 1, day: 1) == 0)
  }

  @Test func daysThatDoNotExistHaveNoNumber() {
    let none = [
      (0, 1, 1), (10_000, 1, 1), (2025, 0, 1), (2025, 13, 1), (2025, 2, 29), (1900, 2, 29), (2025, 4, 31),
      (2025, 1, 0), (.min, 1, 1), (.max, 12, 31), (2025, .min, 1), (2025, 1, .max),
    ]
    for (year, month, day) in none {
      #expect(Gregorian.dayNumber(year: year, month: month, day: day) == nil, "\(year)-\(month)-\(day)")
    }
    #expect(Gregorian.dayNumber(year: 2000, month: 2, day: 29) == 11_016)
    #expect(Gregorian.date(ofDay: .min) == (1, 1, 1) && Gregorian.date(ofDay: .max) == (9999, 12, 31))
  }
}
