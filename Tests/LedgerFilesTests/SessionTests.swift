import Foundation
import Ledger
import Storage
import Testing

@testable import LedgerFiles

@Suite struct SessionTests {
  static let today = GoldenFile.today

  private static func open(
    _ path: String, _ access: LedgerFile.Access = .reading, readers: Int = 2
  ) async throws -> LedgerSession {
    try await LedgerSession.open(
      path: path, access: access, today: today, options: ForeignOptions(readConnections: readers))
  }

  /// A query that only a cancelled task ends.
  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"

  /// What another program does to the file.
  private static func write(_ path: String, _ sql: String) async throws {
    let other = try ForeignDatabase.open(at: path, forWriting: true)
    try await other.write { _ = try $0.run(sql) }
    await other.close()
  }

  @Test func tagsAndAttachmentsOfAPageAreThoseOfTheWholeFile() async throws {
    let scratch = try Scratch()
    let session = try await Self.open(try GoldenFile.write(to: scratch))
    let page = try await session.journal(JournalFilter(), after: nil, limit: 200)
    let (found, book) = (try await session.marks(of: page), try await session.book())
    let all = JournalMarks(tagLinks: book.tagLinks, splits: book.splits, attachments: book.attachments)
    #expect(page.rows.contains { !all.tags(of: $0.id).isEmpty })
    #expect(page.rows.contains { all.hasAttachment($0.id) })
    for row in page.rows {
      #expect(found.tags(of: row.id) == all.tags(of: row.id))
      #expect(found.hasAttachment(row.id) == all.hasAttachment(row.id))
    }
    await session.close()
  }

  @Test func anotherProgramsWriteIsSeenAndCounted() async throws {
    let scratch = try Scratch()
    let path = try GoldenFile.write(to: scratch)
    let session = try await Self.open(path)
    let before = try await session.changeCounter()
    #expect(try await session.changeCounter() == before)
    let tags = try await session.count(of: Tag.self)
    try await Self.write(path, "INSERT INTO TAG_V1 (TAGNAME, ACTIVE) VALUES ('new', 1)")
    #expect(try await session.changeCounter() > before)
    #expect(try await session.count(of: Tag.self) == tags + 1)
    await session.close()
  }

