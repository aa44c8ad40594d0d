import Ledger

/// Periods as people say them.
enum PeriodWords {
  /// The kinds that are offered, in their order.
  static let offered: [(preset: DateChoice.Preset, title: String)] = [
    (.day, "Today"), (.week, "Week"), (.month, "Month"), (.year, "Year"),
    (.financialYear, "Financial year"), (.last(days: 7), "Last 7 days"), (.last(days: 30), "Last 30 days"),
    (.last(days: 365), "Last 365 days"), (.all, "All days"),
  ]

  /// `June 2026`, `2026`, `14 Jun 2026`, `8 Jun 2026 – 14 Jun 2026`, `All days`.
  static func label(_ choice: DateChoice, range: ClosedRange<CalendarDate>, today: CalendarDate) -> String {
    switch choice.preset {
    case .day: return dayLabel(range.lowerBound, today: today)
    case .month: return month.text(range.lowerBound)
    case .year: return String(range.lowerBound.year)
    case .financialYear: return "Financial year \(range.lowerBound.year)"
    case .last(let days) where choice.anchor == today: return days == 1 ? "Last day" : "Last \(days) days"
    case .week, .last, .custom:
      return range.lowerBound == range.upperBound
        ? date(range.lowerBound) : "\(date(range.lowerBound)) – \(date(range.upperBound))"
    case .all: return "All days"
    }
  }

  /// `14 Jun 2026`.
  static func date(_ day: CalendarDate) -> String { dayMask.text(day) }

  private static func dayLabel(_ day: CalendarDate, today: CalendarDate) -> String {
    switch day.days(to: today) {
    case 0: "Today"
    case 1: "Yesterday"
    default: date(day)
    }
  }

  private static let dayMask = DateMask("%e %b %Y")
  private static let month = DateMask("%B %Y")
}
