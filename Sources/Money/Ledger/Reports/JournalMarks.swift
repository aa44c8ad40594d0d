/// What hangs on rows of the journal: tags of the row and of its parts, attachments. Source: money 2.6.
public struct JournalMarks: Sendable {
  let allTags: [RecordID<Transaction>: [RecordID<Tag>]]
  private let attached: Set<Int64>

  /// Links and attachments of the rows that will be asked about; those of other records are passed over.
  public init(tagLinks: [TagLink], splits: [Split<Transaction>], attachments: [Attachment]) {
    let parents = Dictionary(splits.map { ($0.id.rawValue, $0.parentID) }) { first, _ in first }
    var tags: [RecordID<Transaction>: [RecordID<Tag>]] = [:]
    for link in tagLinks.sorted(by: { $0.id < $1.id }) {
      guard let tag = link.tagID else { continue }
      let row: RecordID<Transaction>?
      switch link.referenceType.code {
      case .transaction: row = RecordID(link.referenceID)
      case .transactionSplit: row = parents[link.referenceID] ?? nil
      case .stock, .asset, .bankAccount, .recurringTransaction, .payee, .recurringTransactionSplit, .unknown:
        row = nil
      }
      if let row, !(tags[row]?.contains(tag) ?? false) { tags[row, default: []].append(tag) }
    }
    allTags = tags
    attached = Set(attachments.filter { $0.referenceType.code == .transaction }.map(\.referenceID))
  }

  /// The tags of a row and its parts, each once, in order of their links.
  public func tags(of row: RecordID<Transaction>) -> [RecordID<Tag>] { allTags[row] ?? [] }

  /// Whether a row has an attachment.
  public func hasAttachment(_ row: RecordID<Transaction>) -> Bool { attached.contains(row.rawValue) }
}
