import Ledger
import Storage
import Text

/// What a filter needs to know of a file before it looks at rows. Kept by a session from page to page.
///
/// A class, as `TextContext`: it is asked at each row, and a copy would count all it holds.
final class JournalContext: Sendable {
  let filter: JournalFilter
  /// The state of the file it was made for.
  let stamp: [UInt8]
  let order: JournalOrder
  /// Tags and attachments that the filter asks for.
  let marks: JournalMarks
  /// What the text is found by; nil without a text.
  let text: TextContext?
  /// Rows that have a part of a wanted category.
  let splitParents: IDSet
  /// The filter without its text, which is looked for apart.
  let conditions: JournalFilter

  init(_ connection: Connection, _ filter: JournalFilter, stamp: [UInt8]) throws {
    self.filter = filter
    self.stamp = stamp
    var conditions = filter
    conditions.text = ""
    self.conditions = conditions
    let settings = FileSettings(info: try connection.rows(), settings: try connection.rows())
    order = JournalOrder(byTime: settings.ordersByTime)
    let tags = filter.tagID.map { [$0.rawValue] } ?? []
    marks = try connection.marks(ofTags: tags, withAttachments: filter.needsAttachment)
    splitParents = try connection.splitParents(ofCategories: filter.categories.map(\.rawValue).sorted())
    text = Text.trimmed(filter.text).isEmpty ? nil : try TextContext(connection, filter.text)
  }
}

/// What a text is found by: ids of names that hold it, and rows whose parts or tags do.
final class TextContext: Sendable {
  let search: JournalSearch
  let marks: JournalMarks
  let probe: TextProbe
  let slots: AccountSlots
  let accounts: IDSet
  let payees: IDSet
  let categories: IDSet
  /// Rows with a tag that holds the text, or a part that may.
  let marked: IDSet
  /// Rows with parts.
  let split: IDSet

  init(_ connection: Connection, _ text: String) throws {
    var book = Book()
    book.info = try connection.rows()
    book.accounts = try connection.rows()
    book.payees = try connection.rows()
    book.categories = try connection.rows()
    book.currencies = try connection.rows()
    book.tags = try connection.rows()
    let key = SearchText.key(Text.trimmed(text))
    func holds(_ name: String) -> Bool { SearchText.key(name).contains(key) }
    search = JournalSearch(book)
    slots = AccountSlots(book)
    probe = TextProbe(key: key, formats: book.currencies.map(\.format) + [.plain])
    accounts = IDSet(book.accounts.filter { holds($0.name) }.map(\.id.rawValue))
    payees = IDSet(book.payees.filter { holds($0.name) }.map(\.id.rawValue))
    let tree = CategoryTree(book.categories)
    let delimiter = book.fileSettings.categoryDelimiter
    categories = IDSet(
      book.categories.filter { holds(tree.fullName(of: $0.id, delimiter: delimiter) ?? "") }.map(
        \.id.rawValue))
    marks = try connection.marks(ofTags: book.tags.filter { holds($0.name) }.map(\.id.rawValue))
    let parts = try connection.splitParents(finding: probe, slots, categories)
    split = parts.all
    var marked = parts.found
    for row in marks.taggedRows { marked.insert(row.rawValue) }
    self.marked = marked
  }

  /// Whether an amount column may hold the text.
  func mayFind(_ row: borrowing Row, amount column: Int, account: Int64?) throws -> Bool {
    try probe.mayFind(row, amount: column, account: account, slots)
  }
}

extension TextProbe {
  /// Whether a text column may hold the text.
  func mayFind(_ row: borrowing Row, text column: Int, _ foreign: inout ForeignTexts) throws -> Bool {
    if let found = row.withTextBytes(column, { mayFind(in: $0, &foreign) }) { return found }
    // Numbers or bytes where text belongs; NULL holds nothing.
    return !row.isNull(column)
  }

  fileprivate func mayFind(
    _ row: borrowing Row, amount column: Int, account: Int64?, _ slots: AccountSlots
  ) throws -> Bool {
    let scale = slots.slot(account).map { slots.scales[$0] } ?? UnitScale(digits: 2)
    return mayFind(in: try row.amount(column, scale), scale)
  }
}

extension Connection {
  /// Bytes of the header that another program changes with every commit. Inside a transaction.
  func changeStamp() throws -> [UInt8] {
    // The first statement of a transaction takes the lock that keeps the file as it is.
    _ = try integer("PRAGMA schema_version")
    return try bytes(at: 24, count: 8) + bytes(at: 92, count: 4)
  }

  /// Rows that have parts, and those whose parts may hold the text.
  fileprivate func splitParents(
    finding probe: TextProbe, _ slots: AccountSlots, _ categories: IDSet
  ) throws -> (all: IDSet, found: IDSet) {
    var (all, found) = (IDSet(), IDSet())
    var foreign = ForeignTexts()
    // An amount is written as the account's currency is; without amounts nobody needs to know the account.
    let withAmounts = """
      SELECT s.TRANSID, s.CATEGID, s.NOTES, s.SPLITTRANSAMOUNT, t.ACCOUNTID FROM SPLITTRANSACTIONS_V1 s \
      CROSS JOIN CHECKINGACCOUNT_V1 t ON t.TRANSID = s.TRANSID
      """
    let withoutAmounts = "SELECT TRANSID, CATEGID, NOTES FROM SPLITTRANSACTIONS_V1"
    try forEach(probe.findsAmounts ? withAmounts : withoutAmounts) { row in
      guard let parent = try row.reference(0) else { return }
      all.insert(parent)
      let category = try row.reference(1)
      let isFound =
        try category.map(categories.contains) ?? false || probe.mayFind(row, text: 2, &foreign)
        || (probe.findsAmounts && probe.mayFind(row, amount: 3, account: try row.reference(4), slots))
      if isFound { found.insert(parent) }
    }
    return (all, found)
  }

  /// The rows that have a part of one of these categories: one walk over the parts, however many there are.
  fileprivate func splitParents(ofCategories categories: [Int64]) throws -> IDSet {
    guard !categories.isEmpty else { return IDSet() }
    let sql = "SELECT TRANSID FROM SPLITTRANSACTIONS_V1 WHERE CATEGID IN (SELECT value FROM json_each(?))"
    return IDSet(
      try query(sql, [Self.list(categories)]) { try StoredValue($0, 0).integer }.compactMap { $0 })
  }

  /// Whole numbers as the text that `json_each` takes.
  static func list(_ numbers: [Int64]) -> SQLValue {
    .text("[" + numbers.map(\.description).joined(separator: ",") + "]")
  }

  /// The rows that carry one of these tags, themselves or in a part, and those with attachments if wanted.
  fileprivate func marks(ofTags tags: [Int64], withAttachments: Bool = false) throws -> JournalMarks {
    // One walk over the links, however many tags there are.
    let links =
      try tags.isEmpty
      ? []
      : TableReader<TagLink>(self).records(
        self, "WHERE TAGID IN (SELECT value FROM json_each(?)) ORDER BY TAGID, TAGLINKID", [Self.list(tags)])
    let splitReader = try TableReader<Split<Transaction>>(self)
    let splits = try links.filter { $0.referenceType.code == .transactionSplit }.compactMap { link in
      try splitReader.record(self, id: RecordID(link.referenceID))
    }
    return JournalMarks(
      tagLinks: links, splits: splits, attachments: withAttachments ? try rows() : [])
  }
}
