import AppState
import Ledger
import Locks
import Timebase

/// A money file in memory that answers by the pure rules, fails where it is told to, and holds a question
/// back until it is told to go on.
final class ScriptedSession: LedgerSessioning {
  /// What is asked, by name.
  enum Question: String, Hashable {
    case stamp, rows, balances, flows, trend, journal, marks, damage
  }

  private struct Script {
    var book: Book
    var change = 0
    var brokenTables: Set<String> = []
    var failing: [Question: LedgerError] = [:]
    var held: Set<Question> = []
    var waiting: [(id: Int, question: Question, go: CheckedContinuation<Void, Never>)] = []
    var watchers: [(question: Question, count: Int, go: CheckedContinuation<Void, Never>)] = []
    var asked: [Question: Int] = [:]
    var cancelled: [Question: Int] = [:]
    var mourners: [(question: Question, go: CheckedContinuation<Void, Never>)] = []
    var lastID = 0
    var isClosed = false
  }

  let number: Int
  let path: String
  private let script: Mutex<Script>

  init(_ book: Book, number: Int = 1, path: String = "/people/ada/club.mmb") {
    (self.number, self.path) = (number, path)
    script = Mutex(Script(book: book))
  }

  // MARK: Telling

  /// Another program writes.
  func change(_ edit: (inout Book) -> Void) {
    script.withLock {
      edit(&$0.book)
      $0.change += 1
    }
  }

  func breakTable(_ name: String) { script.withLock { _ = $0.brokenTables.insert(name) } }
  func mend() { script.withLock { ($0.brokenTables, $0.failing) = ([], [:]) } }
  func fail(_ question: Question, _ error: LedgerError) { script.withLock { $0.failing[question] = error } }
  func hold(_ question: Question) { script.withLock { _ = $0.held.insert(question) } }

  /// Lets everybody go on who was held back at a question, and holds nobody any more.
  func release(_ question: Question) {
    let waiting = script.withLock { script in
      script.held.remove(question)
      let going = script.waiting.filter { $0.question == question }
      script.waiting.removeAll { $0.question == question }
      return going
    }
    for one in waiting { one.go.resume() }
  }

  /// Waits until so many are held back at a question.
  func waits(at question: Question, count: Int = 1) async {
    await withCheckedContinuation { go in
      let isThere = script.withLock { script in
        if script.waiting.count(where: { $0.question == question }) >= count { return true }
        script.watchers.append((question, count, go))
        return false
      }
      if isThere { go.resume() }
    }
  }

  /// Waits until somebody who asked was cancelled.
  func isCancelled(at question: Question) async {
    await withCheckedContinuation { go in
      let isGone = script.withLock { script in
        if script.cancelled[question, default: 0] > 0 { return true }
        script.mourners.append((question, go))
        return false
      }
      if isGone { go.resume() }
    }
  }

  func asked(_ question: Question) -> Int { script.withLock { $0.asked[question] ?? 0 } }
  func cancelled(_ question: Question) -> Int { script.withLock { $0.cancelled[question] ?? 0 } }
  var isClosed: Bool { script.withLock { $0.isClosed } }

  // MARK: Answering

  /// One question: counted, held back, failed, or answered with the book as it was when it was asked.
  private func answer(_ question: Question) async throws(LedgerError) -> Book {
    let book = script.withLock { script in
      script.asked[question, default: 0] += 1
      return script.book
    }
    await pass(question)
    if Task.isCancelled {
      let mourners = script.withLock { script in
        script.cancelled[question, default: 0] += 1
        let gone = script.mourners.filter { $0.question == question }.map(\.go)
        script.mourners.removeAll { $0.question == question }
        return gone
      }
      for mourner in mourners { mourner.resume() }
      throw .cancelled
    }
    if let error = script.withLock({ $0.isClosed ? .closed : $0.failing[question] }) { throw error }
    return book
  }

  private func pass(_ question: Question) async {
    let id = script.withLock { script in
      script.lastID += 1
      return script.lastID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { go in
        let (passes, watchers) = script.withLock { script in
          guard script.held.contains(question), !Task.isCancelled else {
            return (true, [CheckedContinuation<Void, Never>]())
          }
          script.waiting.append((id, question, go))
          let count = script.waiting.count { $0.question == question }
          let seen = script.watchers.filter { $0.question == question && $0.count <= count }.map(\.go)
          script.watchers.removeAll { $0.question == question && $0.count <= count }
          return (false, seen)
        }
        if passes { go.resume() }
        for watcher in watchers { watcher.resume() }
      }
    } onCancel: {
      let one = script.withLock { script in
        let one = script.waiting.first { $0.id == id }
        script.waiting.removeAll { $0.id == id }
        return one
      }
      one?.go.resume()
    }
  }

