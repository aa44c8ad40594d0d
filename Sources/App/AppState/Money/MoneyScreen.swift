import Ledger
import Timebase

/// What the Money area shows, all of it as values: views draw them and decide nothing. Source: money 0 (C2),
/// 5.0.
public struct MoneyScreen: Sendable, Equatable {
  /// The page beside the list of accounts.
  public enum Content: Sendable, Equatable {
    /// None: no file is open.
    case nothing
    /// The overview.
    case overview(OverviewScreen)
    /// The journal.
    case journal(JournalScreen)
  }

  /// Which file is open, or what is offered instead.
  public var file: MoneyFileState
  /// The accounts of the open file by kind.
  public var accounts: Shown<AccountList>
  /// How many schedules are overdue or due today; nil while that is not known.
  public var dueCount: Int?
  /// The page.
  public var content: Content

  /// Joins the parts; without any, nothing was ever opened.
  public init(
    file: MoneyFileState = .none(FirstUse()), accounts: Shown<AccountList> = .loading, dueCount: Int? = nil,
    content: Content = .nothing
  ) {
    self.file = file
    self.accounts = accounts
    self.dueCount = dueCount
    self.content = content
  }
}

/// Whether a file is open.
public enum MoneyFileState: Sendable, Hashable {
  /// No file: open one, create one.
  case none(FirstUse)
  /// One is being opened or created.
  case opening(OpeningFile)
  /// One is open.
  case open(OpenFile)
}

/// What stands where no file is open.
public struct FirstUse: Sendable, Hashable {
  /// A file that was opened before.
  public struct Recent: Sendable, Hashable {
    /// Its path, as it is posted to open it again.
    public let path: String
    /// Its name.
    public let name: String
    /// Its folder, the home folder as `~`.
    public let folder: String
    /// When it was last opened.
    public let openedAt: Timestamp
    /// Whether it is not there now.
    public let isMissing: Bool

    /// Joins the parts.
    public init(path: String, name: String, folder: String, openedAt: Timestamp, isMissing: Bool) {
      self.path = path
      self.name = name
      self.folder = folder
      self.openedAt = openedAt
      self.isMissing = isMissing
    }
  }

  /// Why the last file was not opened or created.
  public struct Problem: Sendable, Hashable {
    /// The path as typed.
    public let path: String
    /// Whether it was to be created.
    public let isCreating: Bool
    /// What happened and what to do, in words for people.
    public let words: String

    /// Joins the parts.
    public init(path: String, isCreating: Bool, words: String) {
      self.path = path
      self.isCreating = isCreating
      self.words = words
    }
  }

  /// What the form for a new file begins with: what was typed last, else what is usual.
  public struct NewFile: Sendable, Hashable {
    /// Where it will lie.
    public var path: String
    /// The code of its base currency.
    public var baseCurrency: String
    /// Whether it begins with made-up accounts and rows.
    public var hasSample: Bool
    /// Codes that are offered; others may be typed.
    public var currencies: [String]

    /// Joins the parts.
    public init(
      path: String = "~/accounts.mmb", baseCurrency: String = "EUR", hasSample: Bool = false,
      currencies: [String] = Self.usualCurrencies
    ) {
      self.path = path
      self.baseCurrency = baseCurrency
      self.hasSample = hasSample
      self.currencies = currencies
    }

    /// The codes that are offered.
    public static let usualCurrencies = [
      "EUR", "USD", "GBP", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "CAD", "AUD", "NZD", "JPY",
      "CNY", "INR", "BRL", "ZAR",
    ]
  }

  /// Files opened before, the latest first.
  public var recent: [Recent]
  /// Why the last one was not opened.
  public var problem: Problem?
  /// What the form for a new file begins with.
  public var newFile: NewFile

  /// Joins the parts.
  public init(recent: [Recent] = [], problem: Problem? = nil, newFile: NewFile = NewFile()) {
    self.recent = recent
    self.problem = problem
    self.newFile = newFile
  }
}

/// A file that is being opened or created; it can be given up.
public struct OpeningFile: Sendable, Hashable {
  /// Its path.
  public let path: String
  /// Its name.
  public let name: String
  /// Whether it is created.
  public let isCreating: Bool

  /// Joins the parts.
  public init(path: String, name: String, isCreating: Bool) {
    self.path = path
    self.name = name
    self.isCreating = isCreating
  }
}

/// The open file.
public struct OpenFile: Sendable, Hashable {
  /// Something about the file that must be known.
  public enum Notice: Sendable, Hashable {
    /// An older file is shown upgraded in memory: the version it has.
    case upgradedInMemory(version: Int64)
    /// Another program changed it; what is shown is the new state.
    case changedOutside
    /// It could not be looked at since: what is shown may be old.
    case unreachable(String)
    /// The database says it is damaged.
    case damaged(String)

    /// The sentence for people.
    public var words: String {
      switch self {
      case .upgradedInMemory(let version):
        "This file has the older version \(version). It is shown as if upgraded; the file itself stays as "
          + "it is."
      case .changedOutside: "Another program changed the file. What you see is its new state."
      case .unreachable(let reason): "The file cannot be read now, so this may be out of date. \(reason)"
      case .damaged(let reason):
        "The file is damaged: \(reason). Nothing was changed; restore a backup, or export what can be read."
      }
    }

    /// Whether the person can put it away.
    public var canBePutAway: Bool {
      switch self {
      case .changedOutside: true
      case .upgradedInMemory, .unreachable, .damaged: false
      }
    }
  }

  /// Its name.
  public let name: String
  /// Its path.
  public let path: String
  /// Which opening it is: another number when another file takes its place, so that no page shows what one
  /// file holds under the name of another.
  public let session: Int
  /// Whether it can only be read here.
  public let isReadOnly: Bool
  /// What must be known, the gravest first.
  public let notices: [Notice]

  /// Joins the parts.
  public init(name: String, path: String, session: Int = 0, isReadOnly: Bool, notices: [Notice]) {
    self.name = name
    self.path = path
    self.session = session
    self.isReadOnly = isReadOnly
    self.notices = notices
  }
}
