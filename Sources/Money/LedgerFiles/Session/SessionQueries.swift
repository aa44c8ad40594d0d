import Ledger
import Storage

extension LedgerSession {
  /// All rows of a table, by id.
  public func rows<Record: StoredRecord>(of type: Record.Type) async throws(LedgerError) -> [Record] {
    try await read { try $0.rows(of: type) }
  }

  /// One row; nil when it is not there.
  public func row<Record: StoredRecord>(_ id: RecordID<Record>) async throws(LedgerError) -> Record? {
    try await read { try TableReader<Record>($0).record($0, id: id) }
  }

  /// How many rows a table has.
  public func count<Record: StoredRecord>(of type: Record.Type) async throws(LedgerError) -> Int {
    try await read { Int(try $0.integer("SELECT count(*) FROM \"\(Record.table.name)\"") ?? 0) }
  }

  /// Everything the file holds; memory grows with it.
  public func book() async throws(LedgerError) -> Book {
    try await read { try $0.book() }
  }

  /// What stays small in a large file: everything but transactions and what hangs on them.
  public func frame() async throws(LedgerError) -> Book {
    try await read { try $0.frame() }
  }

  /// The balances of all accounts up to a day, of all days without one.
  public func balances(upTo day: CalendarDate?) async throws(LedgerError) -> BalanceSheet {
    try await read { try $0.balanceSheet(upTo: day) }
  }

  /// Income and expense of a range, see `IncomeAndExpense`.
  public func incomeAndExpense(
    within range: ClosedRange<CalendarDate>, account: RecordID<Account>?
  ) async throws(LedgerError) -> IncomeAndExpense {
    try await read { try $0.incomeAndExpense(within: range, account: account, slots: $0.accountSlots()) }
  }

  /// Totals by category of a range in base currency, see `JournalRules`.
  public func categoryTotals(
    within range: ClosedRange<CalendarDate>
  ) async throws(LedgerError) -> [RecordID<Category>?: ExactDecimal] {
    try await read { try $0.categoryTotals(within: range, slots: $0.accountSlots()) }
  }

  /// Deposits minus withdrawals by month, category and currency, see `MonthTotal`.
  public func monthTotals(
    within range: ClosedRange<CalendarDate>
  ) async throws(LedgerError) -> [MonthTotal] {
    try await read { try $0.monthTotals(within: range, slots: $0.accountSlots()) }
  }

  /// The newest days of a range that have income or expense, see `TrendDay`.
  public func trend(
    within range: ClosedRange<CalendarDate>, account: RecordID<Account>?, limit: Int
  ) async throws(LedgerError) -> [TrendDay] {
    try await read { try $0.trend(within: range, account: account, limit: limit, slots: $0.accountSlots()) }
  }

  /// What the database finds damaged in the file, in its words; empty when it is whole. Reads every page.
  public func damage() async throws(LedgerError) -> [String] {
    try await read { connection in
      try connection.query("PRAGMA integrity_check") { try $0.text(0) }.filter { $0 != "ok" }
    }
  }

  /// What is broken in the file.
  public func diagnosis() async throws(LedgerError) -> Diagnosis {
    try await read { connection in
      let book = try connection.bookWithoutTransactions()
      let reader = try TableReader<Transaction>(connection)
      return try Diagnosis(book) { look in try reader.forEach(connection, look) }
    }
  }
}

extension Connection {
  /// The accounts with their currencies and rates.
  fileprivate func accountSlots() throws -> AccountSlots {
    let settings = FileSettings(info: try rows(), settings: try rows())
    let currencies: [Currency] = try rows()
    return AccountSlots(
      accounts: try rows(), currencies: currencies,
      rates: RateBook(
        base: settings.baseCurrencyID, currencies: currencies, history: try rows(),
        usesHistory: settings.usesCurrencyHistory))
  }
}
