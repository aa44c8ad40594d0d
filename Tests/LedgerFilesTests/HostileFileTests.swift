import Ledger
import Storage
import Testing

@testable import LedgerFiles

/// Files made to keep a program busy. What ends is told by counts, not by a clock.
@Suite struct HostileFileTests {
  private static func refusal(_ change: String, _ table: String) async throws -> LedgerError? {
    let scratch = try Scratch()
    let path = try GoldenFile.write(to: scratch)
    let writer = try ForeignDatabase.open(at: path, forWriting: true)
    try await writer.write { connection in
      try connection.run("DROP TABLE \(table)")
      try connection.run(change)
    }
    await writer.close()
    let before = try scratch.contents()
    for access in [LedgerFile.Access.reading, .writing] {
      do {
        let file = try await LedgerFile.open(path: path, access: access, today: GoldenFile.today)
        await file.close()
        return nil
      } catch {
        guard access == .writing else { continue }
        #expect(try scratch.contents() == before)
        return error
      }
    }
    return nil
  }

  @Test func whatComputesItsRowsIsNoTableOfOurs() async throws {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS"
    for (change, table) in [
      ("CREATE VIEW CHECKINGACCOUNT_V1 AS \(endless) TRANSID FROM n", "CHECKINGACCOUNT_V1"),
      ("CREATE VIEW category_v1 AS \(endless) CATEGID FROM n", "CATEGORY_V1"),
      ("CREATE VIRTUAL TABLE TAG_V1 USING fts5(TAGID, TAGNAME)", "TAG_V1"),
      (
        "CREATE TABLE PAYEE_V1 (PAYEEID INTEGER PRIMARY KEY, PAYEENAME AS (hex(zeroblob(400000000))))",
        "PAYEE_V1"
      ),
    ] {
      let error = try await Self.refusal(change, table)
      guard case .notAPlainTable(let name)? = error else {
        Issue.record("\(change): \(String(describing: error))")
        continue
      }
      #expect(name.uppercased() == table)
    }
    #expect(try await Self.refusal("CREATE VIEW alldata AS SELECT 1", "USAGE_V1") == nil)
  }

  @Test func workWithoutEndIsEndedByCountAndNamed() async throws {
    let scratch = try Scratch()
    let path = try GoldenFile.write(to: scratch)
    let options = ForeignOptions(stepsBase: 1_000_000, stepsPerByte: 0)
    let file = try await LedgerFile.open(path: path, today: GoldenFile.today, options: options)
    let endless = """
      SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n)
      """
    await #expect(throws: LedgerError.tooMuchWork) {
      try await file.read { try $0.integer(endless) }
    }
    // What is asked next begins anew.
    #expect(try await file.read { try $0.integer("SELECT count(*) FROM TAG_V1") } != nil)
    // Many small statements count together.
    await #expect(throws: LedgerError.tooMuchWork) {
      try await file.read { connection in
        for _ in 0..<100_000 { _ = try connection.integer("SELECT count(*) FROM CATEGORY_V1, TAG_V1") }
      }
    }
    await file.close()
  }

  /// An honest file stays far below: a hundredth of what the defaults grant it.
  @Test func readingEverythingTakesASmallPartOfWhatIsGranted() async throws {
    let scratch = try Scratch()
    let path = scratch.path("a.mmb")
    try BrokenFile.write(to: path, seed: 5, count: 3_000)
    let session = try await LedgerSession.open(
      path: path, today: GoldenFile.today, options: ForeignOptions(stepsBase: 3_000_000, stepsPerByte: 0))
    _ = try await session.book()
    _ = try await session.balances(upTo: nil)
    _ = try await session.monthTotals(within: CalendarDate.first...CalendarDate.last)
    _ = try await session.diagnosis()
    var filter = JournalFilter()
    filter.text = "bakery"
    _ = try await session.journal(filter, after: nil, limit: 50)
    await session.close()
  }

  /// Each of many categories and tags must not cost a walk over all rows.
  @Test func aFilterOfManyCategoriesWalksOnce() async throws {
    let scratch = try Scratch()
    let path = scratch.path("a.mmb")
    try BrokenFile.write(to: path, seed: 6, count: 2_000)
    let writer = try ForeignDatabase.open(at: path, forWriting: true)
    try await writer.write { connection in
      for id in 100..<4_100 {
        try connection.run(
          "INSERT INTO TAG_V1 (TAGID, TAGNAME) VALUES (?, 'x' || ?)",
          [.integer(Int64(id)), .integer(Int64(id))])
      }
    }
    await writer.close()
    let session = try await LedgerSession.open(
      path: path, today: GoldenFile.today, options: ForeignOptions(stepsBase: 3_000_000, stepsPerByte: 0))
    var filter = JournalFilter()
    filter.categories = Set((Int64(1)...4_000).map { RecordID($0) })
    _ = try await session.journal(filter, after: nil, limit: 50)
    filter = JournalFilter()
    filter.text = "x"
    _ = try await session.journal(filter, after: nil, limit: 50)
    await session.close()
  }
}
