import Foundation
import Ledger
import Storage
import StrictJSON
import Testing

@testable import LedgerFiles

/// The real file of version 0.9.7, which is not carried along.
@Suite struct SampleFileTests {
  private static var shared: URL { FixtureFiles.sharedFolder.appending(path: "vectors/money/mmex_0970.mmb") }

  static var isPresent: Bool { FileManager.default.fileExists(atPath: shared.path) }

  @Test(.enabled(if: isPresent, "mmex_0970.mmb is not beside this checkout"))
  func theRealOldFileHasItsValuesBeforeAndAfterTheUpgrade() async throws {
    let scratch = try Scratch()
    let path = scratch.path("mmex_0970.mmb")
    try Data(contentsOf: Self.shared).write(to: URL(filePath: path))
    let expected = try FixtureFiles.json("mmex_0970.expected")
    var suite = VectorSuite("mmex_0970")
    let before = try #require(expected["before"])
    try await Self.checkRows(path, before, Self.before, &suite)
    let after = try #require(expected["after_upgrade_to_21"])
    let files = MoneyFiles(today: { GoldenFile.today })
    let shown = try await files.open(path: path)
    try await Self.checkFigures(shown, after, &suite)
    await shown.close()
    try await Self.checkRows(path, before, Self.before, &suite)
    let report = try await files.upgrade(path: path)
    suite.check(report.from, 0, "version before")
    suite.check(report.dropped, [], "dropped")
    try await Self.checkRows(path, after, Self.after, &suite)
    let upgraded = try await files.open(path: path)
    try await Self.checkFigures(upgraded, after, &suite)
    await upgraded.close()
    suite.check(
      try Data(contentsOf: URL(filePath: report.backupPath)), try Data(contentsOf: Self.shared), "backup")
    suite.report()
  }

  private static func checkRows(
    _ path: String, _ expected: JSONValue, _ queries: [String: String], _ suite: inout VectorSuite
  ) async throws {
    let database = try ForeignDatabase.open(at: path, forWriting: false)
    let version = try await database.read { try $0.integer("PRAGMA user_version") }
    suite.check(version, expected["user_version"]?.integer, "user_version")
    if let pageSize = expected["page_size"]?.integer {
      let found = try await database.read { try $0.integer("PRAGMA page_size") }
      suite.check(found, pageSize, "page size")
    }
    for member in expected["counts"]?.members ?? [] {
      let count = try await database.read { try $0.integer("SELECT count(*) FROM \(member.name)") }
      suite.check(count, member.value.integer, "rows of \(member.name)")
    }
    for (name, sql) in queries.sorted(by: { $0.key < $1.key }) {
      let rows = try await database.read { connection in
        try connection.query(sql) { row in
          JSONValue.array(try (0..<row.columnCount).map { json(try row.value($0)) }).serialized()
        }
      }
      let wanted = expected["rows"]?[name]?.array ?? []
      suite.check(rows, wanted.map { $0.serialized() }, name)
    }
    await database.close()
  }

  private static func checkFigures(
    _ session: any LedgerSessioning, _ expected: JSONValue, _ suite: inout VectorSuite
  ) async throws {
    let book = try await session.book()
    let sheet = try await session.balances(upTo: nil)
    for member in expected["balances"]?.members ?? [] {
      let id = RecordID<Account>(Int64(member.name) ?? 0)
      let balance = sheet.balance(of: id)?.total.decimal
      suite.check(balance, member.value.string.flatMap { ExactDecimal($0) }, "balance of \(id)")
    }
    for member in expected["stock_market_value"]?.members ?? [] {
      let stocks = book.stocks.filter { $0.accountID?.description == member.name }
      let value = stocks.map(\.marketValue).sum()
      suite.check(value, member.value.string.flatMap { ExactDecimal($0) }, "stocks of \(member.name)")
    }
    let worth = NetWorth(
      on: GoldenFile.today, accounts: book.accounts, sheet: sheet, stocks: book.stocks, rates: book.rates)
    suite.check(
      worth.total, expected["net_worth_base"]?.string.flatMap { ExactDecimal($0) }, "net worth")
    suite.check(
      book.fileSettings.baseCurrencyID?.rawValue, expected["base_currency_id"]?.integer, "base currency")
    let category = try #require(book.transactions.first?.entry.categoryID)
    suite.check(
      CategoryTree(book.categories).fullName(of: category),
      expected["full_category_name_of_transaction_1"]?.string, "category of row 1")
  }

  private static func json(_ value: SQLValue) -> JSONValue {
    switch value {
    case .null: .null
    case .integer(let whole): .integer(whole)
    case .real(let real): .number(real)
    case .text(let text): .string(text)
    case .blob: .null
    }
  }

  private static let before = [
    "INFOTABLE": "SELECT INFONAME, INFOVALUE FROM INFOTABLE_V1",
    "accounts":
      """
    SELECT ACCOUNTID, ACCOUNTNAME, ACCOUNTTYPE, STATUS, INITIALBAL, FAVORITEACCT, CURRENCYID \
    FROM ACCOUNTLIST_V1
    """,
    "transactions": """
    SELECT TRANSID, ACCOUNTID, TOACCOUNTID, PAYEEID, TRANSCODE, TRANSAMOUNT, STATUS, CATEGID, SUBCATEGID, \
    TRANSDATE, TOTRANSAMOUNT FROM CHECKINGACCOUNT_V1
    """,
    "stock": """
    SELECT STOCKID, HELDAT, PURCHASEDATE, SYMBOL, NUMSHARES, PURCHASEPRICE, CURRENTPRICE, VALUE FROM STOCK_V1
    """,
  ]

  private static let after = [
    "DATAVERSION": "SELECT INFOVALUE FROM INFOTABLE_V1 WHERE INFONAME = 'DATAVERSION'",
    "accounts": "SELECT ACCOUNTID, INITIALDATE, STATEMENTLOCKED, MINIMUMBALANCE FROM ACCOUNTLIST_V1",
    "transactions":
      "SELECT TRANSID, CATEGID, TRANSDATE, LASTUPDATEDTIME, DELETEDTIME, COLOR FROM CHECKINGACCOUNT_V1",
    "payee": "SELECT PAYEEID, PAYEENAME, CATEGID, ACTIVE, PATTERN FROM PAYEE_V1",
    "currency_type": "SELECT CURRENCYID, CURRENCY_SYMBOL, CURRENCY_TYPE FROM CURRENCYFORMATS_V1",
    "category_sample": """
    SELECT CATEGID, CATEGNAME, ACTIVE, PARENTID FROM CATEGORY_V1 \
      WHERE CATEGID IN (1, 13, 16, 17, 19, 30, 55, 57)
    """,
  ]
}
