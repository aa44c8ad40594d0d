import Timebase

/// A day of the Gregorian calendar, years 1…9999, without time or zone.
///
/// Money knows calendar days only: what "today" is, is an argument everywhere.
public struct CalendarDate: Sendable, Hashable, Comparable {
  /// Days since 1970-01-01; negative before.
  public let dayNumber: Int

  /// The day `year`-`month`-`day`; nil when there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard let number = Gregorian.dayNumber(year: year, month: month, day: day) else { return nil }
    dayNumber = number
  }

  /// The day with this number; nil beyond the years 1…9999.
  public init?(dayNumber: Int) {
    guard Gregorian.dayNumbers.contains(dayNumber) else { return nil }
    self.dayNumber = dayNumber
  }

  private init(trusted dayNumber: Int) { self.dayNumber = dayNumber }

  /// Reads exactly `YYYY-MM-DD`; nil for anything else and for days that do not exist.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8.prefix(11))
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Self.value(bytes[0..<4]), let month = Self.value(bytes[5..<7]),
      let day = Self.value(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The first day there is, 0001-01-01.
  public static let first = CalendarDate(trusted: Gregorian.dayNumbers.lowerBound)
  /// The last day there is, 9999-12-31.
  public static let last = CalendarDate(trusted: Gregorian.dayNumbers.upperBound)
  /// The years there are.
  public static let years = Gregorian.years

  /// Year, month 1…12 and day 1…31.
  public var components: (year: Int, month: Int, day: Int) { Gregorian.date(ofDay: dayNumber) }
  /// The year.
  public var year: Int { components.year }
  /// The month, 1…12.
  public var month: Int { components.month }
  /// The day of the month, 1…31.
  public var day: Int { components.day }
  /// The day of the week.
  public var weekday: Weekday { Weekday.allCases[((dayNumber + 4) % 7 + 7) % 7] }
  /// The last day of the month.
  public var endOfMonth: CalendarDate {
    let (year, month, day) = components
    return CalendarDate(trusted: dayNumber - day + Gregorian.days(inMonth: month, of: year))
  }
  /// The first day of the month.
  public var startOfMonth: CalendarDate { CalendarDate(trusted: dayNumber - day + 1) }

  /// Earlier days come first.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool { left.dayNumber < right.dayNumber }

  /// The day `days` later, earlier when negative; nil beyond the years 1…9999.
  public func adding(days: Int) -> CalendarDate? {
    let (number, overflow) = dayNumber.addingReportingOverflow(days)
    return overflow ? nil : CalendarDate(dayNumber: number)
  }

  /// The same day `months` later, the last of the month where that has no such day; nil beyond the years.
  public func adding(months: Int) -> CalendarDate? {
    let (year, month, day) = components
    let (total, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflow, total >= 12, Self.years.contains(total / 12) else { return nil }
    let (newYear, newMonth) = (total / 12, total % 12 + 1)
    let newDay = min(day, Gregorian.days(inMonth: newMonth, of: newYear))
    return CalendarDate(year: newYear, month: newMonth, day: newDay)
  }

  /// Days from this day to `other`; negative when that is earlier.
  public func days(to other: CalendarDate) -> Int { other.dayNumber - dayNumber }

  private static func value(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }
}

/// A day of the week; the raw value counts from Sunday, 0…6.
public enum Weekday: Int, Sendable, Hashable, CaseIterable {
  case sunday, monday, tuesday, wednesday, thursday, friday, saturday
}

extension CalendarDate: CustomStringConvertible {
  /// `YYYY-MM-DD`.
  public var description: String {
    let (year, month, day) = components
    return year.padded(to: 4) + "-" + month.padded(to: 2) + "-" + day.padded(to: 2)
  }
}

extension Int {
  /// Decimal digits with zeros in front, at least `width` of them; for numbers not below zero.
  func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}
