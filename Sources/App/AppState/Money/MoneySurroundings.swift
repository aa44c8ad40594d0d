import Ledger
import Timebase

/// What the money domain asks of the machine it runs on. Source: money 0 (C1).
public protocol MoneySurroundings: Sendable {
  /// What day it is where the person is.
  func today() -> CalendarDate
  /// What time it is.
  func now() -> Timestamp
  /// The home folder, without a slash at its end; nil where there is none.
  var homeFolder: String? { get }
  /// Whether something is at a path.
  func exists(_ path: String) -> Bool
  /// A text no other file has, for a new file.
  func makeUniqueID() -> String
}

/// Keeps what the person chose from run to run.
public protocol MoneyPreferencesStoring: Sendable {
  /// What was kept; nothing where it cannot be read.
  func load() async -> MoneyPreferences
  /// Replaces what is kept, whole or not at all.
  func save(_ preferences: MoneyPreferences) async
}

/// What the person chose: files opened before, and for each the account and period looked at last.
public struct MoneyPreferences: Sendable, Hashable {
  /// A file opened before.
  public struct RecentFile: Sendable, Hashable {
    /// Its path.
    public var path: String
    /// When it was last opened.
    public var openedAt: Timestamp
    /// The account looked at last.
    public var account: AccountChoice
    /// The period looked at last; without a day it is around today whenever that is.
    public var period: PeriodChoice

    /// Joins the parts.
    public init(
      path: String, openedAt: Timestamp, account: AccountChoice = .all, period: PeriodChoice = .usual
    ) {
      self.path = path
      self.openedAt = openedAt
      self.account = account
      self.period = period
    }
  }

  /// At most so many files are kept; the one not opened for longest goes first.
  public static let recentMax = 10

  /// The latest first.
  public private(set) var recent: [RecentFile] = []

  /// Nothing.
  public init() {}

  /// These files, the latest first; of those too many the last go.
  public init(recent: [RecentFile]) {
    for file in recent where !self.recent.contains(where: { $0.path == file.path }) {
      self.recent.append(file)
    }
    self.recent = Array(self.recent.prefix(Self.recentMax))
  }

  /// What was chosen for a file.
  public func file(_ path: String) -> RecentFile? { recent.first { $0.path == path } }

  /// Puts a file in front.
  public mutating func opened(_ file: RecentFile) {
    self = MoneyPreferences(recent: [file] + recent.filter { $0.path != file.path })
  }

  /// Takes a choice for a file that is in the list.
  public mutating func chose(_ account: AccountChoice, _ period: PeriodChoice, in path: String) {
    guard let index = recent.firstIndex(where: { $0.path == path }) else { return }
    recent[index].account = account
    recent[index].period = period
  }

  /// Takes a file out of the list.
  public mutating func forget(_ path: String) { recent.removeAll { $0.path == path } }
}
