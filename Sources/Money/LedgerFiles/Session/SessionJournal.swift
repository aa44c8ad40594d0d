import Ledger
import Storage

extension LedgerSession {
  /// A page of the journal, newest first, after a place in it; at most `JournalPage.rowsMax` rows.
  public func journal(
    _ filter: JournalFilter, after place: JournalPlace?, limit: Int
  ) async throws(LedgerError) -> JournalPage {
    try await read { connection in
      let book = try connection.book()
      let byTime = book.fileSettings.ordersByTime
      let marks = JournalMarks(
        tagLinks: book.tagLinks, splits: book.splits, attachments: book.attachments)
      let search = JournalSearch(book)
      let rules = JournalRules(book)
      let sorted = book.transactions.sorted { JournalRules.isNewer($0, $1, byTime: byTime) }
      let wanted = sorted.filter { row in
        filter.accepts(row, splits: rules.splits(of: row), marks: marks, search: search)
      }
      let rest = wanted.drop { row in place.map { !JournalRules.isAfter($0, row, byTime: byTime) } ?? false }
      let rows = Array(rest.prefix(max(1, min(limit, JournalPage.rowsMax))))
      return JournalPage(
        rows: rows, splits: rows.flatMap { rules.splits(of: $0) },
        next: rest.count > rows.count ? rows.last.map { JournalPlace($0) } : nil)
    }
  }
}

extension JournalRules {
  fileprivate static func isNewer(_ left: Transaction, _ right: Transaction, byTime: Bool) -> Bool {
    JournalDay.isNewer(left, right, byTime: byTime)
  }

  /// Whether a row stands after a place.
  fileprivate static func isAfter(_ place: JournalPlace, _ row: Transaction, byTime: Bool) -> Bool {
    var at = Transaction(id: place.id)
    at.entry.date = place.date
    return JournalDay.isNewer(at, row, byTime: byTime)
  }
}
