import Glibc
import Ledger

/// Reads days and ranges as people write them: the file's own way, `2025-01-31`, `today`, `-7`.
struct MoneyDays {
  let today: CalendarDate
  let settings: FileSettings

  /// A day.
  func day(_ text: String) throws(CommandRefusal) -> CalendarDate {
    if let day = CalendarDate.reading(text, mask: settings.dateMask, today: today) { return day }
    let own = settings.dateMask == .iso ? "" : " or \(settings.dateMask.text(today))"
    throw CommandRefusal("“\(text)” is not a day. Days are written as \(today)\(own), today or -7.")
  }

  /// The day of `--on`, if there is one.
  func on(_ days: MoneyRequest.Days) throws(CommandRefusal) -> CalendarDate? {
    guard let text = days.on else { return nil }
    return try day(text)
  }

  /// The days of `--on`, `--in`, or `--from` and `--to`; nil when none was given.
  func choice(_ days: MoneyRequest.Days) throws(CommandRefusal) -> DateChoice? {
    if let day = try on(days) { return DateChoice(.day, around: day) }
    if let text = days.within { return try period(text) }
    guard days.from != nil || days.to != nil else { return nil }
    var (first, last) = (CalendarDate.first, CalendarDate.last)
    if let text = days.from { first = try day(text) }
    if let text = days.to { last = try day(text) }
    guard first <= last else { throw CommandRefusal("The days end (\(last)) before they begin (\(first)).") }
    return DateChoice(.custom(first...last), around: first)
  }

  /// The range of a choice.
  func range(_ choice: DateChoice) -> ClosedRange<CalendarDate> {
    choice.range(firstWeekday: settings.firstWeekday, yearStart: settings.financialYearStart)
  }

  private func period(_ text: String) throws(CommandRefusal) -> DateChoice {
    switch text.lowercased() {
    case "week": return DateChoice(.week, around: today)
    case "month": return DateChoice(.month, around: today)
    case "year": return DateChoice(.year, around: today)
    default: break
    }
    guard let span = BudgetSpan(name: text) else {
      throw CommandRefusal(
        "“\(text)” is not a period. Give a year (2025), a month (2025-01), week, month or year.")
    }
    let range = span.range()
    return DateChoice(span.month == nil ? .year : .month, around: range.lowerBound)
  }

  /// What day it is where the machine stands.
  static func today() -> CalendarDate {
    var (now, parts) = (time(nil), tm())
    guard localtime_r(&now, &parts) != nil else { return .first }
    return CalendarDate(
      year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday)) ?? .first
  }
}
