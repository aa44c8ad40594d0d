import Ledger

/// What the overview shows. Its parts are loaded each by itself. Source: money 5.1.
public struct OverviewScreen: Sendable, Equatable {
  /// Which account and days it is about, and what else can be chosen.
  public var header: OverviewHeader
  /// Net worth, income and expense.
  public var figures: Shown<KeyFigureStrip>
  /// The last days that have rows.
  public var trend: Shown<TrendChart>
  /// The newest rows.
  public var recent: Shown<RecentRows>
  /// What comes.
  public var scheduled: Shown<ScheduledList>

  /// Joins the parts.
  public init(
    header: OverviewHeader, figures: Shown<KeyFigureStrip> = .loading, trend: Shown<TrendChart> = .loading,
    recent: Shown<RecentRows> = .loading, scheduled: Shown<ScheduledList> = .loading
  ) {
    self.header = header
    self.figures = figures
    self.trend = trend
    self.recent = recent
    self.scheduled = scheduled
  }
}

/// The choices at the top of the overview. Each carries the query it leads to.
public struct OverviewHeader: Sendable, Hashable {
  /// What is shown: `All accounts`, or the account's name.
  public let title: String
  /// The code of the currency of the figures; empty while it is not known.
  public let currency: String
  /// All accounts together, then each with its balance as detail.
  public let accounts: [MenuChoice<OverviewQuery>]
  /// The kinds of periods: Today, Week, Month, Year, Financial year, Last 7, 30 and 365 days, All.
  public let periods: [MenuChoice<OverviewQuery>]
  /// What the period is called: `June 2026`, `2026`, `14 Jun 2026`, `8 Jun 2026 – 14 Jun 2026`, `All days`.
  public let label: String
  /// One step back; nil where there is none.
  public let previous: OverviewQuery?
  /// One step on; nil where there is none.
  public let next: OverviewQuery?
  /// The first and last day, `YYYY-MM-DD`, for the fields of a period of one's own; nil for all days.
  public let days: ClosedRange<CalendarDate>?

  /// Joins the parts.
  public init(
    title: String, currency: String, accounts: [MenuChoice<OverviewQuery>],
    periods: [MenuChoice<OverviewQuery>], label: String, previous: OverviewQuery?, next: OverviewQuery?,
    days: ClosedRange<CalendarDate>?
  ) {
    self.title = title
    self.currency = currency
    self.accounts = accounts
    self.periods = periods
    self.label = label
    self.previous = previous
    self.next = next
    self.days = days
  }
}

/// The three figures, and what one account moved from and to others.
public struct KeyFigureStrip: Sendable, Hashable {
  /// How a figure differs from the period before.
  public struct Change: Sendable, Hashable {
    /// Up, down, or neither.
    public enum Direction: Sendable, Hashable { case up, down, same }

    /// `1.8 %`, without sign.
    public let percent: String
    /// Which way.
    public let direction: Direction
    /// Whether that is good news: more spent is not. nil where nothing changed.
    public let isBetter: Bool?
    /// Against what: `31 May 2026` for a net worth, `May 2026` for what flowed.
    public let against: String

    /// Joins the parts.
    public init(percent: String, direction: Direction, isBetter: Bool?, against: String) {
      self.percent = percent
      self.direction = direction
      self.isBetter = isBetter
      self.against = against
    }
  }

  /// One figure.
  public struct Card: Sendable, Hashable {
    /// `Net worth`, `Balance` (of one account), `Income`, `Expense`.
    public let title: String
    /// The figure.
    public let amount: ShownAmount
    /// How it changed; nil where there is nothing to compare with.
    public let change: Change?
    /// A second line, such as `117.23 a day`; nil for none.
    public let note: String?
    /// Whether the list of newest rows shows only what this figure counts.
    public let isChosen: Bool
    /// The page with that turned round; nil for figures that filter nothing.
    public let toggle: OverviewQuery?

    /// Joins the parts.
    public init(
      title: String, amount: ShownAmount, change: Change?, note: String?, isChosen: Bool = false,
      toggle: OverviewQuery? = nil
    ) {
      self.title = title
      self.amount = amount
      self.change = change
      self.note = note
      self.isChosen = isChosen
      self.toggle = toggle
    }
  }

