import Ledger
import Storage

extension Connection {
  /// Deposits minus withdrawals by month, category and currency; equal to `JournalRules.monthTotals`.
  func monthTotals(within range: ClosedRange<CalendarDate>, slots: AccountSlots) throws -> [MonthTotal] {
    var table = CategoryTable()
    try forEachPart(within: range, slots: slots) { table.add($0) }
    var totals: [MonthTotal] = []
    table.forEach { month, category, slot, sum in
      let total = sum.total(slots.scales[slot])
      totals.append(
        MonthTotal(
          month: month, category: category.map { RecordID($0) }, currency: slots.accounts[slot].currencyID,
          amount: total.amount, inBase: total.inBase))
    }
    return totals.sorted(by: MonthTotal.isBefore)
  }

  /// Totals by category in base currency; equal to `JournalRules.categoryTotals`.
  func categoryTotals(
    within range: ClosedRange<CalendarDate>, slots: AccountSlots
  ) throws -> [RecordID<Category>?: ExactDecimal] {
    var table = CategoryTable()
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
    let scan = try FlowScan(self, within: range)
    func look(_ row: borrowing Row, category: Int, amount: Int) throws {
      let type = try row.transactionType(1)
      guard try row.isIncomeOrExpense(type), try row.transactionStatus(2) != .void,
        let slot = slots.slot(try row.reference(0))
      else { return }
      let day = try row.day(4)
      let size = try row.amount(amount, slots.scales[slot])
      body(
        ScannedPart(
          month: slots.month(of: day), category: try row.reference(category),
          currency: slots.firstOfCurrency[slot],
          amount: type == .withdrawal ? -size : size, scale: slots.scales[slot],
          rate: slots.rate(slot, on: day)))
    }
    guard scan.isWide else {
      let join = "LEFT JOIN SPLITTRANSACTIONS_V1 s ON s.TRANSID = t.TRANSID AND t.TRANSID NOT IN (0, -1)"
      let columns = "t.CATEGID, t.TRANSAMOUNT, s.SPLITTRANSID, s.CATEGID, s.SPLITTRANSAMOUNT"
      return try scan.forEach(self, columns, joining: join) { row in
        let isSplit = !row.isNull(7)
        try look(row, category: isSplit ? 8 : 5, amount: isSplit ? 9 : 6)
      }
    }
    // First all parts, each with its row, then the rows without: few rows have parts, and looking for those
    // of every row costs as much as the rows themselves.
    var split = IDSet()
    let parts = "SPLITTRANSACTIONS_V1 s CROSS JOIN "
    let isPart = "s.TRANSID = t.TRANSID AND t.TRANSID NOT IN (0, -1) AND "
    try scan.forEach(self, "t.TRANSID, s.CATEGID, s.SPLITTRANSAMOUNT", before: parts, where: isPart) { row in
      guard let id = try row.id(5) else {
        throw LedgerError.queryFailed(reason: "a row with parts has a TRANSID that is no number")
      }
      split.insert(id)
      try look(row, category: 6, amount: 7)
    }
    try scan.forEach(self, "t.TRANSID, t.CATEGID, t.TRANSAMOUNT") { row in
      if let id = try row.id(5), split.contains(id) { return }
      try look(row, category: 6, amount: 7)
    }
  }
}

/// A part of a row on its way into a total.
struct ScannedPart {
  let month: CalendarDate?
  let category: Int64?
  /// The first account of the currency.
  let currency: Int
  let amount: ScannedAmount
  let scale: UnitScale
  let rate: ExactDecimal?
}
