import Ledger
import Storage

/// Reads one page of the journal: walks over the rows in the order of their dates, looks at a few columns of
/// each, and makes records only of those that may be wanted, until the page is full.
struct JournalReader {
  private let connection: Connection
  private let context: JournalContext
  /// Whether there are conditions that the query does not know.
  private let hasConditions: Bool
  private let place: JournalPlace?
  private let limit: Int
  private let transactions: TableReader<Transaction>
  private let parts: TableReader<Split<Transaction>>
  private var rows: [Transaction] = []
  private var splits: [Split<Transaction>] = []
  private var isFull = false
  private var foreign = ForeignTexts()

  init(_ connection: Connection, _ context: JournalContext, after place: JournalPlace?, limit: Int) throws {
    self.connection = connection
    self.context = context
    var others = context.filter
    (others.text, others.accountID, others.range, others.payeeID) = ("", nil, nil, nil)
    others.showsDeleted = false
    hasConditions = others != JournalFilter()
    self.place = place
    self.limit = min(max(1, limit), JournalPage.rowsMax)
    transactions = try TableReader(connection)
    parts = try TableReader(connection)
  }

  /// The page.
  mutating func page() throws -> JournalPage {
    let isPlaceUndated = try isPlaceUndated()
    if !isPlaceUndated { try readDated() }
    if !isFull { try readUndated(isPlaceHere: isPlaceUndated) }
    return JournalPage(
      rows: rows, splits: splits, next: isFull ? rows.last.map { JournalPlace($0) } : nil)
  }

  /// Rows with a date, in the order of the index.
  private mutating func readDated() throws {
    let placeGroup = place.map { context.order.group(of: $0.date.text) }
    // One lower and one upper bound: of several the index would take the first, and walk over what the others
    // leave out. The plus keeps a condition away from it.
    let range = context.filter.range
    var clauses = [range == nil ? "TRANSDATE > ''" : "TRANSDATE >= ?"]
    var values = range.map { [SQLValue.text($0.lowerBound.description)] } ?? []
    if let place {
      let start = context.order.startClause(place)
      clauses.append(start.sql)
      values.append(start.value)
    } else if range == nil {
      clauses.append("TRANSDATE < x''")
    }
    if let range {
      clauses.append(place == nil ? "TRANSDATE < ?" : "+TRANSDATE < ?")
      values.append(.text(range.upperBound.description + "z"))
    }
    var group: [JournalCandidate] = []
    var mark = GroupMark()
    do {
      try walk(clauses, values, "ORDER BY TRANSDATE DESC, TRANSID DESC") { reader, row in
        if !(row.withTextBytes(1, mark.isSame) ?? false) {
          try reader.take(&group)
          if reader.isFull { throw PageFull() }
          mark = GroupMark(try StoredValue(row, 1).text ?? "", reader.context.order)
        }
        if let candidate = try reader.candidate(row, isPlaceHere: mark.text == placeGroup) {
          group.append(candidate)
        }
      }
    } catch is PageFull {
      return
    }
    try take(&group)
  }

  /// Rows without a date, or with something that is no text for one.
  private mutating func readUndated(isPlaceHere: Bool) throws {
    var group: [JournalCandidate] = []
    let clause = "(TRANSDATE IS NULL OR TRANSDATE = '' OR TRANSDATE >= x'')"
    try walk([clause], [], "") { reader, row in
      if let candidate = try reader.candidate(row, isPlaceHere: isPlaceHere) { group.append(candidate) }
    }
    try take(&group)
  }

  private mutating func walk(
    _ clauses: [String], _ values: [SQLValue], _ order: String,
    _ body: (inout JournalReader, borrowing Row) throws -> Void
  ) throws {
    var clauses = clauses
    var values = values
    let filter = context.filter
    clauses.append("coalesce(DELETEDTIME, '') \(filter.showsDeleted ? "<>" : "=") ''")
    if let account = filter.accountID {
      clauses.append("(ACCOUNTID = ? OR TOACCOUNTID = ?)")
      values += [.integer(account.rawValue), .integer(account.rawValue)]
    }
    if let payee = filter.payeeID {
      clauses.append("PAYEEID = ?")
      values.append(.integer(payee.rawValue))
    }
    var reader = self
    defer { self = reader }
    try connection.forEach(
      """
      SELECT \(columns.joined(separator: ", ")) FROM CHECKINGACCOUNT_V1 \
      WHERE \(clauses.joined(separator: " AND ")) \(order)
      """, values
    ) { try body(&reader, $0) }
  }

  /// The columns that are looked at, each in its place; those nobody asks for are not taken out of the row.
  private var columns: [String] {
    let (filter, hasText) = (context.filter, context.text != nil)
    let hasAmounts = context.text?.probe.findsAmounts ?? false
    func column(_ name: String, _ isWanted: Bool) -> String { isWanted ? name : "NULL" }
    return [
      "TRANSID", "TRANSDATE", column("TRANSCODE", !filter.types.isEmpty),
      column("STATUS", !filter.statuses.isEmpty), column("CATEGID", hasText || !filter.categories.isEmpty),
      column("TRANSAMOUNT", hasAmounts || filter.amounts != nil), column("TOTRANSAMOUNT", hasAmounts),
      column("ACCOUNTID", hasText), column("TOACCOUNTID", hasText), column("PAYEEID", hasText),
      column("NOTES", hasText), column("TRANSACTIONNUMBER", hasText),
    ]
  }

