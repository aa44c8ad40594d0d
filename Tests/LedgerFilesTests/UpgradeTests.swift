import Foundation
import Ledger
import Storage
import Testing

@testable import LedgerFiles

@Suite struct UpgradeTests {
  static let today = GoldenFile.today
  static let files = MoneyFiles(today: { GoldenFile.today })

  /// Every value of every table, as text.
  private static func dump(_ path: String) async throws -> [String] {
    let database = try ForeignDatabase.open(at: path, forWriting: false)
    let lines = try await database.read { connection in
      let tables = try connection.query(
        "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
      ) { try $0.text(0) }
      return try tables.flatMap { table in
        // By name: the order of columns differs between files.
        let columns = try connection.columns(of: table).sorted().map { "\"\($0)\"" }
        return try connection.query("SELECT \(columns.joined(separator: ",")) FROM \"\(table)\"") { row in
          try table + (0..<row.columnCount).map { "|\(try row.value($0))" }.joined()
        }.sorted()
      }
    }
    await database.close()
    return lines
  }

  @Test func everyReleasedVersionIsUpgradedToTheSameFile() async throws {
    let scratch = try Scratch()
    let direct = scratch.path("0.mmb")
    try OldFile.write(to: direct)
    let report = try await Self.files.upgrade(path: direct)
    #expect(report.from == 0 && report.to == 21)
    let expected = try await Self.dump(direct)
    for version: Int64 in [1, 2, 3, 4, 5, 6, 7, 15, 16, 17, 18, 19, 20] {
      let path = scratch.path("\(version).mmb")
      try OldFile.write(to: path)
      let database = try ForeignDatabase.open(at: path, forWriting: true)
      try await database.write { connection in
        _ = try LedgerUpgrade.run(connection, from: 0, to: version, today: Self.today)
      }
      await database.close()
      let reading = try await Self.files.open(path: path)
      let facts = await reading.file
      #expect(facts.version == version && facts.isUpgradedCopy)
      let shown = try await reading.book()
      await reading.close()
      #expect(try await Self.files.upgrade(path: path).from == version)
      #expect(try await Self.dump(path) == expected, "from version \(version)")
      let upgraded = try await Self.files.open(path: path)
      #expect(try await upgraded.book() == shown)
      #expect(await !upgraded.file.isUpgradedCopy)
      await upgraded.close()
    }
  }

