import Ledger
import Testing
import Timebase

@Suite struct CalendarDateTests {
  /// Walks over 1900 and 2000 day by day with the obvious rules.
  @Test func everyDayFollowsTheOneBefore() throws {
    var (year, month, day) = (1890, 1, 1)
    var date = try #require(CalendarDate("1890-01-01"))
    var failures = 0
    for _ in 0..<40_542 {
      if date.components != (year, month, day) || CalendarDate(year: year, month: month, day: day) != date {
        failures += 1
      }
      day += 1
      if day > Gregorian.days(inMonth: month, of: year) { (day, month) = (1, month + 1) }
      if month > 12 { (month, year) = (1, year + 1) }
      date = try #require(date.adding(days: 1))
    }
    #expect(failures == 0)
    #expect((year, month, day) == (2001, 1, 1))
  }

  @Test func daysHaveTheirNumbersAndNames() throws {
    #expect(try #require(CalendarDate("1970-01-01")).dayNumber == 0)
    #expect(try #require(CalendarDate("1970-01-01")).weekday == .thursday)
    #expect(try #require(CalendarDate("2024-02-29")).weekday == .thursday)
    #expect(CalendarDate.first.description == "0001-01-01")
    #expect(CalendarDate.last.description == "9999-12-31")
    #expect(CalendarDate.first.weekday == .monday)
  }

  @Test func monthsAreCutToTheirLastDay() throws {
    let end = try #require(CalendarDate("2024-01-31"))
    #expect(end.adding(months: 1)?.description == "2024-02-29")
    #expect(end.adding(months: -2)?.description == "2023-11-30")
    #expect(end.adding(months: 13)?.description == "2025-02-28")
    #expect(end.adding(months: .max) == nil && end.adding(days: .max) == nil)
    #expect(CalendarDate.last.adding(days: 1) == nil && CalendarDate.first.adding(months: -1) == nil)
    #expect(CalendarDate.last.adding(months: 1) == nil)
  }

  @Test func onlyWholeDaysAreRead() {
    for text in [
      "", "2024-02-30", "2023-02-29", "2024-13-01", "2024-1-01", "2024-01-01 ", "24-01-01", "0000-01-01",
      "２０２４-01-01",
    ] {
      #expect(CalendarDate(text) == nil, "\(text)")
    }
  }

  @Test func storedDaysAreComparedAsText() throws {
    let day = try #require(CalendarDate("2024-01-31"))
    #expect(DayText("2024-01-31T23:59:59").isOnOrBefore(day))
    #expect(DayText("2024-01-31").isOnOrBefore(day))
    #expect(!DayText("2024-02-01").isOnOrBefore(day))
    #expect(DayText(nil).isOnOrBefore(day) && DayText("").isOnOrBefore(day))
    #expect(DayText("1/2/2024").isOnOrBefore(day) && !DayText("soon").isOnOrBefore(day))
    #expect(DayText("2024-01-31T23:59:59").isWithin(day...day) && !DayText(nil).isWithin(day...day))
    #expect(
      DayText("2024-01-31T08:00:00").moved(to: try #require(day.adding(days: 1))).text
        == "2024-02-01T08:00:00")
  }

  @Test func masksWriteAndReadTheSameDay() throws {
    var random = SeededNumbers(seed: 5)
    let masks = [
      "%Y-%m-%d", "%d.%m.%Y", "%m/%d/%y", "%d %b %Y", "%B %e, %Y", "%d'%m'%Y", "%Y%m%d", "%%%Y.%m.%d",
    ]
    for mask in masks.map(DateMask.init) {
      for _ in 0..<200 {
        let number = Int.random(in: 0...20_000, using: &random)
        let date = try #require(CalendarDate(dayNumber: number))
        #expect(mask.date(mask.text(date)) == date, "\(mask.mask) \(mask.text(date))")
      }
    }
    let us = DateMask("%m/%d/%y")
    #expect(us.date("2/9/24")?.description == "2024-02-09")
    #expect(
      us.date("13/9/24") == nil && us.date("02/09/24x") == nil && DateMask("%m/%d").date("02/09") == nil)
  }

  @Test func peopleMayWriteDaysInWords() throws {
    let today = try #require(CalendarDate("2024-03-01"))
    let mask = DateMask("%d.%m.%Y")
    for (text, expected) in [
      ("today", "2024-03-01"), ("Yesterday", "2024-02-29"), ("tomorrow", "2024-03-02"), ("-7", "2024-02-23"),
      ("+1", "2024-03-02"), ("2023-12-24", "2023-12-24"), ("24.12.2023", "2023-12-24"),
    ] {
      #expect(CalendarDate.reading(text, mask: mask, today: today)?.description == expected, "\(text)")
    }
    #expect(CalendarDate.reading("someday", mask: mask, today: today) == nil)
  }

  @Test func amountsAreReckonedAsTyped() {
    let format = CurrencyFormat(prefix: "Rs.", suffix: "", decimalPoint: ".", groupSeparator: ",", scale: 100)
    for (text, expected) in [
      ("Rs.1,234.50", "1234.5"), ("2*(3+4)", "14"), ("10/4", "2.5"), ("-5+\u{2212}2", "-7"), ("--5", "5"),
      ("1+2*3", "7"), ("(1)", "1"), ("1/0", nil), ("", nil), ("()", nil), ("1..2", nil), ("5 Rs.", "5"),
      (String(repeating: "(", count: 100), nil), (String(repeating: "1", count: 300), nil), ("2(3)", nil),
    ] {
      #expect(format.amount(text)?.description == expected, "\(text)")
    }
  }
}
