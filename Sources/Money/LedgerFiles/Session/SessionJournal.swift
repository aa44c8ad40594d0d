import Ledger
import Storage

extension LedgerSession {
  /// A page of the journal, newest first, after a place in it; at most `JournalPage.rowsMax` rows.
  ///
  /// Only the rows of the page become records, and the walk ends with the page. What a filter has to know of
  /// the file is kept for the next page of the same filter, as long as the file is the same.
  public func journal(
    _ filter: JournalFilter, after place: JournalPlace?, limit: Int
  ) async throws(LedgerError) -> JournalPage {
    let known = journalContext
    let (page, context) = try await read { connection in
      let stamp = try connection.changeStamp()
      let kept = known.flatMap { $0.filter == filter && $0.stamp == stamp ? $0 : nil }
      let context = try kept ?? JournalContext(connection, filter, stamp: stamp)
      var reader = try JournalReader(connection, context, after: place, limit: limit)
      return (try reader.page(), context)
    }
    journalContext = context
    return page
  }
}
