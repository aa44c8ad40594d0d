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
      var found = (links: [TagLink](), attachments: [Attachment]())
      for row in page.rows {
        let key = [SQLValue.text(ReferenceType.transaction.storedText), .integer(row.id.rawValue)]
        found.links += try links.records(connection, byReference, key)
        found.attachments += try attachments.records(connection, byReference, key)
      }
      for part in page.splits {
        let key = [SQLValue.text(ReferenceType.transactionSplit.storedText), .integer(part.id.rawValue)]
        found.links += try links.records(connection, byReference, key)
      }
      return JournalMarks(tagLinks: found.links, splits: page.splits, attachments: found.attachments)
    }
  }
}

private let byReference = "WHERE REFTYPE = ? AND REFID = ?"
