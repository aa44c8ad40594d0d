import Ledger

/// Totals by month, category and currency on their way. Takes no more room than there are totals.
struct CategoryTable {
  /// What a total is of.
  struct Key: Hashable {
    /// Of the month's first day; `noMonth` for none.
    let month: Int32
    /// The category's number, see `category(_:)`.
    let category: Int32
    /// The first account of the currency.
    let currency: Int32

    static let noMonth = Int32.min
  }

  private var numbers = IDNumbers()
  private var categories: [Int64] = []
  private var places: [Key: Int] = [:]
  private var sums: [CategorySum] = []

  mutating func add(_ part: ScannedPart) {
    let category = part.category.map { Int32(clamping: number(of: $0)) } ?? -1
    let month = part.month.map { Int32(clamping: $0.dayNumber) } ?? Key.noMonth
    let key = Key(month: month, category: category, currency: Int32(clamping: part.currency))
    if let place = places[key] {
      sums[place].add(part)
    } else {
      places[key] = sums.count
      sums.append(CategorySum(part))
    }
  }

  /// Calls `body` with each total, in no order: first day of the month, category, first account of the
  /// currency.
  func forEach(_ body: (CalendarDate?, Int64?, Int, CategorySum) -> Void) {
    for (key, place) in places {
      let month = key.month == Key.noMonth ? nil : CalendarDate(dayNumber: Int(key.month))
      body(month, key.category < 0 ? nil : categories[Int(key.category)], Int(key.currency), sums[place])
    }
  }

  private mutating func number(of category: Int64) -> Int {
    let number = numbers.take(category)
    if number == categories.count { categories.append(category) }
    return number
  }
}

/// The total of one month, category and currency.
struct CategorySum {
  private var amount = ExactSum()
  private var inBase = ExactSum()

  init(_ part: ScannedPart) { add(part) }

  mutating func add(_ part: ScannedPart) {
    amount.add(part.amount)
    if let rate = part.rate {
      inBase.add(part.scale.decimal(part.amount) * rate)
    } else {
      inBase.add(part.amount)
    }
  }

  func total(_ scale: UnitScale) -> (amount: ExactDecimal, inBase: ExactDecimal) {
    (amount.total(scale), inBase.total(scale))
  }
}
