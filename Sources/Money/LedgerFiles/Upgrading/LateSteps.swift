import Storage

extension Connection {
  /// Step 18: rows without an account go, payees get a pattern.
  func becomeVersion18(_ notes: inout UpgradeNotes) throws {
    let ids = try query("SELECT TRANSID FROM CHECKINGACCOUNT_V1 WHERE ACCOUNTID = -1 ORDER BY TRANSID") {
      try $0.integer(0)
    }
    try run("DELETE FROM CHECKINGACCOUNT_V1 WHERE ACCOUNTID = -1")
    notes.note("without an account, deleted", "CHECKINGACCOUNT_V1", ids)
    try addColumns("PAYEE_V1", ["PATTERN TEXT DEFAULT ''"])
  }

  /// Step 19: tags, and colours in a column of their own.
  func becomeVersion19() throws {
    try addTables(["TAG_V1"])
    if try !hasTable("TAGLINK_V1") {
      // As upgraded files have it: without the foreign key of new ones.
      guard let statement = Schema.table("TAGLINK_V1") else { return }
      try run(
        statement.replacing(", FOREIGN KEY(TAGID) REFERENCES TAG_V1(TAGID)", with: ""))
    }
    for table in ["CHECKINGACCOUNT_V1", "BILLSDEPOSITS_V1"] where try hasTable(table) {
      guard try !columns(of: table).contains("COLOR") else { continue }
      try addColumns(table, ["COLOR INTEGER DEFAULT -1"])
      try run("UPDATE \(table) SET COLOR = coalesce(FOLLOWUPID, -1)")
    }
  }

  /// Step 20: categories below themselves are freed, dates of rows get a time.
  func becomeVersion20() throws {
    try run(
      """
      UPDATE CATEGORY_V1 SET ACTIVE = 0, PARENTID = -1, CATEGNAME = CATEGNAME || ' [recovered]' \
      WHERE PARENTID = CATEGID
      """)
    try run(
      "UPDATE CHECKINGACCOUNT_V1 SET TRANSDATE = TRANSDATE || 'T00:00:00' WHERE length(TRANSDATE) = 10")
  }

  /// Step 21: an address of quotes that is gone, and forints written behind the amount.
  func becomeVersion21() throws {
    try run(
      "UPDATE INFOTABLE_V1 SET INFOVALUE = ? WHERE INFONAME = 'STOCKURL' AND INFOVALUE LIKE ? || '%'",
      [.text(Self.quotePage), .text(Self.oldQuotePages)])
    try run(
      """
      UPDATE CURRENCYFORMATS_V1 SET SFX_SYMBOL = PFX_SYMBOL, PFX_SYMBOL = '' \
      WHERE CURRENCY_SYMBOL = 'HUF' AND coalesce(SFX_SYMBOL, '') = ''
      """)
  }

  // archreview:ignore foreign-host the file format names this address; nothing here visits it
  private static let quotePage = "https://finance.yahoo.com/chart/%s"
  // archreview:ignore foreign-host the file format names this address; nothing here visits it
  private static let oldQuotePages = "http://finance.yahoo.com/"
}
