import Ledger

/// The accounts of a file numbered from 0, and what a walk over rows asks about them at each row.
struct AccountSlots {
  let accounts: [Account]
  let scales: [UnitScale]
  /// For each account the first of its currency.
  let firstOfCurrency: [Int]
  private let slots: IDNumbers
  private let rates: RateBook
  private var lastMonth: (day: CalendarDate, month: CalendarDate)?
  private var lastRates: [(day: CalendarDate?, rate: ExactDecimal?)?]

  init(_ frame: Book) {
    self.init(accounts: frame.accounts, currencies: frame.currencies, rates: frame.rates)
  }

  init(accounts: [Account], currencies: [Currency], rates: RateBook) {
    let digits = Dictionary(currencies.map { ($0.id, $0.format.fractionDigits) }) { first, _ in first }
    self.accounts = accounts
    self.rates = rates
    scales = accounts.map { account in
      UnitScale(digits: account.currencyID.flatMap { digits[$0] } ?? CurrencyFormat.plain.fractionDigits)
    }
    let first = Dictionary(accounts.enumerated().map { ($1.currencyID, $0) }) { first, _ in first }
    firstOfCurrency = accounts.map { first[$0.currencyID] ?? 0 }
    slots = IDNumbers(accounts.map(\.id.rawValue))
    lastRates = Array(repeating: nil, count: accounts.count)
  }

  var count: Int { accounts.count }

  /// The account's number; nil for one that is not there.
  func slot(_ id: Int64?) -> Int? { id.flatMap { slots.number($0) } }

  /// The first day of a day's month.
  mutating func month(of day: CalendarDate?) -> CalendarDate? {
    guard let day else { return nil }
    if let lastMonth, lastMonth.day == day { return lastMonth.month }
    let month = day.startOfMonth
    lastMonth = (day, month)
    return month
  }

  /// What one unit of the account's currency is worth on a day; nil for 1. Rows come by day more often than
  /// not, so the last answer is kept.
  mutating func rate(_ slot: Int, on day: CalendarDate?) -> ExactDecimal? {
    if let last = lastRates[slot], last.day == day { return last.rate }
    let rate = rates.rate(of: accounts[slot].currencyID, on: day)
    let other = rate == .one ? nil : rate
    lastRates[slot] = (day, other)
    return other
  }
}