  /// The row, unless a look at its columns shows that it is not wanted.
  private mutating func candidate(
    _ row: borrowing Row, isPlaceHere: Bool
  ) throws -> JournalCandidate? {
    guard let id = try row.integerOnly(0) ?? StoredValue(row, 0).integer else { return nil }
    if hasConditions, try !meetsConditions(row, id) { return nil }
    var isFound = false
    if let text = context.text {
      isFound = try isSurelyFound(text, row)
      if !isFound, try !mayFind(text, id, row) { return nil }
    }
    let date = DayText(try StoredValue(row, 1).text)
    if isPlaceHere, let place, !context.order.isAfter(place, id, date) { return nil }
    return JournalCandidate(id: id, date: date, isFound: isFound)
  }

  /// Whether the row may meet the conditions on its own columns, its parts, tags and attachments.
  private func meetsConditions(_ row: borrowing Row, _ id: Int64) throws -> Bool {
    let filter = context.filter
    if !filter.types.isEmpty, !filter.types.contains(try row.transactionType(2)) { return false }
    if !filter.statuses.isEmpty, !filter.statuses.contains(try row.transactionStatus(3)) { return false }
    if !filter.categories.isEmpty, !context.splitParents.contains(id) {
      guard let category = try row.reference(4), filter.categories.contains(RecordID(category)) else {
        return false
      }
    }
    if let amounts = filter.amounts {
      let amount = StoredNumber(try StoredValue(row, 5)).decimal
      guard amounts.contains(amount.magnitude) else { return false }
    }
    if filter.tagID != nil, context.marks.tags(of: RecordID(id)).isEmpty { return false }
    if filter.needsAttachment, !context.marks.hasAttachment(RecordID(id)) { return false }
    return true
  }

  /// Whether the text is in the name of the row's payee or account: then it is found, whatever else it holds.
  private func isSurelyFound(_ text: TextContext, _ row: borrowing Row) throws -> Bool {
    if let payee = try row.reference(9), text.payees.contains(payee) { return true }
    return try row.reference(7).map(text.accounts.contains) ?? false
  }

  private mutating func mayFind(_ text: TextContext, _ id: Int64, _ row: borrowing Row) throws -> Bool {
    if let category = try row.reference(4), text.categories.contains(category) { return true }
    let account = try row.reference(7)
    let target = try row.reference(8)
    if let target, text.accounts.contains(target) { return true }
    if text.marked.contains(id) { return true }
    if try text.probe.mayFind(row, text: 10, &foreign) || text.probe.mayFind(row, text: 11, &foreign) {
      return true
    }
    return try text.probe.findsAmounts
      && (text.mayFind(row, amount: 5, account: account) || text.mayFind(row, amount: 6, account: target))
  }

  /// Reads the rows of a group that are wanted, newest first, until the page is full.
  private mutating func take(_ group: inout [JournalCandidate]) throws {
    defer { group.removeAll(keepingCapacity: true) }
    let order = context.order
    for candidate in group.sorted(by: { order.isBefore($0, $1) }) {
      guard let row = try transactions.record(connection, id: RecordID(candidate.id)) else { continue }
      let own = try ownParts(candidate.id)
      guard accepts(row, own, isFound: candidate.isFound) else { continue }
      guard rows.count < limit else {
        isFull = true
        return
      }
      rows.append(row)
      splits += own
    }
  }

  /// The parts of a row, by id.
  private func ownParts(_ id: Int64) throws -> [Split<Transaction>] {
    guard id != 0, id != -1, context.text?.split.contains(id) ?? true else { return [] }
    return try parts.records(connection, "WHERE TRANSID = ? ORDER BY SPLITTRANSID", [.integer(id)])
  }

  private func accepts(_ row: Transaction, _ own: [Split<Transaction>], isFound: Bool) -> Bool {
    guard context.conditions.accepts(row, splits: own, marks: context.marks, search: nil) else {
      return false
    }
    guard let text = context.text, !isFound else { return true }
    return text.search.finds(
      context.filter.text, in: row, splits: own, tags: text.marks.tags(of: row.id))
  }

  /// Whether the place to go on from is a row of the last group.
  private func isPlaceUndated() throws -> Bool {
    guard let place else { return false }
    let type = try connection.first(
      "SELECT typeof(TRANSDATE) FROM CHECKINGACCOUNT_V1 WHERE TRANSID = ?", [.integer(place.id.rawValue)]
    ) { try $0.text(0) }
    return place.date.isEmpty || !(type == nil || type == "text")
  }

  private struct PageFull: Error {}

  /// What tells quickly whether a row is of the same group as the one before.
  private struct GroupMark {
    let text: String?
    private let bytes: [UInt8]
    private let isHead: Bool

    init() { (text, bytes, isHead) = (nil, [0xff], false) }

    init(_ date: String, _ order: JournalOrder) {
      let group = order.group(of: date)
      text = group
      bytes = Array(group.utf8)
      isHead = order.isHead(group)
    }

    func isSame(_ date: UnsafeBufferPointer<UInt8>) -> Bool {
      isHead ? date.starts(with: bytes) : date.elementsEqual(bytes)
    }
  }
}
