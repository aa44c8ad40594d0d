import Ledger
import Storage

/// Walks over the rows of a range of days that count.
struct FlowScan {
  /// Whether the range takes in so much of the file that the table is read in its own order.
  let isWide: Bool
  private let rangeClause: String
  private let rangeValues: [SQLValue]

  /// Rows of these days. A wide range is read in the order of the table, a narrow one by the index of dates:
  /// a row found by it costs several times as much.
  init(_ connection: Connection, within range: ClosedRange<CalendarDate>) throws {
    let ends = try connection.query(
      """
      SELECT (SELECT min(TRANSDATE) FROM CHECKINGACCOUNT_V1), \
      (SELECT max(TRANSDATE) FROM CHECKINGACCOUNT_V1)
      """
    ) { (try StoredValue($0, 0).text, try StoredValue($0, 1).text) }.first
    var isWide = true
    if let first = DayText(ends?.0).day, let last = DayText(ends?.1).day, first < last {
      let shared = max(first, range.lowerBound).days(to: min(last, range.upperBound)) + 1
      isWide = shared * 5 > first.days(to: last)
    }
    self.isWide = isWide
    let column = isWide ? "+t.TRANSDATE" : "t.TRANSDATE"
    rangeClause = "coalesce(t.DELETEDTIME, '') = '' AND \(column) >= ? AND \(column) < ?"
    rangeValues = [.text(range.lowerBound.description), .text(range.upperBound.description + "z")]
  }

  /// Calls `body` with each row that has `columns` after ACCOUNTID, TRANSCODE, STATUS, TOACCOUNTID and
  /// TRANSDATE (columns 0…4), void rows among them. `before` and `join` stand around the table's name,
  /// `condition` before the conditions of the range.
  func forEach(
    _ connection: Connection, _ columns: String, before: String = "", joining join: String = "",
    where condition: String = "", _ body: (borrowing Row) throws -> Void
  ) throws {
    try connection.forEach(
      """
      SELECT t.ACCOUNTID, t.TRANSCODE, t.STATUS, t.TOACCOUNTID, t.TRANSDATE, \(columns) \
      FROM \(before)CHECKINGACCOUNT_V1 t \(join) WHERE \(condition)\(rangeClause)
      """, rangeValues, body)
  }
}

extension Row {
  /// Whether the first columns of a `FlowScan` are those of money earned or spent: deposit or withdrawal, not
  /// marked as moved between an account and an asset or stock; void rows are asked about elsewhere.
  func isIncomeOrExpense(_ type: TransactionType) throws -> Bool {
    guard type == .deposit || type == .withdrawal else { return false }
    guard let mark = try reference(3) else { return true }
    return try mark != Entry.linkedMarks.asTransfer && mark != reference(0)
  }
}

extension Connection {
  /// Income and expense of a range; equal to `IncomeAndExpense` of all rows.
  func incomeAndExpense(
    within range: ClosedRange<CalendarDate>, account: RecordID<Account>?, slots: AccountSlots
  ) throws -> IncomeAndExpense {
    var slots = slots
    var sums = FlowSums(count: slots.count)
    try FlowScan(self, within: range).forEach(self, "t.TRANSAMOUNT, t.TOTRANSAMOUNT") { row in
      guard try row.transactionStatus(2) != .void else { return }
      let type = try row.transactionType(1)
      let source = try row.reference(0)
      if let account {
        let isTarget = try type == .transfer && row.reference(3) == account.rawValue
        guard source == account.rawValue || isTarget else { return }
      }
      sums.rows += 1
      if let account, type == .transfer {
        let scale = slots.slot(account.rawValue).map { slots.scales[$0] } ?? UnitScale(digits: 2)
        try sums.addTransfer(row, source: source, account: account.rawValue, scale: scale)
      }
      guard try row.isIncomeOrExpense(type), let slot = slots.slot(source) else { return }
      let rate = account == nil ? slots.rate(slot, on: try row.day(4)) : nil
      sums.add(
        try row.amount(5, slots.scales[slot]), slot, slots.scales[slot], rate, isIncome: type == .deposit)
    }
    return sums.result(slots.scales)
  }
}

/// Income and expense on their way.
private struct FlowSums {
  var rows = 0
  private var income: [ExactSum]
  private var expense: [ExactSum]
  private var transferredIn = ExactDecimal.zero
  private var transferredOut = ExactDecimal.zero

  init(count: Int) {
    income = Array(repeating: ExactSum(), count: count)
    expense = income
  }

  mutating func add(
    _ amount: ScannedAmount, _ slot: Int, _ scale: UnitScale, _ rate: ExactDecimal?, isIncome: Bool
  ) {
    let amount = rate.map { ScannedAmount.decimal(scale.decimal(amount) * $0) } ?? amount
    if isIncome { income[slot].add(amount) } else { expense[slot].add(amount) }
  }

  /// A transfer to or from the chosen account; one within it moves nothing.
  mutating func addTransfer(
    _ row: borrowing Row, source: Int64?, account: Int64, scale: UnitScale
  ) throws {
    guard try source != row.reference(3) else { return }
    let movement =
      source == account
      ? scale.decimal(-(try row.amount(5, scale))) : scale.decimal(try row.amount(6, scale))
    if movement.isNegative { transferredOut -= movement } else { transferredIn += movement }
  }

  func result(_ scales: [UnitScale]) -> IncomeAndExpense {
    var result = IncomeAndExpense()
    result.rows = rows
    result.income = zip(income, scales).map { $0.total($1) }.sum()
    result.expense = zip(expense, scales).map { $0.total($1) }.sum()
    result.transferredIn = transferredIn
    result.transferredOut = transferredOut
    return result
  }
}