  // MARK: LedgerSessioning

  var file: LedgerFileFacts {
    get async { LedgerFileFacts(path: path, version: 21, isUpgradedCopy: false, isWritable: false) }
  }

  func changeCounter() async throws(LedgerError) -> Int {
    _ = try await answer(.stamp)
    return script.withLock { $0.change }
  }

  func stamp(request: Int) async throws(LedgerError) -> LoadStamp {
    LoadStamp(session: number, change: try await changeCounter(), request: request)
  }

  func rows<Record: StoredRecord>(of type: Record.Type) async throws(LedgerError) -> [Record] {
    let book = try await answer(.rows)
    let name = Record.table.name
    guard !script.withLock({ $0.brokenTables.contains(name) }) else {
      throw .queryFailed(reason: "there is no table \(name)")
    }
    let all: [any Sendable] =
      switch type {
      case is Account.Type: book.accounts
      case is Currency.Type: book.currencies
      case is Category.Type: book.categories
      case is Payee.Type: book.payees
      case is Tag.Type: book.tags
      case is Schedule.Type: book.schedules
      case is InfoEntry.Type: book.info
      case is Stock.Type: book.stocks
      case is Asset.Type: book.assets
      default: []
      }
    return all.compactMap { $0 as? Record }
  }

  func row<Record: StoredRecord>(_ id: RecordID<Record>) async throws(LedgerError) -> Record? { nil }
  func count<Record: StoredRecord>(of type: Record.Type) async throws(LedgerError) -> Int {
    try await rows(of: type).count
  }
  func book() async throws(LedgerError) -> Book { try await answer(.rows) }
  func frame() async throws(LedgerError) -> Book { try await answer(.rows) }

  func balances(upTo day: CalendarDate?) async throws(LedgerError) -> BalanceSheet {
    let book = try await answer(.balances)
    return BalanceSheet(
      accounts: book.accounts, currencies: book.currencies, transactions: book.transactions, upTo: day)
  }

  func incomeAndExpense(
    within range: ClosedRange<CalendarDate>, account: RecordID<Account>?
  ) async throws(LedgerError) -> IncomeAndExpense {
    let book = try await answer(.flows)
    return IncomeAndExpense(book.transactions, within: range, account: account, rules: JournalRules(book))
  }

  func categoryTotals(
    within range: ClosedRange<CalendarDate>
  ) async throws(LedgerError) -> [RecordID<Category>?: ExactDecimal] { [:] }

  func monthTotals(
    within range: ClosedRange<CalendarDate>
  ) async throws(LedgerError) -> [MonthTotal] { [] }

  func trend(
    within range: ClosedRange<CalendarDate>, account: RecordID<Account>?, limit: Int
  ) async throws(LedgerError) -> [TrendDay] {
    let book = try await answer(.trend)
    return TrendDay.days(
      book.transactions, within: range, account: account, rules: JournalRules(book), limit: limit)
  }

  func journal(
    _ filter: JournalFilter, after place: JournalPlace?, limit: Int
  ) async throws(LedgerError) -> JournalPage {
    let book = try await answer(.journal)
    let (rules, search) = (JournalRules(book), JournalSearch(book))
    let all = book.transactions.sorted { JournalDay.isNewer($0, $1) }
      .filter { filter.accepts($0, splits: rules.splits(of: $0), search: search) }
    let start = place.flatMap { place in all.firstIndex { $0.id == place.id }.map { $0 + 1 } } ?? 0
    let rows = Array(all.dropFirst(start).prefix(limit))
    let hasMore = start + rows.count < all.count
    return JournalPage(
      rows: rows, splits: rows.flatMap { rules.splits(of: $0) },
      next: hasMore ? rows.last.map { JournalPlace($0) } : nil)
  }

  func marks(of page: JournalPage) async throws(LedgerError) -> JournalMarks {
    let book = try await answer(.marks)
    return JournalMarks(tagLinks: book.tagLinks, splits: book.splits, attachments: book.attachments)
  }

  func scheduleMarks() async throws(LedgerError) -> JournalMarks {
    let book = try await answer(.rows)
    return JournalMarks(
      tagLinks: book.tagLinks, scheduleSplits: book.scheduleSplits, attachments: book.attachments)
  }

  func damage() async throws(LedgerError) -> [String] {
    _ = try await answer(.damage)
    return []
  }

