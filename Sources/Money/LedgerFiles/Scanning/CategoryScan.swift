import Ledger
import Storage

extension Connection {
  /// Deposits minus withdrawals by month, category and currency; equal to `JournalRules.monthTotals`.
  func monthTotals(within range: ClosedRange<CalendarDate>, slots: AccountSlots) throws -> [MonthTotal] {
    var totals: [CategoryKey: CategorySum] = [:]
    try forEachPart(within: range, slots: slots) { part in
      totals[part.key, default: CategorySum()].add(part)
    }
    var joined: [CategoryKey: MonthTotal] = [:]
    for (key, sum) in totals {
      let currency = slots.accounts[key.slot].currencyID
      let total = sum.total(slots.scales[key.slot])
      // Accounts of one currency are one line.
      let first = slots.accounts.firstIndex { $0.currencyID == currency } ?? key.slot
      let lineKey = CategoryKey(month: key.month, category: key.category, slot: first)
      let known = joined[lineKey]
      joined[lineKey] = MonthTotal(
        month: key.month, category: key.category.map { RecordID($0) }, currency: currency,
        amount: (known?.amount ?? .zero) + total.amount, inBase: (known?.inBase ?? .zero) + total.inBase)
    }
    return joined.values.sorted(by: MonthTotal.isBefore)
  }

  /// Totals by category in base currency; equal to `JournalRules.categoryTotals`.
  func categoryTotals(
    within range: ClosedRange<CalendarDate>, slots: AccountSlots
  ) throws -> [RecordID<Category>?: ExactDecimal] {
    var totals: [CategoryKey: CategorySum] = [:]
    try forEachPart(within: range, slots: slots) { part in
      let key = CategoryKey(month: nil, category: part.key.category, slot: part.key.slot)
      totals[key, default: CategorySum()].add(part)
    }
    var result: [RecordID<Category>?: ExactDecimal] = [:]
    for (key, sum) in totals {
      result[key.category.map { RecordID($0) }, default: .zero] += sum.total(slots.scales[key.slot]).inBase
    }
    return result
  }

  /// Each part of a row that is income or expense: the row's splits, or the row itself when it has none.
  private func forEachPart(
    within range: ClosedRange<CalendarDate>, slots: AccountSlots, _ body: (ScannedPart) -> Void
  ) throws {
    var slots = slots
    let join = "LEFT JOIN SPLITTRANSACTIONS_V1 s ON s.TRANSID = t.TRANSID AND t.TRANSID NOT IN (0, -1)"
    let columns = "t.CATEGID, t.TRANSAMOUNT, s.SPLITTRANSID, s.CATEGID, s.SPLITTRANSAMOUNT"
    try FlowScan(self, within: range).forEach(self, columns, joining: join) { row in
      let type = try row.transactionType(1)
      guard try row.isIncomeOrExpense(type), try row.transactionStatus(2) != .void,
        let slot = slots.slot(try row.reference(0))
      else { return }
      let isSplit = !row.isNull(7)
      let day = try row.day(4)
      let amount = try row.amount(isSplit ? 9 : 6, slots.scales[slot])
      body(
        ScannedPart(
          key: CategoryKey(
            month: day?.startOfMonth, category: try row.reference(isSplit ? 8 : 5), slot: slot),
          amount: type == .withdrawal ? -amount : amount, scale: slots.scales[slot],
          rate: slots.rate(slot, on: day)))
    }
  }
}

private struct CategoryKey: Hashable {
  let month: CalendarDate?
  let category: Int64?
  let slot: Int
}

private struct ScannedPart {
  let key: CategoryKey
  let amount: ScannedAmount
  let scale: UnitScale
  let rate: ExactDecimal?
}

private struct CategorySum {
  private var amount = ExactSum()
  private var converted = ExactDecimal.zero
  private var unconverted = ExactSum()

  mutating func add(_ part: ScannedPart) {
    amount.add(part.amount)
    if let rate = part.rate {
      converted += part.scale.decimal(part.amount) * rate
    } else {
      unconverted.add(part.amount)
    }
  }

  func total(_ scale: UnitScale) -> (amount: ExactDecimal, inBase: ExactDecimal) {
    (amount.total(scale), unconverted.total(scale) + converted)
  }
}
