import Ledger
import Storage
import Testing

@testable import LedgerFiles

/// Inserting, editing and deleting, in a database in memory.
@Suite struct WritingTests {
  private static func memory(_ scratch: Scratch) throws -> ForeignDatabase {
    try ForeignDatabase.copy(of: try GoldenFile.write(to: scratch)) { _ in }
  }

  private static func check<Record: StoredRecord>(
    _ sample: Record, _ edit: @Sendable (inout Record) -> Void, _ database: ForeignDatabase
  ) async throws {
    let name = Record.table.name
    try await database.write { connection in
      let changes = LedgerChanges(connection: connection)
      let reader = try TableReader<Record>(connection)
      let before = try reader.all(connection)
      let id = try changes.insert(sample)
      let stored = try #require(try reader.record(connection, id: id))
      #expect(Record.table.changes(from: sample, to: stored).isEmpty, "\(name)")
      #expect(id.rawValue >= 1 && !before.map(\.id).contains(id))
      var edited = stored
      edit(&edited)
      let changed = Record.table.changes(from: stored, to: edited).map(\.column)
      #expect(changed.count == 1, "\(name)")
      try changes.update(from: stored, to: edited)
      #expect(try reader.record(connection, id: id) == edited, "\(name)")
      try changes.update(from: edited, to: edited)
      try changes.delete(id)
      #expect(try reader.all(connection) == before, "\(name)")
      let gone = LedgerError.recordMissing(table: name, id: id.rawValue)
      #expect(throws: gone) { try changes.delete(id) }
      #expect(throws: gone) { try changes.update(from: stored, to: edited) }
    }
  }

  @Test func rowsOfEveryTableAreInsertedEditedAndDeleted() async throws {
    let scratch = try Scratch()
    let memory = try Self.memory(scratch)
    try await Self.check(Account(id: RecordID(0)), { $0.name = "new" }, memory)
    try await Self.check(
      Asset(id: RecordID(0)).dated(), { $0.value = StoredNumber(ExactDecimal("1.5")!) }, memory)
    try await Self.check(Attachment(id: RecordID(0)), { $0.fileName = "a.pdf" }, memory)
    try await Self.check(BudgetEntry(id: RecordID(0)), { $0.isActive = false }, memory)
    try await Self.check(BudgetPeriod(id: RecordID(0)), { $0.name = "2031" }, memory)
    try await Self.check(Ledger.Category(id: RecordID(0)), { $0.parentID = RecordID(1) }, memory)
    try await Self.check(Currency(id: RecordID(0)), { $0.scale = 1000 }, memory)
    try await Self.check(CurrencyRate(id: RecordID(0)).dated(), { $0.source = 2 }, memory)
    try await Self.check(CustomField(id: RecordID(0)), { $0.text = "Place" }, memory)
    try await Self.check(CustomValue(id: RecordID(0)), { $0.content = "x" }, memory)
    try await Self.check(InfoEntry(id: RecordID(0)), { $0.value = "x" }, memory)
    try await Self.check(Payee(id: RecordID(0)), { $0.website = "x" }, memory)
    try await Self.check(RecordLink(id: RecordID(0)), { $0.recordID = 3 }, memory)
    try await Self.check(SavedReport(id: RecordID(0)), { $0.lua = "x" }, memory)
    try await Self.check(Schedule(id: RecordID(0)), { $0.occurrences = 4 }, memory)
    try await Self.check(Split<Schedule>(id: RecordID(0)), { $0.notes = "x" }, memory)
    try await Self.check(SettingEntry(id: RecordID(0)), { $0.value = "x" }, memory)
    try await Self.check(ShareTrade(id: RecordID(0)), { $0.lot = "x" }, memory)
    try await Self.check(Split<Transaction>(id: RecordID(0)), { $0.categoryID = RecordID(4) }, memory)
    try await Self.check(Stock(id: RecordID(0)).dated(), { $0.symbol = "X" }, memory)
    try await Self.check(StockPrice(id: RecordID(0)).dated(), { $0.source = 1 }, memory)
    try await Self.check(Tag(id: RecordID(0)), { $0.name = "new" }, memory)
    try await Self.check(TagLink(id: RecordID(0)), { $0.referenceID = 77 }, memory)
    try await Self.check(Transaction(id: RecordID(0)), { $0.entry.notes = "new" }, memory)
    try await Self.check(UsageEntry(id: RecordID(0)).dated(), { $0.json = "{}" }, memory)
    await memory.close()
  }

