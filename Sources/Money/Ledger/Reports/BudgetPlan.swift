/// The year or month a budget is for, as its name says. Source: money 4, 2.11.
public struct BudgetSpan: Sendable, Hashable {
  /// The year; a financial year is named by the calendar year in which it starts.
  public let year: Int
  /// The month, 1…12; nil for a whole year.
  public let month: Int?

  /// Reads `YYYY` or `YYYY-MM`; nil for anything else.
  public init?(name: String) {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    let isMonth = parts.count == 2
    guard let date = CalendarDate(isMonth ? name + "-01" : name + "-01-01"), isMonth || parts.count == 1
    else {
      return nil
    }
    year = date.year
    month = isMonth ? date.month : nil
  }

  /// The days it covers. With a `yearStart` other than 1 January years are financial years, and months begin
  /// on its day; `offset` days are added to both ends.
  public func range(yearStart: YearStart = .calendar, offset: Int = 0) -> ClosedRange<CalendarDate> {
    let whole: ClosedRange<CalendarDate>
    if let month, let first = CalendarDate(year: year, month: month, day: yearStart.day) {
      whole = first...max(first, first.adding(months: 1)?.adding(days: -1) ?? .last)
    } else {
      whole = CalendarDate.year(year, from: yearStart)
    }
    let first = whole.lowerBound.adding(days: offset) ?? (offset < 0 ? .first : .last)
    let last = whole.upperBound.adding(days: offset) ?? (offset < 0 ? .first : .last)
    return first...last
  }
}

extension BudgetEntry {
  /// What is planned in a year: the amount as often as it comes.
  public var yearEstimate: ExactDecimal { amount.decimal * ExactDecimal(frequency.code.timesPerYear) }
  /// What is planned in a month: a twelfth of the year.
  public var monthEstimate: ExactDecimal { yearEstimate.divided(by: ExactDecimal(12)) }
}

/// The budgets of one calendar or financial year, by category. Source: money 4.
public struct BudgetPlan: Sendable {
  private var years: [RecordID<Category>: ExactDecimal] = [:]
  private var months: [RecordID<Category>: [ExactDecimal?]] = [:]
  /// The categories that have a budget, by id.
  public private(set) var categories: [RecordID<Category>] = []

  /// The budgets of `year`. Inactive rows are left out unless asked for; of two rows of one category and
  /// period the last one stands.
  public init(
    year: Int, periods: [BudgetPeriod], entries: [BudgetEntry], includesInactive: Bool = false
  ) {
    let spans = Dictionary(periods.map { ($0.id, BudgetSpan(name: $0.name)) }) { first, _ in first }
    for entry in entries.sorted(by: { $0.id < $1.id }) where entry.isActive || includesInactive {
      guard let category = entry.categoryID, let period = entry.periodID, let span = spans[period] ?? nil,
        span.year == year
      else { continue }
      if let month = span.month {
        months[category, default: Array(repeating: nil, count: 12)][month - 1] = entry.monthEstimate
      } else {
        years[category] = entry.yearEstimate
      }
    }
    categories = Set(years.keys).union(months.keys).sorted()
  }

  /// What is planned for a category in each month of the year.
  public func months(of category: RecordID<Category>, fill: BudgetFill) -> [ExactDecimal] {
    fill.months(year: years[category], months: months[category] ?? [])
  }

  /// What is planned for a category in the year's own row; nil without one.
  public func year(of category: RecordID<Category>) -> ExactDecimal? { years[category] }

  /// What is planned in a month's own row (1…12); nil without one.
  public func month(_ month: Int, of category: RecordID<Category>) -> ExactDecimal? {
    guard (1...12).contains(month) else { return nil }
    return months[category]?[month - 1]
  }
}

/// What was planned, what happened, and what is left. Source: money 4.
public struct BudgetProgress: Sendable, Hashable {
  /// What was planned: below zero an expense.
  public let estimate: ExactDecimal
  /// What happened, with the same sign sense.
  public let actual: ExactDecimal

  /// Joins the two.
  public init(estimate: ExactDecimal, actual: ExactDecimal) {
    self.estimate = estimate
    self.actual = actual
  }

  /// Actual minus estimate.
  public var difference: ExactDecimal { actual - estimate }
  /// Actual / estimate; nil when nothing was planned.
  public var fraction: ExactDecimal? {
    estimate.isZero ? nil : actual.divided(by: estimate, digits: 6)
  }
  /// What rolls over to the next period: what was planned and did not happen.
  public var carriedOver: ExactDecimal { estimate - actual }

  /// What is left for each day from `today` to the end of the range; nil when it is over.
  public func remainingPerDay(in range: ClosedRange<CalendarDate>, today: CalendarDate) -> ExactDecimal? {
    let days = max(today, range.lowerBound).days(to: range.upperBound) + 1
    return days > 0 ? carriedOver.divided(by: ExactDecimal(Int64(days))) : nil
  }

  /// How much of a range has passed, 0…1, today among it.
  public static func elapsed(of range: ClosedRange<CalendarDate>, today: CalendarDate) -> ExactDecimal {
    let days = range.lowerBound.days(to: range.upperBound) + 1
    let passed = min(max(0, range.lowerBound.days(to: today) + 1), days)
    return ExactDecimal(Int64(passed)).divided(by: ExactDecimal(Int64(days)), digits: 6)
  }

  /// The sum of what is above zero and of what is below it: income and expense of a page's foot.
  public static func totals(_ amounts: [ExactDecimal]) -> (income: ExactDecimal, expense: ExactDecimal) {
    (amounts.filter { !$0.isNegative }.sum(), amounts.filter(\.isNegative).sum())
  }

  /// A category's own total and those of all below it.
  public static func total(
    of category: RecordID<Category>, in tree: CategoryTree, _ own: [RecordID<Category>?: ExactDecimal]
  ) -> ExactDecimal {
    tree.withDescendants(of: category).sorted().map { own[$0] ?? .zero }.sum()
  }
}
