/// One opened money file. The pages and commands know it only as this; `LedgerFiles` is behind it.
///
/// Reading never changes the file: an older one is upgraded in memory. Every method may be called from
/// several tasks; each ends early with `.cancelled` when its task is cancelled. Source: money 0, 2.11.
public protocol LedgerSessioning: Sendable {
  /// Which opening it is: another number for each session of a run.
  var number: Int { get }

  /// What file it is.
  var file: LedgerFileFacts { get async }

  /// A number that grows with every change of the file, by us or by another program.
  func changeCounter() async throws(LedgerError) -> Int

  /// The stamp of a load that begins now: `request` grows with every change of the list's filter. A result is
  /// for this state of the file, see `LoadState.finish`.
  func stamp(request: Int) async throws(LedgerError) -> LoadStamp

  /// All rows of a table, by id: for tables a page shows whole, and not for transactions of a large file.
  func rows<Record: StoredRecord>(of type: Record.Type) async throws(LedgerError) -> [Record]

  /// One row; nil when it is not there.
  func row<Record: StoredRecord>(_ id: RecordID<Record>) async throws(LedgerError) -> Record?

  /// How many rows a table has.
  func count<Record: StoredRecord>(of type: Record.Type) async throws(LedgerError) -> Int

  /// Everything the file holds; memory grows with it: for exports and small files.
  func book() async throws(LedgerError) -> Book

  /// What stays small in a large file: everything but transactions and what hangs on them (splits, tag
  /// links, attachments, values of fields, trades, links, usage).
  func frame() async throws(LedgerError) -> Book

  /// The balances of all accounts up to a day, of all days without one.
  func balances(upTo day: CalendarDate?) async throws(LedgerError) -> BalanceSheet

  /// Income and expense of a range, see `IncomeAndExpense`.
  func incomeAndExpense(
    within range: ClosedRange<CalendarDate>, account: RecordID<Account>?
  ) async throws(LedgerError) -> IncomeAndExpense

  /// Totals by category of a range in base currency, see `JournalRules`.
  func categoryTotals(
    within range: ClosedRange<CalendarDate>
  ) async throws(LedgerError) -> [RecordID<Category>?: ExactDecimal]

  /// Deposits minus withdrawals by month, category and currency, see `MonthTotal`.
  func monthTotals(within range: ClosedRange<CalendarDate>) async throws(LedgerError) -> [MonthTotal]

  /// The newest `limit` days of a range that have income or expense, oldest first, see `TrendDay`.
  func trend(
    within range: ClosedRange<CalendarDate>, account: RecordID<Account>?, limit: Int
  ) async throws(LedgerError) -> [TrendDay]

  /// A page of the journal, newest first, after a place in it; at most `JournalPage.rowsMax` rows.
  func journal(
    _ filter: JournalFilter, after place: JournalPlace?, limit: Int
  ) async throws(LedgerError) -> JournalPage

  /// What hangs on the rows of a page and their parts: tags and attachments.
  func marks(of page: JournalPage) async throws(LedgerError) -> JournalMarks

  /// What hangs on schedules and their parts: tags and attachments, each under the schedule's number.
  func scheduleMarks() async throws(LedgerError) -> JournalMarks

  /// What the database finds damaged in the file, in its words; empty when it is whole. Reads every page.
  func damage() async throws(LedgerError) -> [String]

  /// What is broken in the file.
  func diagnosis() async throws(LedgerError) -> Diagnosis

  /// Ends the session; later calls fail with `.closed`.
  func close() async
}

/// Makes sessions: the one door to money files.
public protocol LedgerOpening: Sendable {
  /// Opens a file for reading, whatever version it has.
  func open(path: String) async throws(LedgerError) -> any LedgerSessioning
  /// Creates a seeded file and opens it; never overwrites.
  func create(path: String, choices: NewLedger) async throws(LedgerError) -> any LedgerSessioning
  /// Makes a verified backup and upgrades the file to the newest version.
  func upgrade(path: String) async throws(LedgerError) -> UpgradeReport
}

/// What a new file starts with. Source: money 1.3.
public struct NewLedger: Sendable, Hashable {
  /// The code of the base currency, such as EUR.
  public var baseCurrency: String
  /// The day it is created.
  public var day: CalendarDate
  /// A text no other file has.
  public var uniqueID: String
  /// Whether it gets a set of made-up accounts and rows, to look around in.
  public var hasSample: Bool

  /// The choices for a new file.
  public init(baseCurrency: String, day: CalendarDate, uniqueID: String, hasSample: Bool = false) {
    self.baseCurrency = baseCurrency
    self.day = day
    self.uniqueID = uniqueID
    self.hasSample = hasSample
  }
}

/// What an upgrade did.
public struct UpgradeReport: Sendable, Hashable {
  /// The version before.
  public let from: Int64
  /// The version after.
  public let to: Int64
  /// Where the file lies as it was.
  public let backupPath: String
  /// What was dropped, in words: table and ids.
  public let dropped: [String]

  /// Joins what was done.
  public init(from: Int64, to: Int64, backupPath: String, dropped: [String]) {
    self.from = from
    self.to = to
    self.backupPath = backupPath
    self.dropped = dropped
  }
}

/// What is known of an opened file.
public struct LedgerFileFacts: Sendable, Hashable {
  /// Where it lies.
  public let path: String
  /// Its version on disk.
  public let version: Int64
  /// Whether an older file is shown upgraded in memory.
  public let isUpgradedCopy: Bool
  /// Whether it can be changed.
  public let isWritable: Bool

  /// Joins the facts.
  public init(path: String, version: Int64, isUpgradedCopy: Bool, isWritable: Bool) {
    self.path = path
    self.version = version
    self.isUpgradedCopy = isUpgradedCopy
    self.isWritable = isWritable
  }

  /// The newest version known here; older ones are upgraded, newer ones refused.
  public static let currentVersion: Int64 = 21
}

/// Where a page of the journal ended: the date and id of its last row.
public struct JournalPlace: Sendable, Hashable {
  /// The stored date.
  public let date: DayText
  /// The row.
  public let id: RecordID<Transaction>

  /// The place of a row.
  public init(date: DayText, id: RecordID<Transaction>) {
    self.date = date
    self.id = id
  }

  /// The place of a row.
  public init(_ row: Transaction) { self.init(date: row.entry.date, id: row.id) }
}

/// Some rows of the journal with their parts, and where the next page starts.
public struct JournalPage: Sendable, Hashable {
  /// The rows, newest first.
  public let rows: [Transaction]
  /// The parts of these rows.
  public let splits: [Split<Transaction>]
  /// Where to go on; nil at the end.
  public let next: JournalPlace?

  /// The most rows of one page.
  public static let rowsMax = 200

  /// Joins what a query found.
  public init(rows: [Transaction], splits: [Split<Transaction>], next: JournalPlace?) {
    self.rows = rows
    self.splits = splits
    self.next = next
  }
}
