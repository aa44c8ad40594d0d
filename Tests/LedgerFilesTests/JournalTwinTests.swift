import Ledger
import Testing

@testable import LedgerFiles

/// Pages of the journal against the slow rule on all rows.
@Suite struct JournalTwinTests {
  private static func pages(
    _ session: LedgerSession, _ filter: JournalFilter, limit: Int
  ) async throws -> (rows: [Transaction], splits: [Split<Transaction>]) {
    var rows: [Transaction] = []
    var splits: [Split<Transaction>] = []
    var place: JournalPlace?
    repeat {
      let page = try await session.journal(filter, after: place, limit: limit)
      #expect(page.rows.count <= limit && (page.next == nil || page.rows.count == limit))
      rows += page.rows
      splits += page.splits
      place = page.next
    } while place != nil
    return (rows, splits)
  }

  /// The rows a filter accepts, newest first, each group of the index on its own: see `JournalOrder`.
  private static func expected(_ book: Book, _ filter: JournalFilter) -> [Transaction] {
    let byTime = book.fileSettings.ordersByTime
    let rules = JournalRules(book)
    let marks = JournalMarks(tagLinks: book.tagLinks, splits: book.splits, attachments: book.attachments)
    let search = JournalSearch(book)
    return book.transactions.sorted { JournalDay.isNewer($0, $1, byTime: byTime) }.filter { row in
      filter.accepts(row, splits: rules.splits(of: row), marks: marks, search: search)
    }
  }

  private static func filters() throws -> [JournalFilter] {
    func filter(_ change: (inout JournalFilter) -> Void) -> JournalFilter {
      var filter = JournalFilter()
      change(&filter)
      return filter
    }
    let first = try #require(CalendarDate("2022-01-08"))
    let last = try #require(CalendarDate("2022-01-10"))
    let texts = [
      "bakery", "BÄCKER", "12", "12.5", "0", "caf", "strasse", "¥", "btc", "-", ".", " 7.5 ", "1,2", "out of",
      "zzz", "\n", "konto 2", ":", "999",
    ]
    return [
      JournalFilter(), filter { $0.accountID = RecordID(2) }, filter { $0.range = first...last },
      filter { $0.types = [.transfer, .unknown] }, filter { $0.statuses = [.none, .void] },
      filter { $0.categories = [RecordID(1), RecordID(3)] }, filter { $0.payeeID = RecordID(4) },
      filter { $0.amounts = ExactDecimal(7)...ExactDecimal(1000) }, filter { $0.tagID = RecordID(2) },
      filter { $0.needsAttachment = true }, filter { $0.showsDeleted = true },
      filter {
        $0.accountID = RecordID(1)
        $0.text = "a"
        $0.range = first...last
      },
    ] + texts.map { text in filter { $0.text = text } }
  }

  @Test func pagesOfBrokenFilesEqualTheSlowTwin() async throws {
    let scratch = try Scratch()
    var wrong: [String] = []
    for (seed, byTime) in [(UInt64(21), false), (22, true)] {
      let path = scratch.path("\(seed).mmb")
      try BrokenFile.write(to: path, seed: seed, count: 100, ordersByTime: byTime)
      let session = try await LedgerSession.open(path: path, today: GoldenFile.today)
      let book = try await session.book()
      #expect(book.fileSettings.ordersByTime == byTime)
      let rules = JournalRules(book)
      var found = 0
      for filter in try Self.filters() {
        for limit in filter == JournalFilter() ? [3, 40, 200] : [40] {
          let slow = Self.expected(book, filter)
          let fast = try await Self.pages(session, filter, limit: limit)
          let what = "seed \(seed) limit \(limit) \(filter)"
          if fast.rows.map(\.id) != slow.map(\.id) {
            wrong.append("\(what): \(fast.rows.map(\.id)) instead of \(slow.map(\.id))")
          } else if fast.rows != slow || fast.splits != slow.flatMap({ rules.splits(of: $0) }) {
            wrong.append("\(what): other contents")
          }
          found += slow.count
        }
      }
      #expect(found > 300)
      await session.close()
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.first ?? "")")
  }
}
