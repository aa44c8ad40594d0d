/// Deposits minus withdrawals of one category in one month, in one currency. Source: money 4, 9 (T2).
public struct MonthTotal: Sendable, Hashable {
  /// The first day of the month; nil for rows whose day cannot be read.
  public let month: CalendarDate?
  /// The category; nil for rows without one.
  public let category: RecordID<Category>?
  /// The currency of the accounts; nil where it is missing.
  public let currency: RecordID<Currency>?
  /// The total in that currency.
  public let amount: ExactDecimal
  /// The total in base currency, each row by its day's rate.
  public let inBase: ExactDecimal

  /// Joins what was added up.
  public init(
    month: CalendarDate?, category: RecordID<Category>?, currency: RecordID<Currency>?,
    amount: ExactDecimal, inBase: ExactDecimal
  ) {
    self.month = month
    self.category = category
    self.currency = currency
    self.amount = amount
    self.inBase = inBase
  }

  /// By month, category and currency, what is missing first.
  public static func isBefore(_ left: MonthTotal, _ right: MonthTotal) -> Bool { left.order < right.order }

  private var order: (Int64, Int64, Int64) {
    (month.map { Int64($0.dayNumber) } ?? .min, category?.rawValue ?? .min, currency?.rawValue ?? .min)
  }
}

extension JournalRules {
  /// Deposits minus withdrawals by month, category and currency, within a range of days: by month first.
  /// A row without a readable day stands at no month.
  public func monthTotals(
    _ rows: some Sequence<Transaction>, within range: ClosedRange<CalendarDate>
  ) -> [MonthTotal] {
    var totals: [MonthKey: (amount: ExactDecimal, inBase: ExactDecimal)] = [:]
    for row in rows where row.entry.date.isWithin(range) && isIncomeOrExpense(row) {
      let rate = rate(of: row)
      for part in parts(of: row) {
        let key = MonthKey(
          month: row.entry.date.day?.startOfMonth, category: part.category,
          currency: account(row.entry.accountID)?.currencyID)
        let amount = row.entry.type.code == .withdrawal ? -part.amount : part.amount
        totals[key, default: (.zero, .zero)].amount += amount
        totals[key, default: (.zero, .zero)].inBase += amount * rate
      }
    }
    return totals.map { key, total in
      MonthTotal(
        month: key.month, category: key.category, currency: key.currency, amount: total.amount,
        inBase: total.inBase)
    }.sorted(by: MonthTotal.isBefore)
  }
}

private struct MonthKey: Hashable {
  let month: CalendarDate?
  let category: RecordID<Category>?
  let currency: RecordID<Currency>?
}
