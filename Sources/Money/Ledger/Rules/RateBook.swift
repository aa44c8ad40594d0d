/// What one unit of each currency is worth in the base currency, on any day. Source: money 2.8, 2.11.
public struct RateBook: Sendable {
  private let baseID: RecordID<Currency>?
  private var table: [RecordID<Currency>: ExactDecimal] = [:]
  private var dated: [RecordID<Currency>: [DatedRate]] = [:]

  /// The rates of a file. Rates of 0 and NULL count as 1, rates of unreadable days are left out; without
  /// `usesHistory` no dated rate is used.
  public init(
    base: RecordID<Currency>?, currencies: [Currency], history: [CurrencyRate] = [], usesHistory: Bool = true
  ) {
    baseID = base
    for currency in currencies { table[currency.id] = Self.usable(currency.baseRate) }
    guard usesHistory else { return }
    for row in history.sorted(by: { $0.id < $1.id }) {
      guard let id = row.currencyID, let day = row.day.day else { continue }
      dated[id, default: []].append(DatedRate(day: day.dayNumber, rate: Self.usable(row.rate)))
    }
    // Of two rows of one day the later written one stands: sorting is stable for equal days by id.
    dated = dated.mapValues { rates in
      var kept: [DatedRate] = []
      for rate in rates.enumerated().sorted(by: { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) })
      {
        if kept.last?.day == rate.element.day { kept.removeLast() }
        kept.append(rate.element)
      }
      return kept
    }
  }

  /// One unit in base currency: that day's rate, else the nearest before or after (of two as near the one
  /// before), else the currency table's. 1 for the base currency, none and unknown ones. Without a day the
  /// currency table's rate.
  public func rate(of currency: RecordID<Currency>?, on day: CalendarDate?) -> ExactDecimal {
    guard let currency, currency != baseID, let usual = table[currency] else { return .one }
    guard let day, let rates = dated[currency], !rates.isEmpty else { return usual }
    var (low, high) = (0, rates.count)
    while low < high {
      let middle = (low + high) / 2
      if rates[middle].day <= day.dayNumber { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return rates[0].rate }
    let previous = rates[low - 1]
    guard low < rates.count else { return previous.rate }
    let next = rates[low]
    return next.day - day.dayNumber < day.dayNumber - previous.day ? next.rate : previous.rate
  }

  /// An amount in base currency, unrounded.
  public func inBase(
    _ amount: ExactDecimal, of currency: RecordID<Currency>?, on day: CalendarDate?
  ) -> ExactDecimal {
    amount * rate(of: currency, on: day)
  }

  /// An amount of one currency in another by the rates of a day, rounded to `digits`: what a transfer
  /// between currencies offers as the amount that arrives. Source: money 2.3.
  public func converted(
    _ amount: ExactDecimal, from source: RecordID<Currency>?, to target: RecordID<Currency>?,
    on day: CalendarDate?, digits: Int
  ) -> ExactDecimal {
    if source == target { return amount }
    return inBase(amount, of: source, on: day).divided(by: rate(of: target, on: day))
      .rounded(toDigits: digits)
  }

  private static func usable(_ stored: StoredNumber) -> ExactDecimal {
    stored.decimal.isZero ? .one : stored.decimal
  }

  private struct DatedRate: Sendable {
    let day: Int
    let rate: ExactDecimal
  }
}