  @Test func anotherFileInItsPlaceIsReadFromThenOn() async throws {
    let scratch = try Scratch()
    let path = try GoldenFile.write(to: scratch)
    let session = try await Self.open(path)
    let writing = try await Self.open(path, .writing)
    let before = try await session.changeCounter()
    let other = try GoldenFile.write(to: scratch, name: "other.mmb")
    try await Self.write(other, "DELETE FROM TAGLINK_V1")
    try await Self.write(other, "DELETE FROM TAG_V1")
    #expect(rename(other, path) == 0)
    await #expect(throws: LedgerError.changedOutside) {
      try await writing.change { try $0.insert(Tag(id: RecordID(0))) }
    }
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 { group.addTask { try await session.rows(of: Tag.self).count } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 0, count: 8))
    #expect(try await session.changeCounter() > before)
    #expect(unlink(path) == 0)
    await #expect(throws: LedgerError.missing) { try await session.rows(of: Tag.self) }
    await session.close()
    await writing.close()
  }

  @Test func anOlderFileThatChangesIsUpgradedInMemoryAgain() async throws {
    let scratch = try Scratch()
    let path = scratch.path("old.mmb")
    try OldFile.write(to: path)
    let session = try await Self.open(path)
    let payees = try await session.count(of: Payee.self)
    try await Self.write(path, "INSERT INTO PAYEE_V1 VALUES (9, 'Later', 1, -1)")
    #expect(try await session.count(of: Payee.self) == payees + 1)
    await session.close()
  }

  @Test func oneWriterAndEightReadersSeeWholeStatesAndNeverWaitInVain() async throws {
    let scratch = try Scratch()
    let path = try GoldenFile.write(to: scratch)
    let session = try await Self.open(path, .writing, readers: 8)
    let first = try await session.balances(upTo: nil)
    let ids = [RecordID<Account>(1), RecordID<Account>(8)]
    let sum = ids.compactMap { first.balance(of: $0)?.total.decimal }.sum()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        // Both rows of a transfer in one transaction: no reader may see only one.
        for _ in 0..<25 {
          try await session.change { changes in
            for (account, type) in zip(ids, [TransactionType.withdrawal, .deposit]) {
              var entry = Entry()
              entry.accountID = account
              entry.type = Coded(type)
              entry.amount = StoredNumber(ExactDecimal(mantissa: 1_01, scale: 2))
              entry.payeeID = RecordID(1)
              entry.date = DayText("2024-02-01")
              try changes.insert(Transaction(id: RecordID(0), entry: entry))
            }
          }
        }
      }
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<15 {
            let sheet = try await session.balances(upTo: nil)
            #expect(ids.compactMap { sheet.balance(of: $0)?.total.decimal }.sum() == sum)
          }
        }
      }
      try await group.waitForAll()
    }
    let last = try await session.balances(upTo: nil)
    let moved =
      (first.balance(of: ids[0])?.total.decimal ?? .zero) - (last.balance(of: ids[0])?.total.decimal ?? .zero)
    #expect(moved == ExactDecimal("25.25"))
    await session.close()
    #expect(try scratch.names() == ["golden.mmb"])
  }

  @Test func aCancelledLoadEndsInTheMiddleOfItsQuery() async throws {
    let scratch = try Scratch()
    let session = try await Self.open(try GoldenFile.write(to: scratch), readers: 1)
    let load = Task {
      try await session.read { connection in
        try connection.integer(Self.endless)
      }
    }
    load.cancel()
    await #expect(throws: LedgerError.cancelled) { try await load.value }
    // The connection is whole again for the next load.
    #expect(try await session.count(of: Account.self) == 8)
    await session.close()
  }

  @Test func theResultOfAnOldFilterIsNeverShown() async throws {
    let scratch = try Scratch()
    let session = try await Self.open(try GoldenFile.write(to: scratch), readers: 2)
    var state = LoadState<Int>.idle
    let old = try await session.stamp(request: 1)
    var took = [state.begin(old)]
    let slow = Task {
      try await session.read { connection in
        Int(try connection.integer(Self.endless) ?? 0)
      }
    }
    // The filter changes while the first load is on its way.
    let new = try await session.stamp(request: 2)
    took.append(state.begin(new))
    took.append(state.finish(old, .success(1)))
    #expect(took == [true, true, false] && state.value == nil)
    let count = try await session.count(of: Account.self)
    took.append(state.finish(new, .success(count)))
    slow.cancel()
    let ended = await slow.result
    guard case .failure(let error) = ended, error as? LedgerError == .cancelled else {
      Issue.record("\(ended)")
      return
    }
    took.append(state.finish(old, .failure(.cancelled)))
    #expect(took.suffix(2) == [true, false] && state.value == 8)
    await session.close()
  }

  @Test func aStampIsOfOneSessionAndOneStateOfTheFile() async throws {
    let scratch = try Scratch()
    let path = try GoldenFile.write(to: scratch)
    let (one, two) = (try await Self.open(path), try await Self.open(path))
    let stamp = try await one.stamp(request: 1)
    #expect(try await one.stamp(request: 1) == stamp)
    #expect(try await two.stamp(request: 1) != stamp)
    try await Self.write(path, "DELETE FROM USAGE_V1")
    try await Self.write(path, "INSERT INTO USAGE_V1 (USAGEDATE, JSONCONTENT) VALUES ('2024-01-01', '{}')")
    #expect(try await one.stamp(request: 1) != stamp)
    await one.close()
    await two.close()
  }

  @Test func aBrokenTableIsAFailureAndAnEmptyOneIsReady() async throws {
    let scratch = try Scratch()
    let path = try GoldenFile.write(to: scratch)
    try await Self.write(path, "DELETE FROM USAGE_V1")
    try await Self.write(path, "DROP TABLE ATTACHMENT_V1")
    let session = try await Self.open(path)
    func load<Record: StoredRecord>(_ type: Record.Type) async throws -> LoadState<[Record]> {
      var state = LoadState<[Record]>.idle
      let stamp = try await session.stamp(request: 1)
      _ = state.begin(stamp)
      do throws(LedgerError) {
        _ = state.finish(stamp, .success(try await session.rows(of: type)))
      } catch {
        _ = state.finish(stamp, .failure(error))
      }
      return state
    }
    #expect(try await load(UsageEntry.self).value == [])
    let broken = try await load(Attachment.self)
    guard case .failed(.queryFailed(let reason)) = broken else {
      Issue.record("\(broken)")
      return
    }
    #expect(reason.contains("ATTACHMENT_V1"))
    await session.close()
    await #expect(throws: LedgerError.closed) { try await session.rows(of: UsageEntry.self) }
  }
}