  @Test func anUpgradeKeepsWhatItIsNotAskedToChange() async throws {
    let scratch = try Scratch()
    let path = scratch.path("old.mmb")
    try OldFile.write(to: path)
    let old = try scratch.bytes("old.mmb")
    let report = try await Self.files.upgrade(path: path)
    #expect(try [UInt8](Data(contentsOf: URL(filePath: report.backupPath))) == old)
    #expect(report.backupPath == path + "_upgrade_v0_2024-02-10.bak")
    #expect(try scratch.names() == ["old.mmb", "old.mmb_upgrade_v0_2024-02-10.bak"])
    #expect(
      report.dropped == [
        "CATEGORY_V1: merged into another of the same name: 3",
        "SUBCATEGORY_V1: merged into another of the same name: 3",
        "CHECKINGACCOUNT_V1: without an account, deleted: 4",
      ])
    let session = try await Self.files.open(path: path)
    let book = try await session.book()
    #expect(
      book.accounts.map(\.initialDate.text) == ["2018-04-25", "2018-04-27", "2017-03-04", "2024-02-10"])
    // Subcategory 44 is not there: the row keeps its category.
    #expect(book.transactions.map { $0.entry.categoryID?.rawValue } == [8, 8, 2, 7, nil])
    #expect(book.transactions.map(\.entry.color) == [3, -1, -1, -1, 0])
    #expect(book.splits.map { $0.categoryID?.rawValue } == [8, 9])
    #expect(book.schedules.first?.entry.date.text == "2018-06-01" && book.schedules.first?.entry.color == 5)
    #expect(book.currencies.map(\.type.code) == [.fiat, .fiat, .crypto, .fiat, .crypto])
    #expect(book.currencies[1].suffix == "Ft " && book.currencies[1].prefix.isEmpty)
    let tree = CategoryTree(book.categories)
    #expect(tree.fullName(of: RecordID(8)) == "Food:Out" && tree.fullName(of: RecordID(12)) == "Error:Alone")
    let sheet = try await session.balances(upTo: nil)
    let balances = book.accounts.map { sheet.balance(of: $0.id)?.total.description }
    #expect(balances == ["100.1", "7000", "0", "5"])
    await session.close()
    let database = try ForeignDatabase.open(at: path, forWriting: false)
    let own = try await database.read { try $0.first("SELECT a, b FROM SOMEBODYS_OWN") { try $0.blob(1) } }
    #expect(own == [0x00, 0xff])
    await database.close()
  }

  @Test func aFailingStepLeavesTheFileAsItWas() async throws {
    let scratch = try Scratch()
    let path = scratch.path("old.mmb")
    try OldFile.write(to: path)
    let database = try ForeignDatabase.open(at: path, forWriting: true)
    // Somebody's own view needs a column that step 17 removes.
    try await database.write { try $0.run("CREATE VIEW mine AS SELECT SUBCATEGID FROM PAYEE_V1") }
    await database.close()
    let before = try scratch.bytes("old.mmb")
    await #expect {
      try await Self.files.upgrade(path: path)
    } throws: { error in
      guard case .upgradeFailed(17, let reason)? = error as? LedgerError else { return false }
      return reason.contains("mine")
    }
    #expect(try scratch.bytes("old.mmb") == before)
    #expect(try scratch.bytes("old.mmb_upgrade_v0_2024-02-10.bak") == before)
    #expect(try scratch.names().count == 2)
  }

  @Test func aBackupIsNeverOverwrittenAndNotMadeTwice() async throws {
    let scratch = try Scratch()
    let path = scratch.path("old.mmb")
    let name = "old.mmb_upgrade_v0_2024-02-10.bak"
    try scratch.write([1, 2, 3], to: name)
    try OldFile.write(to: path)
    let old = try scratch.bytes("old.mmb")
    let report = try await Self.files.upgrade(path: path)
    #expect(try scratch.bytes(name) == [1, 2, 3])
    #expect(report.backupPath.hasSuffix("_upgrade_v0_2024-02-10_2.bak"))
    try scratch.write(old, to: "old.mmb")
    #expect(try await Self.files.upgrade(path: path).backupPath == report.backupPath)
    #expect(try scratch.names().count == 3)
    let current = try await Self.files.upgrade(path: path)
    #expect(current.from == 21 && current.backupPath.isEmpty)
  }

  @Test func anOlderFileIsReadInMemoryAndLeftByteIdentical() async throws {
    let scratch = try Scratch()
    let path = scratch.path("old.mmb")
    try OldFile.write(to: path)
    let before = try scratch.contents()
    let session = try await Self.files.open(path: path)
    _ = try await session.book()
    _ = try await session.balances(upTo: nil)
    await session.close()
    #expect(try scratch.contents() == before)
    await #expect(throws: LedgerError.needsUpgrade(from: 0)) {
      try await LedgerFile.open(path: path, access: .writing, today: Self.today)
    }
    #expect(try scratch.contents() == before)
  }

  @Test func aCategoryTableThatAllowsEachNameOnceIsMadeAgain() async throws {
    let scratch = try Scratch()
    let path = scratch.path("old.mmb")
    try OldFile.write(to: path)
    let database = try ForeignDatabase.open(at: path, forWriting: true)
    try await database.write { connection in
      try connection.run("DROP TABLE CATEGORY_V1")
      try connection.run(
        "CREATE TABLE CATEGORY_V1 (CATEGID integer primary key, CATEGNAME TEXT COLLATE NOCASE UNIQUE)"
      )
      try connection.run("INSERT INTO CATEGORY_V1 VALUES (1, 'Food'), (2, 'Car'), (7, 'Home')")
    }
    await database.close()
    _ = try await Self.files.upgrade(path: path)
    let session = try await Self.files.open(path: path)
    let names = try await session.rows(of: Ledger.Category.self).map(\.name)
    #expect(names.filter { $0 == "Fuel" }.count == 2)
    await session.close()
  }

  @Test func aFileWithAWriteAheadLogKeepsItsModeAndIsBackedUpWhole() async throws {
    let scratch = try Scratch()
    let path = scratch.path("old.mmb")
    try OldFile.write(to: path)
    let other = try ForeignDatabase.open(at: path, forWriting: true)
    try await other.look { connection in
      try connection.run("PRAGMA journal_mode = WAL")
      try connection.run("INSERT INTO PAYEE_V1 VALUES (9, 'Logged', 1, -1)")
    }
    let report = try await Self.files.upgrade(path: path)
    await other.close()
    #expect(try scratch.names() == ["old.mmb", "old.mmb_upgrade_v0_2024-02-10.bak"])
    for (name, version) in [(path, Int64(21)), (report.backupPath, 0)] {
      let session = try await Self.files.open(path: name)
      #expect(await session.file.version == version)
      #expect(try await session.rows(of: Payee.self).contains { $0.name == "Logged" })
      await session.close()
    }
    let header = try scratch.bytes("old.mmb")
    #expect(header[18] == 2 && header[19] == 2)
  }

  @Test func everyDayThatIsWrittenIsTheOneGiven() async throws {
    let scratch = try Scratch()
    let day = try #require(CalendarDate("1999-05-06"))
    let files = MoneyFiles(today: { day })
    let path = scratch.path("old.mmb")
    try OldFile.write(to: path)
    #expect(try await files.upgrade(path: path).backupPath.hasSuffix("_upgrade_v0_1999-05-06.bak"))
    #expect(try await files.backUp(path: path).hasSuffix("_backup_1999-05-06.bak"))
    let session = try await files.open(path: path)
    // An account without rows begins today.
    #expect(try await session.rows(of: Account.self).last?.initialDate.text == "1999-05-06")
    await session.close()
  }

  @Test func filesWrittenHereAreWholeAndHaveEqualSumsByPlainSQL() async throws {
    let scratch = try Scratch()
    let (old, new) = (scratch.path("old.mmb"), scratch.path("new.mmb"))
    try OldFile.write(to: old)
    _ = try await Self.files.upgrade(path: old)
    let choices = NewLedger(baseCurrency: "EUR", day: Self.today, uniqueID: "u", hasSample: true)
    await (try Self.files.create(path: new, choices: choices)).close()
    for path in [old, new] {
      let session = try await LedgerSession.open(path: path, access: .writing, today: Self.today)
      try await session.change { changes in
        var entry = Entry()
        entry.accountID = RecordID(1)
        entry.payeeID = RecordID(1)
        entry.type = Coded(.deposit)
        entry.amount = StoredNumber(ExactDecimal(mantissa: 12_34, scale: 2))
        try changes.insert(Transaction(id: RecordID(0), entry: entry))
      }
      let sheet = try await session.balances(upTo: nil)
      let sums = try await Self.plainSums(path)
      for account in try await session.rows(of: Account.self) {
        let total = sheet.balance(of: account.id)?.total.decimal
        #expect(total == ExactDecimal(mantissa: Int128(sums[account.id.rawValue] ?? 0), scale: 2))
      }
      #expect(try await session.damage().isEmpty)
      #expect(await session.file.version == 21)
      await session.close()
    }
  }

  /// Balances in hundredths, as anybody would ask for them.
  private static func plainSums(_ path: String) async throws -> [Int64: Int64] {
    let database = try ForeignDatabase.open(at: path, forWriting: false)
    let sums = try await database.read { connection in
      try connection.query(
        """
        SELECT a.ACCOUNTID, CAST(round(a.INITIALBAL * 100) AS INTEGER) + \
        coalesce((SELECT sum(CAST(round(100 * CASE WHEN t.TRANSCODE = 'Deposit' THEN t.TRANSAMOUNT \
        WHEN t.ACCOUNTID = a.ACCOUNTID THEN -t.TRANSAMOUNT ELSE t.TOTRANSAMOUNT END) AS INTEGER)) \
        FROM CHECKINGACCOUNT_V1 t WHERE coalesce(t.STATUS, '') <> 'V' AND coalesce(t.DELETEDTIME, '') = '' \
        AND (t.ACCOUNTID = a.ACCOUNTID OR t.TRANSCODE = 'Transfer' AND t.TOACCOUNTID = a.ACCOUNTID)), 0) \
        FROM ACCOUNTLIST_V1 a
        """
      ) { (try $0.integer(0), try $0.integer(1)) }
    }
    await database.close()
    return Dictionary(uniqueKeysWithValues: sums)
  }
}