  @Test func aRowThatBreaksARuleUndoesTheWholeChange() async throws {
    let scratch = try Scratch()
    let path = try GoldenFile.write(to: scratch)
    let session = try await LedgerSession.open(path: path, access: .writing, today: GoldenFile.today)
    let before = try scratch.bytes("golden.mmb")
    let name = try #require(try await session.rows(of: Payee.self).first?.name)
    await #expect {
      try await session.change { changes in
        try changes.insert(Tag(id: RecordID(0)))
        var payee = Payee(id: RecordID(0))
        payee.name = name.uppercased()
        try changes.insert(payee)
      }
    } throws: { error in
      guard case .queryFailed(let reason)? = error as? LedgerError else { return false }
      return reason.contains("PAYEE_V1.PAYEENAME")
    }
    #expect(try scratch.bytes("golden.mmb") == before)
    await session.close()
    let reading = try await LedgerSession.open(path: path, today: GoldenFile.today)
    await #expect(throws: LedgerError.readOnly) { try await reading.change { _ in } }
    await reading.close()
  }

  @Test func splitsAreReplacedTogether() async throws {
    let scratch = try Scratch()
    let memory = try Self.memory(scratch)
    try await memory.write { connection in
      let parent = try #require(try connection.rows(of: Split<Transaction>.self).first?.parentID)
      let others = try connection.rows(of: Split<Transaction>.self).filter { $0.parentID != parent }
      var parts = [Split<Transaction>(id: RecordID(0)), Split<Transaction>(id: RecordID(0))]
      parts[0].amount = StoredNumber(ExactDecimal(4))
      parts[1].amount = StoredNumber(ExactDecimal(6))
      try LedgerChanges(connection: connection).replaceSplits(of: parent, with: parts)
      let stored = try connection.rows(of: Split<Transaction>.self)
      #expect(
        stored.filter { $0.parentID == parent }.map(\.amount.decimal) == [ExactDecimal(4), ExactDecimal(6)])
      #expect(stored.filter { $0.parentID != parent } == others)
    }
    await memory.close()
  }

  @Test func anEditLeavesWhatNobodyEditedAsItWas() async throws {
    let scratch = try Scratch()
    let path = scratch.path("broken.mmb")
    try BrokenFile.write(to: path, seed: 3, count: 60)
    let session = try await LedgerSession.open(path: path, access: .writing, today: GoldenFile.today)
    let sql = "SELECT * FROM CHECKINGACCOUNT_V1 ORDER BY TRANSID"
    @Sendable func raw(_ connection: Connection) throws -> [[SQLValue]] {
      try connection.query(sql) { row in try (0..<row.columnCount).map { try row.value($0) } }
    }
    var expected = try await session.read { try raw($0) }
    let rows = try await session.rows(of: Transaction.self)
    try await session.change { changes in
      for row in rows where row.id.rawValue % 2 == 0 {
        var edited = row
        edited.entry.notes = "edited"
        try changes.update(from: row, to: edited)
      }
    }
    let notes = try await session.read { connection in
      try connection.query("SELECT name FROM pragma_table_info('CHECKINGACCOUNT_V1')") { try $0.text(0) }
    }.firstIndex(of: "NOTES")
    for index in expected.indices where (index + 1) % 2 == 0 {
      expected[index][try #require(notes)] = .text("edited")
    }
    #expect(try await session.read { try raw($0) } == expected)
    await session.close()
  }
}

extension Asset {
  fileprivate func dated() -> Asset { changed { $0.startDay = DayText("2024-01-01") } }
}
extension CurrencyRate {
  fileprivate func dated() -> CurrencyRate { changed { $0.day = DayText("2031-01-01") } }
}
extension Stock {
  fileprivate func dated() -> Stock { changed { $0.purchaseDay = DayText("2024-01-01") } }
}
extension StockPrice {
  fileprivate func dated() -> StockPrice { changed { $0.day = DayText("2024-01-01") } }
}
extension UsageEntry {
  fileprivate func dated() -> UsageEntry { changed { $0.day = DayText("2024-01-01") } }
}
extension StoredRecord {
  fileprivate func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}
