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

  /// What hangs on the rows of a page and their parts: tags and attachments, found by the indexes of their
  /// tables; so only those that name the kind of record as programs write it.
  public func marks(of page: JournalPage) async throws(LedgerError) -> JournalMarks {
    try await read { connection in
      let links = try TableReader<TagLink>(connection)
      let attachments = try TableReader<Attachment>(connection)
      func key(_ type: ReferenceType, _ ids: [Int64]) -> [SQLValue] {
        [.text(type.storedText), Connection.list(ids)]
      }
      let rows = key(.transaction, page.rows.map(\.id.rawValue))
      let parts = key(.transactionSplit, page.splits.map(\.id.rawValue))
      return JournalMarks(
        tagLinks: try links.records(connection, byReference, rows)
          + links.records(connection, byReference, parts),
        splits: page.splits, attachments: try attachments.records(connection, byReference, rows))
    }
  }

  /// What hangs on schedules and their parts, found by the indexes of their tables as in `marks(of:)`.
  public func scheduleMarks() async throws(LedgerError) -> JournalMarks {
    try await read { connection in
      let links = try TableReader<TagLink>(connection)
      let attachments = try TableReader<Attachment>(connection)
      func key(_ type: ReferenceType) -> [SQLValue] { [.text(type.storedText)] }
      return JournalMarks(
        tagLinks: try links.records(connection, byKind, key(.recurringTransaction))
          + links.records(connection, byKind, key(.recurringTransactionSplit)),
        scheduleSplits: try connection.rows(),
        attachments: try attachments.records(connection, byKind, key(.recurringTransaction)))
    }
  }
}

private let byKind = "WHERE REFTYPE = ?"
private let byReference = "WHERE REFTYPE = ? AND REFID IN (SELECT value FROM json_each(?))"
