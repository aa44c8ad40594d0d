/// What hangs on rows of the journal: tags of the row and of its parts, attachments. Source: money 2.6.
public struct JournalMarks: Sendable, Hashable {
  let allTags: [RecordID<Transaction>: [RecordID<Tag>]]
  private let attached: Set<Int64>

  /// Links and attachments of the rows that will be asked about; those of other records are passed over.
  public init(tagLinks: [TagLink], splits: [Split<Transaction>], attachments: [Attachment]) {
    self.init(
      tagLinks, attachments, row: .transaction, part: .transactionSplit,
      parents: splits.map { ($0.id.rawValue, $0.parentID?.rawValue) })
  }

  /// Links and attachments of schedules, each under the schedule's number: what is a row here is a schedule.
  public init(tagLinks: [TagLink], scheduleSplits: [Split<Schedule>], attachments: [Attachment]) {
    self.init(
      tagLinks, attachments, row: .recurringTransaction, part: .recurringTransactionSplit,
      parents: scheduleSplits.map { ($0.id.rawValue, $0.parentID?.rawValue) })
  }

  private init(
    _ tagLinks: [TagLink], _ attachments: [Attachment], row: ReferenceType, part: ReferenceType,
    parents: [(Int64, Int64?)]
  ) {
    let parents = Dictionary(parents) { first, _ in first }
    var tags: [RecordID<Transaction>: [RecordID<Tag>]] = [:]
    for link in tagLinks.sorted(by: { $0.id < $1.id }) {
      guard let tag = link.tagID else { continue }
      var owner: Int64?
      if link.referenceType.code == row { owner = link.referenceID }
      if link.referenceType.code == part { owner = parents[link.referenceID] ?? nil }
      guard let row = owner.map({ RecordID<Transaction>($0) }) else { continue }
      if !(tags[row]?.contains(tag) ?? false) { tags[row, default: []].append(tag) }
    }
    allTags = tags
    attached = Set(attachments.filter { $0.referenceType.code == row }.map(\.referenceID))
  }

  /// The rows that have tags, themselves or in a part, in no order.
  public var taggedRows: some Sequence<RecordID<Transaction>> { allTags.keys }

  /// The tags of a row and its parts, each once, in order of their links.
  public func tags(of row: RecordID<Transaction>) -> [RecordID<Tag>] { allTags[row] ?? [] }

  /// Whether a row has an attachment.
  public func hasAttachment(_ row: RecordID<Transaction>) -> Bool { attached.contains(row.rawValue) }
}
