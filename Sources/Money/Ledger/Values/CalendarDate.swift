/// A day of the Gregorian calendar, years 1…9999, without time or zone.
///
/// Money knows calendar days only: what "today" is, is an argument everywhere.
public struct CalendarDate: Sendable, Hashable, Comparable {
  /// Days since 1970-01-01; negative before.
  public let dayNumber: Int

  /// The day `year`-`month`-`day`; nil when there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard Self.years.contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(inMonth: month, of: year)
    else { return nil }
    dayNumber = Self.number(year, month, day)
  }

  /// The day with this number; nil beyond the years 1…9999.
  public init?(dayNumber: Int) {
    guard (Self.first.dayNumber...Self.last.dayNumber).contains(dayNumber) else { return nil }
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
  public static let first = CalendarDate(trusted: number(1, 1, 1))
  /// The last day there is, 9999-12-31.
  public static let last = CalendarDate(trusted: number(9999, 12, 31))
  /// The years there are.
  public static let years = 1...9999

  /// Year, month 1…12 and day 1…31.
  public var components: (year: Int, month: Int, day: Int) { Self.civil(dayNumber) }
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
    let (year, month, _) = components
    return CalendarDate(trusted: Self.number(year, month, Self.days(inMonth: month, of: year)))
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
    let newDay = min(day, Self.days(inMonth: newMonth, of: newYear))
    return CalendarDate(trusted: Self.number(newYear, newMonth, newDay))
  }

  /// Days from this day to `other`; negative when that is earlier.
  public func days(to other: CalendarDate) -> Int { other.dayNumber - dayNumber }

  /// How many days a month has; 0 for a month that does not exist.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 1, 3, 5, 7, 8, 10, 12: 31
    case 4, 6, 9, 11: 30
    case 2: isLeap(year) ? 29 : 28
    default: 0
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func value(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }

  /// Days since 1970-01-01. Years are counted from March, so that the leap day is the last of its year.
  private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The inverse of `number`.
  private static func civil(_ number: Int) -> (year: Int, month: Int, day: Int) {
    let days = number + 719_468
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
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