  func diagnosis() async throws(LedgerError) -> Diagnosis { throw .closed }
  func close() async { script.withLock { $0.isClosed = true } }
}

/// The door to one scripted file; other paths are not there.
struct ScriptedDoor: LedgerOpening {
  let sessions: [String: ScriptedSession]

  init(_ sessions: [ScriptedSession] = []) {
    self.sessions = Dictionary(sessions.map { ($0.path, $0) }) { first, _ in first }
  }

  func open(path: String) async throws(LedgerError) -> any LedgerSessioning {
    guard let session = sessions[path] else { throw .missing }
    return session
  }
  func create(path: String, choices: NewLedger) async throws(LedgerError) -> any LedgerSessioning {
    throw sessions[path] == nil ? .unknownCurrency(choices.baseCurrency) : .alreadyExists
  }
  func upgrade(path: String) async throws(LedgerError) -> UpgradeReport { throw .readOnly }
}

/// A machine on which it is always 14 June 2026.
struct StillSurroundings: MoneySurroundings {
  static let today = CalendarDate("2026-06-14") ?? .first
  func today() -> CalendarDate { Self.today }
  func now() -> Timestamp { Timestamp(milliseconds: 1_781_400_000_000) }
  var homeFolder: String? { "/people/ada" }
  func exists(_ path: String) -> Bool { !path.hasSuffix("gone.mmb") }
  func makeUniqueID() -> String { "tern_0" }
}

/// Keeps preferences in memory, from one domain to the next.
final class KeptPreferences: MoneyPreferencesStoring {
  private let kept = Mutex(MoneyPreferences())
  func load() async -> MoneyPreferences { kept.withLock { $0 } }
  func save(_ preferences: MoneyPreferences) async { kept.withLock { $0 = preferences } }
}

/// A small club's accounts.
enum SampleBook {
  static let giro = RecordID<Account>(1)
  static let box = RecordID<Account>(2)

  /// Two accounts in euro, rows on the last days: `(days ago, payee, amount)`, below zero for expense.
  static func book(_ rows: [(ago: Int, payee: Int64, cents: Int64)] = [(0, 1, -1_250), (1, 2, 10_000)])
    -> Book
  {
    var book = Book()
    var euro = Currency(id: RecordID(1))
    (euro.name, euro.symbol, euro.prefix) = ("Euro", "EUR", "€")
    book.currencies = [euro]
    book.info = [entry(1, "BASECURRENCYID", "1"), entry(2, "DATEFORMAT", "%Y-%m-%d")]
    for (id, name) in [(giro, "Giro"), (box, "Cash box")] {
      var account = Account(id: id)
      (account.name, account.currencyID) = (name, euro.id)
      book.accounts.append(account)
    }
    for (id, name) in [(1, "Bakery"), (2, "Club")] as [(Int64, String)] {
      var payee = Payee(id: RecordID(id))
      payee.name = name
      book.payees.append(payee)
    }
    var food = Category(id: RecordID(1))
    food.name = "Food"
    book.categories = [food]
    for (index, row) in rows.enumerated() { book.transactions.append(self.row(Int64(index + 1), row)) }
    return book
  }

  static func row(_ id: Int64, _ row: (ago: Int, payee: Int64, cents: Int64)) -> Transaction {
    var entry = Entry()
    entry.accountID = giro
    entry.payeeID = RecordID(row.payee)
    entry.categoryID = RecordID(1)
    entry.type = Coded(row.cents < 0 ? .withdrawal : .deposit)
    entry.amount = StoredNumber(ExactDecimal(mantissa: Int128(row.cents.magnitude), scale: 2))
    entry.toAmount = entry.amount
    entry.date = DayText(StillSurroundings.today.adding(days: -row.ago) ?? .first)
    return Transaction(id: RecordID(id), entry: entry)
  }

  private static func entry(_ id: Int64, _ name: String, _ value: String) -> InfoEntry {
    var entry = InfoEntry(id: RecordID(id))
    (entry.name, entry.value) = (name, value)
    return entry
  }
}

extension MoneyDomain {
  /// A domain with one file open and its shared lists loaded.
  static func opened(
    _ session: ScriptedSession, preferences: KeptPreferences = KeptPreferences()
  ) async -> MoneyDomain {
    let money = MoneyDomain()
    await money.connect(door: ScriptedDoor([session]), surroundings: StillSurroundings(), store: preferences)
    money.open(session.path)
    await money.settled(.accounts)
    return money
  }
}
