import Ledger

/// The shared lists of one state of the file as page models use them: a session to ask, and what its names,
/// formats and rates come from. A value; it is replaced when the file changes.
public struct MoneyBook: Sendable {
  /// What rows are called by. Fails by itself: figures need none of it.
  struct Labels: Sendable {
    /// Categories by full name in the order of the tree, payees and tags by name: for menus.
    var categories: [(id: RecordID<Category>, name: String)]
    var payees: [(id: RecordID<Payee>, name: String)]
    var tags: [(id: RecordID<Tag>, name: String)]
    var tree: CategoryTree
    var names: BookNames
    var search: JournalSearch
    var tagNames: [RecordID<Tag>: String]
  }

  /// The session.
  let session: any LedgerSessioning
  /// Which state of which file it is; another number for each.
  let generation: Int
  /// What day it was when it was loaded.
  let today: CalendarDate
  let accounts: [Account]
  let settings: FileSettings
  let rates: RateBook
  let labels: Result<Labels, LedgerError>
  let scheduled: Result<MoneyLists.Scheduled, LedgerError>
  private let accountsByID: [RecordID<Account>: Account]
  private let currencies: [RecordID<Currency>: Currency]

  /// What pages need of lists that were loaded; fails where nothing can be shown without one that failed.
  init(
    _ lists: MoneyLists, session: any LedgerSessioning, generation: Int, today: CalendarDate
  ) throws(LedgerError) {
    self.session = session
    self.generation = generation
    self.today = today
    settings = try lists.settings.loaded()
    accounts = try lists.accounts.loaded()
    let currencies = try lists.currencies.loaded()
    rates = RateBook(
      base: settings.baseCurrencyID, currencies: currencies, history: try lists.rates.loaded(),
      usesHistory: settings.usesCurrencyHistory)
    accountsByID = Dictionary(accounts.map { ($0.id, $0) }) { first, _ in first }
    self.currencies = Dictionary(currencies.map { ($0.id, $0) }) { first, _ in first }
    scheduled = lists.scheduled.result ?? .failure(.cancelled)
    labels = Self.labels(lists, accounts, currencies)
  }

  private static func labels(
    _ lists: MoneyLists, _ accounts: [Account], _ currencies: [Currency]
  ) -> Result<Labels, LedgerError> {
    do throws(LedgerError) {
      var book = Book()
      (book.accounts, book.currencies) = (accounts, currencies)
      book.categories = try lists.categories.loaded()
      book.payees = try lists.payees.loaded()
      book.tags = try lists.tags.loaded()
      let delimiter = try lists.settings.loaded().categoryDelimiter
      let tree = CategoryTree(book.categories)
      let names = BookNames(book, categoryDelimiter: delimiter)
      return .success(
        Labels(
          categories: tree.ordered.map { ($0.category.id, names.category($0.category.id)) },
          payees: byName(book.payees.map { ($0.id, $0.name) }),
          tags: byName(book.tags.map { ($0.id, $0.name) }), tree: tree, names: names,
          search: JournalSearch(book),
          tagNames: Dictionary(book.tags.map { ($0.id, $0.name) }) { first, _ in first }))
    } catch {
      return .failure(error)
    }
  }

  /// Records by name without case.
  static func byName<Record>(
    _ all: [(id: RecordID<Record>, name: String)]
  ) -> [(id: RecordID<Record>, name: String)] {
    all.map { (SearchText.key($0.name), $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
  }

  /// An account by number.
  func account(_ id: RecordID<Account>?) -> Account? { id.flatMap { accountsByID[$0] } }

  /// An account's name.
  func accountName(_ id: RecordID<Account>?) -> String { account(id)?.name ?? BookNames.unknown }

  /// The currency of an account; nil when either is missing.
  func currency(of id: RecordID<Account>?) -> Currency? {
    account(id)?.currencyID.flatMap { currencies[$0] }
  }

  /// The currency totals are shown in.
  var base: Currency? { settings.baseCurrencyID.flatMap { currencies[$0] } }

  /// The currency figures of a choice are shown in: the account's, else the base.
  func currency(of choice: AccountChoice) -> Currency? {
    choice.account.map { currency(of: $0) } ?? base
  }

  /// A choice with an account that is there; else all.
  func present(_ choice: AccountChoice) -> AccountChoice {
    account(choice.account) == nil ? .all : choice
  }

  /// The days of a period.
  func range(_ choice: DateChoice) -> ClosedRange<CalendarDate> {
    choice.range(firstWeekday: settings.firstWeekday, yearStart: settings.financialYearStart)
  }

  /// An amount as it is shown.
  func shown(_ amount: ExactDecimal, _ currency: Currency?, _ tone: ShownAmount.Tone) -> ShownAmount {
    ShownAmount(
      text: (currency?.format ?? .plain).text(amount), exact: amount.description, tone: tone,
      currency: currency?.symbol ?? "")
  }

  /// A balance or total as it is shown.
  func balance(_ amount: ExactDecimal, _ currency: Currency?) -> ShownAmount {
    shown(amount, currency, amount.isNegative ? .negative : .balance)
  }
}

extension LoadState {
  /// The value; throws why it is not there.
  func loaded() throws(LedgerError) -> Value {
    switch self {
    case .ready(let value, _): return value
    case .failed(let error): throw error
    case .idle, .loading: throw .cancelled
    }
  }
}
