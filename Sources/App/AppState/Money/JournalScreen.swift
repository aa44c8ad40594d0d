import Ledger

/// What the journal shows. Source: money 5.2.
public struct JournalScreen: Sendable, Equatable {
  /// What is asked for, and what else can be.
  public var choices: JournalChoices
  /// The first page of rows, by day.
  public var rows: Shown<JournalRows>

  /// Joins the parts.
  public init(choices: JournalChoices, rows: Shown<JournalRows> = .loading) {
    self.choices = choices
    self.rows = rows
  }
}

/// The filter of the journal as a form, and what of it holds. Names of fields are those of `JournalQuery`.
public struct JournalChoices: Sendable, Hashable {
  /// One condition that holds.
  public struct Active: Sendable, Hashable {
    /// `June 2026`, `Giro`, `Reconciled`, `“bakery”`.
    public let title: String
    /// The page without it.
    public let without: JournalQuery

    /// Joins the parts.
    public init(title: String, without: JournalQuery) {
      self.title = title
      self.without = without
    }
  }

  /// What is asked for.
  public let query: JournalQuery
  /// `All accounts`, or the account's name.
  public let title: String
  /// The code of the currency of day totals.
  public let currency: String
  /// What the period is called.
  public let periodLabel: String
  /// The first and last day, for the fields of a period of one's own; nil for all days.
  public let days: ClosedRange<CalendarDate>?
  /// Transactions and schedules, one of them, or what lies ahead.
  public let kinds: [MenuChoice<String>]
  /// All accounts (`all`), then each by its number.
  public let accounts: [MenuChoice<String>]
  /// The kinds of periods.
  public let periods: [MenuChoice<String>]
  /// Withdrawal, Deposit, Transfer; none chosen means all.
  public let types: [MenuChoice<String>]
  /// The statuses; none chosen means all.
  public let statuses: [MenuChoice<String>]
  /// Categories by full name, by number.
  public let categories: [MenuChoice<String>]
  /// Payees by name, by number.
  public let payees: [MenuChoice<String>]
  /// Tags by name, by number.
  public let tags: [MenuChoice<String>]
  /// The conditions that hold, account and period among them.
  public let active: [Active]
  /// The page without any condition.
  public let clear: JournalQuery
  /// Whether every row shows the balance after it.
  public let hasBalance: Bool

  /// Whether anything is left out: an empty list then says so, and offers `clear`.
  public var isFiltered: Bool { !active.isEmpty }

  /// Joins the parts.
  public init(
    query: JournalQuery, title: String, currency: String, periodLabel: String,
    days: ClosedRange<CalendarDate>?, kinds: [MenuChoice<String>] = [],
    accounts: [MenuChoice<String>] = [], periods: [MenuChoice<String>] = [],
    types: [MenuChoice<String>] = [], statuses: [MenuChoice<String>] = [],
    categories: [MenuChoice<String>] = [], payees: [MenuChoice<String>] = [],
    tags: [MenuChoice<String>] = [], active: [Active] = [], clear: JournalQuery = JournalQuery(),
    hasBalance: Bool = false
  ) {
    self.query = query
    self.title = title
    self.currency = currency
    self.periodLabel = periodLabel
    self.days = days
    self.kinds = kinds
    self.accounts = accounts
    self.periods = periods
    self.types = types
    self.statuses = statuses
    self.categories = categories
    self.payees = payees
    self.tags = tags
    self.active = active
    self.clear = clear
    self.hasBalance = hasBalance
  }
}

/// Rows of the journal by day, and where earlier ones are.
public struct JournalRows: Sendable, Hashable {
  /// The rows of one day; a day is never cut by a page, except one of very many rows.
  public struct Day: Sendable, Hashable {
    /// For ids of elements: `2026-06-14`, or `unread-0` for days that cannot be read.
    public let id: String
    /// `Today`, `Yesterday`, the day as the file writes days, or the text that cannot be read.
    public let title: String
    /// What the day adds up to; nil where the day has more rows than one page.
    public let total: ShownAmount?
    /// The rows, newest first.
    public let rows: [JournalRow]

    /// Joins the parts.
    public init(id: String, title: String, total: ShownAmount?, rows: [JournalRow]) {
      self.id = id
      self.title = title
      self.total = total
      self.rows = rows
    }
  }

  /// The days, newest first; empty where no row is wanted.
  public let days: [Day]
  /// What to ask for the rows before these; nil where there are none.
  public let earlier: EarlierQuery?
  /// Names this state of file and filter: letters, digits, hyphens. What was added below belongs to it: the
  /// element that holds it carries it in its id and is replaced when it changes.
  public let state: String

  /// How many rows.
  public var count: Int { days.reduce(0) { $0 + $1.rows.count } }

  /// Joins the parts.
  public init(days: [Day], earlier: EarlierQuery?, state: String) {
    self.days = days
    self.earlier = earlier
    self.state = state
  }
}

/// One row of the journal: a transaction, or a schedule.
public struct JournalRow: Sendable, Hashable {
  /// What it is, for badge and icon.
  public enum Kind: Sendable, Hashable {
    /// Money out.
    case withdrawal
    /// Money in.
    case deposit
    /// From one account to another, seen from all of them or from the source.
    case transferOut
    /// The same, seen from the target.
    case transferIn
    /// A new value of what lies in the account.
    case revaluation
    /// The file says something that is none of these.
    case unknown
  }

  /// A part with a category of its own.
  public struct Part: Sendable, Hashable {
    /// Its full category.
    public let category: String
    /// Its amount, with the sense of the row.
    public let amount: ShownAmount
    /// The first line of its notes.
    public let note: String

    /// Joins the parts.
    public init(category: String, amount: ShownAmount, note: String) {
      self.category = category
      self.amount = amount
      self.note = note
    }
  }

  /// For ids of elements: `t12` for a transaction, `s3` for a schedule.
  public var id: String
  /// What it is.
  public var kind: Kind
  /// Whether it is a schedule.
  public var isScheduled = false
  /// Payee, `→ Savings` or `← Giro`; empty where the file names nobody.
  public var title: String
  /// The full category; empty where there is none or there are parts.
  public var category = ""
  /// Its parts; empty for a row with one category.
  public var parts: [Part] = []
  /// The account it stands in.
  public var account: String
  /// `14:31`; nil where the file says no time.
  public var time: String?
  /// The day as the file writes days.
  public var date: String
  /// The amount in the account's currency.
  public var amount: ShownAmount
  /// The same in base currency; nil where that is its own.
  public var inBase: ShownAmount?
  /// The balance of the account after it; nil where the list has none.
  public var balance: ShownAmount?
  /// Whether and how it counts.
  public var status: TransactionStatus = .none
  /// The word of the status; empty for none.
  public var statusWord = ""
  /// The tags of the row and its parts.
  public var tags: [String] = []
  /// Whether something is attached.
  public var hasAttachment = false
  /// The first line of its notes.
  public var note = ""
  /// Its number.
  public var number = ""
  /// Whether its day lies ahead.
  public var isFuture = false
  /// Whether it lies in the trash.
  public var isDeleted = false
  /// For a schedule `In 3 days`; else nil.
  public var dueWords: String?

  /// Whether it is struck through.
  public var isVoid: Bool { status == .void }

  /// A row without marks.
  public init(id: String, kind: Kind, title: String, account: String, date: String, amount: ShownAmount) {
    self.id = id
    self.kind = kind
    self.title = title
    self.account = account
    self.date = date
    self.amount = amount
  }
}