  /// All there is, or the balance of one account.
  public let worth: Card
  /// What was earned.
  public let income: Card
  /// What was spent.
  public let expense: Card
  /// What transfers brought into the chosen account; nil without one.
  public let transferredIn: ShownAmount?
  /// What transfers took out of the chosen account; nil without one.
  public let transferredOut: ShownAmount?
  /// Whether no row lies in the period.
  public let isEmpty: Bool

  /// Joins the parts.
  public init(
    worth: Card, income: Card, expense: Card, transferredIn: ShownAmount?, transferredOut: ShownAmount?,
    isEmpty: Bool
  ) {
    self.worth = worth
    self.income = income
    self.expense = expense
    self.transferredIn = transferredIn
    self.transferredOut = transferredOut
    self.isEmpty = isEmpty
  }
}

/// Income and expense of the last 14 days that have rows, for the chart and the table behind it.
public struct TrendChart: Sendable, Hashable {
  /// One day.
  public struct Day: Sendable, Hashable {
    /// The day; its text is also for ids of elements.
    public let day: CalendarDate
    /// `Today`, `Yesterday`, or the day as the file writes days.
    public let title: String
    /// For the axis: `14/6`.
    public let axis: String
    /// What was earned, at or above zero; `exact` is what the chart draws.
    public let income: ShownAmount
    /// What was spent, at or above zero; drawn downwards.
    public let expense: ShownAmount
    /// The day's rows.
    public let journal: JournalQuery

    /// Joins the parts.
    public init(
      day: CalendarDate, title: String, axis: String, income: ShownAmount, expense: ShownAmount,
      journal: JournalQuery
    ) {
      self.day = day
      self.title = title
      self.axis = axis
      self.income = income
      self.expense = expense
      self.journal = journal
    }
  }

  /// Oldest first; empty where no row earned or spent anything.
  public let days: [Day]
  /// The code of the currency.
  public let currency: String

  /// Joins the parts.
  public init(days: [Day], currency: String) {
    self.days = days
    self.currency = currency
  }
}

/// The newest seven rows of the period.
public struct RecentRows: Sendable, Hashable {
  /// By date and time, the newest first.
  public let rows: [JournalRow]
  /// How many rows the period has; nil where only one type is shown.
  public let count: Int?
  /// All of them.
  public let journal: JournalQuery

  /// Joins the parts.
  public init(rows: [JournalRow], count: Int?, journal: JournalQuery) {
    self.rows = rows
    self.count = count
    self.journal = journal
  }
}

/// What comes, by nearness. Source: money 3.
public struct ScheduledList: Sendable, Hashable {
  /// One schedule.
  public struct Row: Sendable, Hashable {
    /// Its number in the file; also for ids of elements.
    public let id: Int64
    /// Payee, or `→ Savings`.
    public let title: String
    /// The account.
    public let account: String
    /// `3 days overdue`, `Due today`, `In 1 day`.
    public let dueWords: String
    /// The due day as the file writes days.
    public let due: String
    /// How it comes again: `monthly`.
    public let repeats: String
    /// The amount.
    public let amount: ShownAmount

    /// Joins the parts.
    public init(
      id: Int64, title: String, account: String, dueWords: String, due: String, repeats: String,
      amount: ShownAmount
    ) {
      self.id = id
      self.title = title
      self.account = account
      self.dueWords = dueWords
      self.due = due
      self.repeats = repeats
      self.amount = amount
    }
  }

  /// Schedules that are equally near.
  public struct Bucket: Sendable, Hashable {
    /// How near.
    public let bucket: ScheduleBucket
    /// `Overdue`, `Due today`, `Due soon`, `Upcoming`, `Later`.
    public let title: String
    /// The first schedules, in their order; at most `rowsMax`.
    public let rows: [Row]
    /// How many more there are.
    public let more: Int

    /// The most schedules of one bucket: years of overdue ones would be a page of their own.
    public static let rowsMax = 20

    /// Joins the parts.
    public init(bucket: ScheduleBucket, title: String, rows: [Row], more: Int = 0) {
      self.bucket = bucket
      self.title = title
      self.rows = rows
      self.more = more
    }
  }

  /// Nearest first, without empty ones.
  public let buckets: [Bucket]
  /// How many schedules are in them.
  public let count: Int
  /// How many of those are overdue or due today.
  public let dueCount: Int

  /// Joins the parts.
  public init(buckets: [Bucket], count: Int, dueCount: Int) {
    self.buckets = buckets
    self.count = count
    self.dueCount = dueCount
  }
}
