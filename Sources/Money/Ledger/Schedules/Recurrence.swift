/// How a schedule comes again, read from its two stored numbers. Source: money 3.
///
/// `REPEATS` = mode × 100 + frequency. The meaning of `NUMOCCURRENCES` depends on the frequency: occurrences
/// left (-1 without end), or the X of "in X" and "every X".
public struct Recurrence: Sendable, Hashable {
  /// What happens on the due day.
  public enum Mode: Int64, Sendable, Hashable {
    /// Nothing.
    case manual = 0
    /// The user is asked.
    case suggested = 1
    /// The row is entered.
    case automated = 2
  }

  /// The frequency; raw values are the stored codes.
  public enum Frequency: Int64, Sendable, Hashable, CaseIterable {
    case once, weekly, fortnightly, monthly, everyTwoMonths, quarterly, halfYearly, yearly, fourMonths
    case fourWeeks, daily, inDays, inMonths, everyDays, everyMonths, monthLastDay, monthLastBusinessDay
  }

  /// What happens on the due day.
  public let mode: Mode
  /// How often it comes.
  public let frequency: Frequency
  /// Occurrences left, at least 1; nil without end.
  public let occurrences: Int64?
  /// The X of "in X" and "every X", at least 1; nil for the others.
  public let interval: Int64?
  /// Whether the stored numbers were readable; if not, it is manual, once.
  public let isValid: Bool

  /// Reads the stored numbers; anything invalid reads as manual, once.
  public init(repeats: Int64, occurrences: Int64) {
    guard repeats >= 0, let frequency = Frequency(rawValue: repeats % 100),
      let counted = Self.count(frequency, occurrences)
    else {
      (mode, frequency, self.occurrences, interval, isValid) = (.manual, .once, 1, nil, false)
      return
    }
    mode = Mode(rawValue: repeats / 100) ?? .manual
    self.frequency = frequency
    (self.occurrences, interval) = counted
    isValid = true
  }

  /// The occurrence after `date`; nil for once, and beyond the years there are.
  ///
  /// Month steps are cut to the last day of the month and do not find back: 31 January, 28 February,
  /// 28 March.
  public func next(after date: CalendarDate) -> CalendarDate? {
    switch frequency {
    case .once: nil
    case .weekly: date.adding(days: 7)
    case .fortnightly: date.adding(days: 14)
    case .fourWeeks: date.adding(days: 28)
    case .daily: date.adding(days: 1)
    case .monthly: date.adding(months: 1)
    case .everyTwoMonths: date.adding(months: 2)
    case .quarterly: date.adding(months: 3)
    case .fourMonths: date.adding(months: 4)
    case .halfYearly: date.adding(months: 6)
    case .yearly: date.adding(months: 12)
    case .inDays, .everyDays: interval.flatMap { Int(exactly: $0) }.flatMap { date.adding(days: $0) }
    case .inMonths, .everyMonths: interval.flatMap { Int(exactly: $0) }.flatMap { date.adding(months: $0) }
    case .monthLastDay: date.adding(months: 1)?.endOfMonth
    case .monthLastBusinessDay: date.adding(months: 1)?.endOfMonth.lastBusinessDay
    }
  }

  /// The most dates one projection gives.
  public static let datesMax = 10_000

  /// The dates from `start` on up to and including `end`, until the last occurrence, `limit` or `datesMax`.
  public func dates(
    from start: CalendarDate, through end: CalendarDate, limit: Int? = nil
  ) -> [CalendarDate] {
    var left = min(limit ?? Self.datesMax, Self.datesMax)
    if let occurrences { left = min(left, Int(clamping: occurrences)) }
    var dates: [CalendarDate] = []
    var next: CalendarDate? = start
    while let date = next, date <= end, dates.count < left {
      dates.append(date)
      next = self.next(after: date)
    }
    return dates
  }

  /// Occurrences and interval as the frequency means them; nil when invalid.
  private static func count(
    _ frequency: Frequency, _ stored: Int64
  ) -> (occurrences: Int64?, interval: Int64?)? {
    switch frequency {
    case .once: return (1, nil)
    case .inDays, .inMonths: return stored > 0 ? (2, stored) : nil
    case .everyDays, .everyMonths: return stored > 0 ? (nil, stored) : nil
    case .weekly, .fortnightly, .monthly, .everyTwoMonths, .quarterly, .halfYearly, .yearly, .fourMonths,
      .fourWeeks, .daily, .monthLastDay, .monthLastBusinessDay:
      guard stored > 0 || stored == endless else { return nil }
      return (stored == endless ? nil : stored, nil)
    }
  }

  /// The stored number of occurrences without end.
  public static let endless: Int64 = -1
}

extension CalendarDate {
  /// This day, or the Friday before when it is a Saturday or Sunday.
  var lastBusinessDay: CalendarDate? {
    switch weekday {
    case .saturday: adding(days: -1)
    case .sunday: adding(days: -2)
    case .monday, .tuesday, .wednesday, .thursday, .friday: self
    }
  }
}
