/// What is broken in a file's rows, found without changing anything. Source: money 5.10, 2.11.
public struct Diagnosis: Sendable, Hashable {
  /// The kinds, in the order they are listed.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A row refers to an account that is not there; it is in no total.
    case missingAccount
    /// A row refers to a category that is not there.
    case missingCategory
    /// A row refers to a payee that is not there.
    case missingPayee
    /// An account, rate or asset refers to a currency that is not there; its rate is 1.
    case missingCurrency
    /// A part of a row that is not there.
    case orphanSplit
    /// A tag on a record that is not there, or a tag that is not there.
    case orphanTagLink
    /// A value of a field or record that is not there.
    case orphanCustomValue
    /// An attachment of a record that is not there.
    case orphanAttachment
    /// A category that is its own ancestor.
    case categoryLoop
    /// A category below so many others, or such long names, that its full name leaves some out.
    case categoryTooDeep
    /// An amount that is NULL; read as 0.
    case amountAbsent
    /// An amount that is text; read as the database casts it.
    case amountIsText
    /// An amount that does not fit.
    case amountOutOfRange
    /// A rate of 0 or NULL; read as 1.
    case rateUnusable
    /// A date that cannot be read.
    case dateUnreadable
    /// A word none of the known ones.
    case unknownWord
    /// A schedule whose numbers cannot be read; it is manual, once.
    case scheduleUnreadable
    /// Parts that do not add up to their row.
    case splitSumDiffers
  }

  /// One thing that is broken.
  public struct Finding: Sendable, Hashable {
    /// What.
    public let kind: Kind
    /// The table of the row.
    public let table: String
    /// The id of the row.
    public let id: Int64
    /// The column it is about; empty when it is about the row.
    public let column: String
  }

  /// All findings: by kind, then table and row.
  public internal(set) var findings: [Finding] = []

  /// Looks at all rows of a book.
  public init(_ book: Book) {
    self.init(book) { look in book.transactions.forEach(look) }
  }

  /// Looks at all rows of a book whose transactions come one by one, from a query: of a large file only their
  /// ids are kept, and the amounts of those that have parts. `forEach` calls what it is given with each.
  public init(_ book: Book, transactions forEach: ((Transaction) -> Void) throws -> Void) rethrows {
    var known = Known(book)
    let parents = Set(book.splits.compactMap(\.parentID))
    var ids = IDRanges()
    var split: [(RecordID<Transaction>, ExactDecimal)] = []
    var found = self
    try forEach { row in
      found.entry(row.entry, of: row, known)
      ids.append(row.id.rawValue)
      if parents.contains(row.id) { split.append((row.id, row.entry.amount.decimal)) }
    }
    self = found
    ids.settle()
    known.references[.transaction] = ids
    for row in book.schedules {
      entry(row.entry, of: row, known)
      if row.due.day == nil { add(.dateUnreadable, row, "NEXTOCCURRENCEDATE") }
      if !row.recurrence.isValid { add(.scheduleUnreadable, row) }
    }
    splits(book.splits, of: split, known)
    splits(book.scheduleSplits, of: book.schedules.map { ($0.id, $0.entry.amount.decimal) }, known)
    holdings(book, known)
    links(book, known)
    let tree = CategoryTree(book.categories)
    for id in tree.loops { add(.categoryLoop, Category(id: id)) }
    for id in tree.cutNames { add(.categoryTooDeep, Category(id: id)) }
    for row in book.categories where row.parentID.map({ !known.categories.contains($0) }) ?? false {
      add(.missingCategory, row, "PARENTID")
    }
    let order = Dictionary(Kind.allCases.enumerated().map { ($1, $0) }) { first, _ in first }
    findings.sort {
      (order[$0.kind] ?? 0, $0.table, $0.id, $0.column) < (order[$1.kind] ?? 0, $1.table, $1.id, $1.column)
    }
  }

  /// How many there are of each kind, in the order they are listed, kinds without any left out.
  public var counts: [(kind: Kind, count: Int)] {
    Kind.allCases.compactMap { kind in
      let count = findings.count { $0.kind == kind }
      return count == 0 ? nil : (kind, count)
    }
  }

  /// The ids that references can point to.
  struct Known {
    let accounts: Set<RecordID<Account>>
    let categories: Set<RecordID<Category>>
    let payees: Set<RecordID<Payee>>
    let currencies: Set<RecordID<Currency>>
    var references: [ReferenceType: IDRanges]

    init(_ book: Book) {
      accounts = Set(book.accounts.map(\.id))
      categories = Set(book.categories.map(\.id))
      payees = Set(book.payees.map(\.id))
      currencies = Set(book.currencies.map(\.id))
      references = [
        .stock: IDRanges(book.stocks.map(\.id.rawValue)),
        .asset: IDRanges(book.assets.map(\.id.rawValue)),
        .bankAccount: IDRanges(book.accounts.map(\.id.rawValue)),
        .recurringTransaction: IDRanges(book.schedules.map(\.id.rawValue)),
        .payee: IDRanges(book.payees.map(\.id.rawValue)),
        .transactionSplit: IDRanges(book.splits.lazy.map(\.id.rawValue)),
        .recurringTransactionSplit: IDRanges(book.scheduleSplits.map(\.id.rawValue)),
      ]
    }
  }

  mutating func add<Record: StoredRecord>(_ kind: Kind, _ row: Record, _ column: String = "") {
    findings.append(Finding(kind: kind, table: Record.table.name, id: row.id.rawValue, column: column))
  }

  mutating func number<Record: StoredRecord>(
    _ number: StoredNumber, _ row: Record, _ column: String, mayBeAbsent: Bool = false
  ) {
    switch number.defect {
    case .absent?: if !mayBeAbsent { add(.amountAbsent, row, column) }
    case .text?: add(.amountIsText, row, column)
    case .outOfRange?: add(.amountOutOfRange, row, column)
    case nil: return
    }
  }
}
