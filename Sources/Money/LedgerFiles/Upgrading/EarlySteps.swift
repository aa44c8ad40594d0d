import Storage

extension Connection {
  /// Step 3: schedules of the oldest files had no posting date.
  func dateSchedulesByDueDay() throws {
    let version = try first("SELECT INFOVALUE FROM INFOTABLE_V1 WHERE INFONAME = 'DATAVERSION'") { row in
      try row.value(0)
    }
    guard version == .text("2") || version == .integer(2) else { return }
    if try hasTable("BILLSDEPOSITS_V1") {
      try run("UPDATE BILLSDEPOSITS_V1 SET TRANSDATE = NEXTOCCURRENCEDATE")
    }
    try run("UPDATE INFOTABLE_V1 SET INFOVALUE = '3' WHERE INFONAME = 'DATAVERSION'")
  }

  /// Step 7: statement lock, limits and interest of accounts.
  func addAccountLimits() throws {
    try addColumns(
      "ACCOUNTLIST_V1",
      [
        "STATEMENTLOCKED INTEGER", "STATEMENTDATE TEXT", "MINIMUMBALANCE NUMERIC", "CREDITLIMIT NUMERIC",
        "INTERESTRATE NUMERIC", "PAYMENTDUEDATE TEXT", "MINIMUMPAYMENT NUMERIC",
      ])
  }

  /// Step 15: kinds of currencies, first days of accounts, more about assets, notes of splits and budgets,
  /// what is in use.
  func becomeVersion15(_ notes: inout UpgradeNotes) throws {
    if try !hasTable("REPORT_V1"), let statement = Schema.table("REPORT_V1") {
      // The step itself adds ACTIVE; a file of 0.9 has no reports.
      try run(statement.replacing("ACTIVE INTEGER, ", with: ""))
    }
    try run("REINDEX")
    try addCurrencyKinds()
    try addFirstDays(notes.today)
    try addColumns(
      "ASSETS_V1", ["ASSETSTATUS TEXT", "CURRENCYID INTEGER", "VALUECHANGEMODE TEXT"])
    if try hasTable("ASSETS_V1") {
      try run("UPDATE ASSETS_V1 SET ASSETSTATUS = 'Open' WHERE ASSETSTATUS IS NULL")
      try run("UPDATE ASSETS_V1 SET CURRENCYID = -1 WHERE CURRENCYID IS NULL")
      try run("UPDATE ASSETS_V1 SET VALUECHANGEMODE = 'Percentage' WHERE VALUECHANGEMODE IS NULL")
    }
    try addColumns("SPLITTRANSACTIONS_V1", ["NOTES TEXT"])
    try addColumns("BUDGETSPLITTRANSACTIONS_V1", ["NOTES TEXT"])
    try addColumns("BUDGETTABLE_V1", ["NOTES TEXT"])
    try addColumns("PAYEE_V1", ["NUMBER TEXT", "WEBSITE TEXT", "NOTES TEXT"])
    for table in ["BUDGETTABLE_V1", "CATEGORY_V1", "SUBCATEGORY_V1", "PAYEE_V1", "REPORT_V1"]
    where try hasTable(table) {
      try addColumns(table, ["ACTIVE INTEGER"])
      try run("UPDATE \(table) SET ACTIVE = 1 WHERE ACTIVE IS NULL")
    }
    try drop(table: "SPLITTRANSACTIONS_V2", &notes)
  }

  /// Drops a table that later versions do not know, and notes what was in it.
  func drop(table: String, _ notes: inout UpgradeNotes) throws {
    guard try hasTable(table) else { return }
    let count = try integer("SELECT count(*) FROM \(table)") ?? 0
    if count > 0 { notes.note("\(table): dropped with \(count) rows") }
    try run("DROP TABLE \(table)")
  }

  /// Every symbol that is no code of a state's money is taken for one of another kind, an empty one too.
  private func addCurrencyKinds() throws {
    try addColumns("CURRENCYFORMATS_V1", ["CURRENCY_TYPE TEXT"])
    try run("UPDATE CURRENCYFORMATS_V1 SET CURRENCY_TYPE = 'Fiat'")
    let codes = SeedCurrencies.stateCodes
    let places = Array(repeating: "?", count: codes.count).joined(separator: ", ")
    try run(
      """
      UPDATE CURRENCYFORMATS_V1 SET CURRENCY_TYPE = 'Crypto' \
      WHERE upper(CURRENCY_SYMBOL) NOT IN (\(places))
      """,
      codes.map(SQLValue.text))
  }

  /// An account begins with its first row, else with its first stock, else today.
  private func addFirstDays(_ today: String) throws {
    try addColumns("ACCOUNTLIST_V1", ["INITIALDATE TEXT"])
    let purchase =
      try hasTable("STOCK_V1")
      ? "(SELECT min(PURCHASEDATE) FROM STOCK_V1 s WHERE s.HELDAT = a.ACCOUNTID), " : ""
    // One walk over the rows, not one for each account.
    try run("DROP TABLE IF EXISTS temp.first_day")
    try run(
      """
      CREATE TEMP TABLE first_day AS SELECT account, min(nullif(day, '')) AS day FROM ( \
      SELECT ACCOUNTID AS account, TRANSDATE AS day FROM CHECKINGACCOUNT_V1 \
      UNION ALL SELECT TOACCOUNTID, TRANSDATE FROM CHECKINGACCOUNT_V1) GROUP BY account
      """)
    try run(
      """
      UPDATE ACCOUNTLIST_V1 AS a SET INITIALDATE = coalesce( \
      (SELECT day FROM temp.first_day f WHERE f.account = a.ACCOUNTID), \(purchase)?) \
      WHERE INITIALDATE IS NULL
      """, [.text(today)])
    try run("DROP TABLE temp.first_day")
  }
}

extension SeedCurrencies {
  /// The codes of states' money and of what is counted with it, in capitals.
  static let stateCodes: [String] = {
    let seeded = rows.filter { $0.last == "Fiat" }.map { $0[8] }
    let others = """
      BOV CHE CHW CLF COU MXV USN UYI XAG XAU XBA XBB XBC XBD XPD XPT XSU XUA
      """
    return seeded + others.split(separator: " ").map(String.init)
  }()
}
