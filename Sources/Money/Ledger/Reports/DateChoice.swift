/// A choice of days: a kind and a day within it. Ranges are whole days, both ends included. Source:
/// money 5.1.
public struct DateChoice: Sendable, Hashable {
  /// The kinds.
  public enum Preset: Sendable, Hashable {
    /// One day.
    case day
    /// A calendar week.
    case week
    /// A calendar month.
    case month
    /// A calendar year.
    case year
    /// A year that starts elsewhere, see `YearStart`.
    case financialYear
    /// So many days, ending with the anchor.
    case last(days: Int)
    /// All days.
    case all
    /// From the range's first to its last day.
    case custom(ClosedRange<CalendarDate>)
  }

  /// The kind.
  public var preset: Preset
  /// A day within the range; its last day for `last`.
  public var anchor: CalendarDate

  /// The range of a kind around a day: `DateChoice(.month, around: today)` is this month.
  public init(_ preset: Preset, around anchor: CalendarDate) {
    self.preset = preset
    self.anchor = anchor
  }

  /// The days, cut to the years there are.
  public func range(firstWeekday: Weekday = .sunday, yearStart: YearStart = .calendar) -> ClosedRange<
    CalendarDate
  > {
    switch preset {
    case .day: return anchor...anchor
    case .week:
      let back = (anchor.weekday.rawValue - firstWeekday.rawValue + 7) % 7
      let start = anchor.adding(days: -back) ?? .first
      return start...(start.adding(days: 6) ?? .last)
    case .month: return anchor.startOfMonth...anchor.endOfMonth
    case .year: return anchor.year(from: .calendar)
    case .financialYear: return anchor.year(from: yearStart)
    case .last(let days):
      let start = anchor.adding(days: 1 - max(1, days)) ?? .first
      return start...anchor
    case .all: return CalendarDate.first...CalendarDate.last
    case .custom(let range): return range
    }
  }

  /// The same kind so many steps on, back when negative: days, weeks, months, years, or the range's own
  /// length. Unchanged for `all`, and where a step leaves the years there are.
  public func stepped(by steps: Int) -> DateChoice {
    var next = self
    switch preset {
    case .day: next.anchor = anchor.adding(days: steps) ?? anchor
    case .week: next.anchor = anchor.adding(days: clamped(steps, times: 7)) ?? anchor
    case .month: next.anchor = anchor.adding(months: steps) ?? anchor
    case .year, .financialYear: next.anchor = anchor.adding(months: clamped(steps, times: 12)) ?? anchor
    case .last(let days): next.anchor = anchor.adding(days: clamped(steps, times: max(1, days))) ?? anchor
    case .all: break
    case .custom(let range):
      let offset = clamped(steps, times: range.lowerBound.days(to: range.upperBound) + 1)
      guard let start = range.lowerBound.adding(days: offset), let end = range.upperBound.adding(days: offset)
      else { return self }
      next.preset = .custom(start...end)
      next.anchor = start
    }
    return next
  }

  /// The range just before, of the same kind; nil for `all`.
  public var previous: DateChoice? {
    if preset == .all { return nil }
    let before = stepped(by: -1)
    return before == self ? nil : before
  }

  private func clamped(_ steps: Int, times unit: Int) -> Int {
    let (product, overflow) = steps.multipliedReportingOverflow(by: unit)
    return overflow ? (steps < 0 ? .min : .max) : product
  }
}

extension CalendarDate {
  /// The year this day lies in, when years begin on `start`.
  public func year(from start: YearStart) -> ClosedRange<CalendarDate> {
    let (year, month, day) = components
    let began = (month, day) >= (start.month, start.day) ? year : year - 1
    return Self.year(began, from: start)
  }

  /// The year that begins in calendar year `year`; cut to the years there are.
  public static func year(_ year: Int, from start: YearStart) -> ClosedRange<CalendarDate> {
    let first = CalendarDate(year: year, month: start.month, day: start.day) ?? (year < 1 ? .first : .last)
    let next = CalendarDate(year: year + 1, month: start.month, day: start.day)
    return first...max(first, next?.adding(days: -1) ?? .last)
  }
}
