import Ledger

/// Totals by month, category and account on their way. Rows come by month more often than not: the month at
/// hand is an array, the others wait.
struct CategoryTable {
  private let slots: Int
  private var columns: [Int64: Int] = [:]
  private var categories: [Int64?] = [nil]
  private var month: CalendarDate?
  private var sums: [CategorySum] = []
  private var others: [CalendarDate?: [CategorySum]] = [:]

  init(slots: Int) { self.slots = slots }

  mutating func add(_ part: ScannedPart) {
    if part.month != month {
      others[month] = sums
      sums = others.removeValue(forKey: part.month) ?? []
      month = part.month
    }
    let index = column(of: part.category) * slots + part.slot
    if index >= sums.count {
      sums += Array(repeating: CategorySum(), count: index + 1 - sums.count)
    }
    sums[index].add(part)
  }

  /// Calls `body` with each total that has rows.
  func forEach(_ body: (CalendarDate?, Int64?, Int, CategorySum) -> Void) {
    var all = others
    all[month] = sums
    for (month, sums) in all {
      for (index, sum) in sums.enumerated() where !sum.isEmpty {
        body(month, categories[index / slots], index % slots, sum)
      }
    }
  }

  private mutating func column(of category: Int64?) -> Int {
    guard let category else { return 0 }
    if let known = columns[category] { return known }
    categories.append(category)
    columns[category] = categories.count - 1
    return categories.count - 1
  }
}

/// The total of one month, category and account.
struct CategorySum {
  private(set) var isEmpty = true
  private var amount = ExactSum()
  private var inBase = ExactSum()

  mutating func add(_ part: ScannedPart) {
    isEmpty = false
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
