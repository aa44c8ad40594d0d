/// What was earned and spent in a range of days. Source: money 5.1.
public struct IncomeAndExpense: Sendable, Hashable {
  /// Deposits; never below zero unless amounts are.
  public var income = ExactDecimal.zero
  /// Withdrawals, without sign.
  public var expense = ExactDecimal.zero
  /// What transfers brought into the chosen account; 0 without one.
  public var transferredIn = ExactDecimal.zero
  /// What transfers took out of the chosen account; 0 without one.
  public var transferredOut = ExactDecimal.zero
  /// Rows that count, transfers among them.
  public var rows = 0

  /// Nothing.
  public init() {}

  /// Adds up rows within `range`: of one account in its own currency, or of all in base currency by each
  /// row's day. Transfers are never income or expense.
  public init(
    _ rows: some Sequence<Transaction>, within range: ClosedRange<CalendarDate>,
    account: RecordID<Account>? = nil, rules: JournalRules
  ) {
    for row in rows where row.counts && row.entry.date.isWithin(range) {
      if let account, !JournalRules.touches(row, account) { continue }
      self.rows += 1
      if let account, row.entry.type.code == .transfer {
        let movement = row.entry.movement(on: account)
        if movement.isNegative { transferredOut -= movement } else { transferredIn += movement }
      }
      guard rules.isIncomeOrExpense(row) else { continue }
      let amount = account == nil ? row.entry.amount.decimal * rules.rate(of: row) : row.entry.amount.decimal
      if row.entry.type.code == .deposit { income += amount } else { expense += amount }
    }
  }
}

/// The figures at the top of the overview. Source: money 5.1.
public struct KeyFigures: Sendable, Hashable {
  /// What was earned and spent in the range.
  public let flow: IncomeAndExpense
  /// What there is at the end of the range, or today if that is earlier.
  public let netWorth: ExactDecimal
  /// What there was at the end of the previous range; nil where there is none.
  public let previousNetWorth: ExactDecimal?
  /// Expense for each day of the range up to today; nil before its first day.
  public let dailyAverage: ExactDecimal?

  /// Joins what was reckoned elsewhere.
  public init(
    flow: IncomeAndExpense, netWorth: ExactDecimal, previousNetWorth: ExactDecimal?,
    range: ClosedRange<CalendarDate>, today: CalendarDate
  ) {
    self.flow = flow
    self.netWorth = netWorth
    self.previousNetWorth = previousNetWorth
    let days = range.lowerBound.days(to: min(range.upperBound, today)) + 1
    dailyAverage = days > 0 ? flow.expense.divided(by: ExactDecimal(Int64(days))) : nil
  }

  /// The change of the net worth in percent, one decimal; nil without a previous one, or when that is 0.
  public var changePercent: ExactDecimal? { Self.changePercent(from: previousNetWorth, to: netWorth) }

  /// (current - previous) / |previous| × 100, one decimal; nil without a previous value, or when it is 0.
  public static func changePercent(from previous: ExactDecimal?, to current: ExactDecimal) -> ExactDecimal? {
    guard let previous, !previous.isZero, !previous.isOutOfRange, !current.isOutOfRange else { return nil }
    return ((current - previous) * ExactDecimal(100)).divided(by: previous.magnitude).rounded(toDigits: 1)
  }
}

/// What was earned and spent on one day.
public struct TrendDay: Sendable, Hashable {
  /// The day.
  public let day: CalendarDate
  /// Deposits, in base currency by the day's rate.
  public let income: ExactDecimal
  /// Withdrawals, in base currency by the day's rate.
  public let expense: ExactDecimal

  /// A day that was added up elsewhere.
  public init(day: CalendarDate, income: ExactDecimal, expense: ExactDecimal) {
    self.day = day
    self.income = income
    self.expense = expense
  }

  /// The newest `limit` days that have rows, oldest first; rows of unreadable days are left out.
  /// Source: money 5.1.
  public static func days(
    _ rows: some Sequence<Transaction>, within range: ClosedRange<CalendarDate>,
    account: RecordID<Account>? = nil, rules: JournalRules, limit: Int = 14
  ) -> [TrendDay] {
    var byDay: [CalendarDate: [Transaction]] = [:]
    for row in rows where rules.isIncomeOrExpense(row) {
      if let account, row.entry.accountID != account { continue }
      guard let day = row.entry.date.day, range.contains(day) else { continue }
      byDay[day, default: []].append(row)
    }
    return byDay.keys.sorted().suffix(max(0, limit)).map { day in
      let sum = IncomeAndExpense(byDay[day] ?? [], within: day...day, account: account, rules: rules)
      return TrendDay(day: day, income: sum.income, expense: sum.expense)
    }
  }
}

extension CalendarDate {
  /// "Today", "Yesterday", or the day by a mask: how days are titled in lists.
  public func title(today: CalendarDate, mask: DateMask) -> String {
    switch days(to: today) {
    case 0: "Today"
    case 1: "Yesterday"
    default: mask.text(self)
    }
  }
}
