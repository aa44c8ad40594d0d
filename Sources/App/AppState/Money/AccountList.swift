import Ledger

/// The open accounts of a file by kind, with what each holds. Source: money 2.7, 5.0.
public struct AccountList: Sendable, Hashable {
  /// The accounts of one kind.
  public struct Group: Sendable, Hashable {
    /// The kind as the file names it: `Checking`, `Credit Card`, a kind of the user's own.
    public let title: String
    /// Its accounts, by name.
    public let rows: [Row]
    /// What they hold together, in base currency.
    public let total: ShownAmount

    /// Joins the parts.
    public init(title: String, rows: [Row], total: ShownAmount) {
      self.title = title
      self.rows = rows
      self.total = total
    }
  }

  /// One account.
  public struct Row: Sendable, Hashable {
    /// Its number in the file; also for ids of elements.
    public let id: Int64
    /// Its name.
    public let name: String
    /// Its kind, for the icon.
    public let type: AccountType
    /// What it holds, in its currency, all days.
    public let balance: ShownAmount
    /// The same in base currency; nil where that is its own.
    public let inBase: ShownAmount?
    /// Whether it is a favourite.
    public let isFavorite: Bool
    /// Whether the page shows this account only.
    public let isChosen: Bool
    /// Where its rows are listed.
    public let journal: JournalQuery

    /// Joins the parts.
    public init(
      id: Int64, name: String, type: AccountType, balance: ShownAmount, inBase: ShownAmount?,
      isFavorite: Bool, isChosen: Bool, journal: JournalQuery
    ) {
      self.id = id
      self.name = name
      self.type = type
      self.balance = balance
      self.inBase = inBase
      self.isFavorite = isFavorite
      self.isChosen = isChosen
      self.journal = journal
    }
  }

  /// The kinds that have accounts, in their order.
  public let groups: [Group]
  /// What all of them hold, in base currency.
  public let total: ShownAmount
  /// How many accounts are closed and therefore not here.
  public let closedCount: Int

  /// Whether there is no open account.
  public var isEmpty: Bool { groups.isEmpty }

  /// Joins the parts.
  public init(groups: [Group], total: ShownAmount, closedCount: Int) {
    self.groups = groups
    self.total = total
    self.closedCount = closedCount
  }
}
