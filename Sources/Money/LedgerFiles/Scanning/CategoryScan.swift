import Ledger
import Storage

extension Connection {
  /// Deposits minus withdrawals by month, category and currency; equal to `JournalRules.monthTotals`.
  func monthTotals(within range: ClosedRange<CalendarDate>, slots: AccountSlots) throws -> [MonthTotal] {
    var table = CategoryTable(slots: slots.count)
    try forEachPart(within: range, slots: slots) { table.add($0) }
    var joined: [CategoryKey: MonthTotal] = [:]
    table.forEach { month, category, slot, sum in
      let currency = slots.accounts[slot].currencyID
      let total = sum.total(slots.scales[slot])
      // Accounts of one currency are one line.
      let first = slots.accounts.firstIndex { $0.currencyID == currency } ?? slot
      let key = CategoryKey(month: month, category: category, slot: first)
      let known = joined[key]
      joined[key] = MonthTotal(
        month: month, category: category.map { RecordID($0) }, currency: currency,
        amount: (known?.amount ?? .zero) + total.amount, inBase: (known?.inBase ?? .zero) + total.inBase)
    }
    return joined.values.sorted(by: MonthTotal.isBefore)
  }

  /// Totals by category in base currency; equal to `JournalRules.categoryTotals`.
  func categoryTotals(
    within range: ClosedRange<CalendarDate>, slots: AccountSlots
  ) throws -> [RecordID<Category>?: ExactDecimal] {
    var table = CategoryTable(slots: slots.count)
    try forEachPart(within: range, slots: slots) { table.add($0) }
    var result: [RecordID<Category>?: ExactDecimal] = [:]
    table.forEach { _, category, slot, sum in
      result[category.map { RecordID($0) }, default: .zero] += sum.total(slots.scales[slot]).inBase
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
          month: slots.month(of: day), category: try row.reference(isSplit ? 8 : 5), slot: slot,
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

/// A part of a row on its way into a total.
struct ScannedPart {
  let month: CalendarDate?
  let category: Int64?
  let slot: Int
  let amount: ScannedAmount
  let scale: UnitScale
  let rate: ExactDecimal?
}
