import AppState
import Ledger

@testable import WebInterface

/// Money screens with invented accounts; `name` and `text` stand wherever a file could have put them.
enum SampleMoney {
  static let day = CalendarDate("2026-05-14") ?? .first

  static func amount(
    _ text: String, _ tone: ShownAmount.Tone = .balance, exact: String = "1234.5", currency: String = "EUR"
  ) -> ShownAmount {
    ShownAmount(text: text, exact: exact, tone: tone, currency: currency)
  }

  static func accounts(_ name: String) -> AccountList {
    let journal = JournalQuery(account: .one(RecordID(2)))
    func row(_ id: Int64, _ type: AccountType, isChosen: Bool = false) -> AccountList.Row {
      AccountList.Row(
        id: id, name: name, type: type, balance: amount("-1,234.50 \(name)", .negative),
        inBase: amount("€1.00"), isFavorite: id == 1, isChosen: isChosen, journal: journal)
    }
    return AccountList(
      groups: [
        AccountList.Group(
          title: name, rows: [row(1, .checking, isChosen: true), row(2, .creditCard)],
          total: amount("€1.00")),
        AccountList.Group(title: "Cash", rows: [row(3, .cash)], total: amount("€2.00")),
      ], total: amount("€3.00"), closedCount: 1)
  }

  static func row(_ id: String, _ kind: JournalRow.Kind, _ name: String, _ text: String) -> JournalRow {
    var row = JournalRow(
      id: id, kind: kind, title: name, account: name, date: "2026-05-14",
      amount: amount("€12.00", kind == .deposit ? .income : .expense, exact: "12"))
    (row.category, row.note, row.number, row.time) = (name, text, text, "14:31")
    return row
  }

  /// Every mark a row can have.
  static func marked(_ name: String, _ text: String) -> JournalRow {
    var row = row("t9", .withdrawal, name, text)
    row.parts = [
      JournalRow.Part(category: name, amount: amount("€7.00", .expense), note: text),
      JournalRow.Part(category: "Food", amount: amount("€5.00", .expense), note: ""),
    ]
    (row.tags, row.hasAttachment, row.status, row.statusWord) = ([name, "trip"], true, .void, "Void")
    (row.inBase, row.balance, row.isFuture) = (amount("$13.00"), amount("€99.00"), true)
    return row
  }

  static func scheduled(_ name: String) -> JournalRow {
    var row = row("s3", .transferOut, name, "")
    (row.isScheduled, row.dueWords, row.status, row.statusWord) = (true, "In 3 days", .followUp, "Follow up")
    return row
  }

  static func rows(_ name: String, _ text: String, state: String = "a1") -> JournalRows {
    var query = JournalQuery(account: .all)
    query.text = text
    return JournalRows(
      days: [
        JournalRows.Day(
          id: "2026-05-14", title: "Today", total: amount("-€12.00", .negative),
          rows: [marked(name, text), row("t1", .deposit, name, text), scheduled(name)]),
        JournalRows.Day(id: "unread-0", title: text, total: nil, rows: [row("t2", .unknown, "", "")]),
      ],
      earlier: EarlierQuery(
        query: query, place: JournalPlace(date: DayText(text), id: RecordID(2)), state: state, balance: nil),
      state: state)
  }

  static func journal(_ name: String, _ text: String, _ rows: Shown<JournalRows>? = nil) -> JournalScreen {
    var query = JournalQuery(account: .one(RecordID(1)), period: PeriodChoice(.month, on: day))
    query.text = text
    func menu(_ titles: String...) -> [MenuChoice<String>] {
      titles.enumerated().map { MenuChoice(title: $1, value: "\($0)", isChosen: $0 == 1) }
    }
    return JournalScreen(
      choices: JournalChoices(
        query: query, title: name, currency: "EUR", periodLabel: "May 2026", days: day...day,
        kinds: menu("All", "Transactions"), accounts: menu("All accounts", name),
        periods: menu("Today", "Month"), types: menu("Withdrawal", "Deposit"),
        statuses: menu("None", "Reconciled"), categories: menu(name, "Food"), payees: menu(name, name),
        tags: menu(name, "trip"),
        active: [
          JournalChoices.Active(title: name, without: JournalQuery()),
          JournalChoices.Active(title: "“\(text)”", without: JournalQuery()),
        ], hasBalance: true),
      rows: rows ?? .ready(Self.rows(name, text)))
  }

  static func overview(_ name: String, _ text: String) -> OverviewScreen {
    let query = OverviewQuery(account: .all, period: .usual)
    let change = KeyFigureStrip.Change(
      percent: "1.8 %", direction: .up, isBetter: true, against: "30 Apr 2026")
    func card(_ title: String, _ toggle: OverviewQuery?, isChosen: Bool = false) -> KeyFigureStrip.Card {
      KeyFigureStrip.Card(
        title: title, amount: amount("-€1,234.50"), change: change, note: "117.23 a day", isChosen: isChosen,
        toggle: toggle)
    }
    let schedule = ScheduledList.Row(
      id: 4, title: name, account: name, dueWords: "2 days overdue", due: "2026-05-12", repeats: "monthly",
      amount: amount("€5.00", .expense))
    return OverviewScreen(
      header: OverviewHeader(
        title: name, currency: "EUR",
        accounts: [MenuChoice(title: name, detail: "€1.00", value: query, isChosen: true)],
        periods: ["Today", "Week", "Month", "Year", "All"].map {
          MenuChoice(title: $0, value: query, isChosen: $0 == "Month")
        }, label: "May 2026", previous: query, next: nil, days: day...day),
      figures: .ready(
        KeyFigureStrip(
          worth: card("Net worth", nil), income: card("Income", query, isChosen: true),
          expense: card("Expense", query), transferredIn: amount("€1.00"), transferredOut: amount("€2.00"),
          isEmpty: false)),
      trend: .ready(
        TrendChart(
          days: [
            TrendChart.Day(
              day: day, title: "Today", axis: "14/5", income: amount("€9.50", .income, exact: "9.5"),
              expense: amount("€3.25", .expense, exact: "3.25"), journal: JournalQuery())
          ], currency: "EUR")),
      recent: .ready(
        RecentRows(rows: [row("t1", .deposit, name, text)], count: 1_234, journal: JournalQuery())),
      scheduled: .ready(
        ScheduledList(
          buckets: [
            ScheduledList.Bucket(bucket: .overdue, title: "Overdue", rows: [schedule]),
            ScheduledList.Bucket(bucket: .later, title: "Later", rows: []),
          ], count: 1, dueCount: 1)))
  }

  static func file(_ name: String, notices: [OpenFile.Notice] = []) -> MoneyFileState {
    .open(OpenFile(name: name, path: "~/\(name)", isReadOnly: true, notices: notices))
  }

  /// Every state of every page.
  static func screens(_ name: String, _ text: String) -> [(String, MoneyScreen, Page)] {
    let file = file(name, notices: [.unreachable(text), .changedOutside])
    let open = { (content: MoneyScreen.Content) in
      MoneyScreen(file: file, accounts: .ready(accounts(name)), content: content)
    }
    let failed = OverviewScreen(
      header: overview(name, text).header, figures: .failed(text), trend: .failed(text),
      recent: .failed(text), scheduled: .failed(text))
    let nothing = JournalRows(days: [], earlier: nil, state: "b2")
    var start = FirstUse(problem: FirstUse.Problem(path: text, isCreating: false, words: text))
    // The path itself is posted back as it is, in a hidden field; what is shown of it is name and folder.
    start.recent = [
      FirstUse.Recent(
        path: "~/a.mmb", name: name, folder: name, openedAt: SampleScreens.now, isMissing: true)
    ]
    var creating = FirstUse(problem: FirstUse.Problem(path: text, isCreating: true, words: text))
    creating.newFile.baseCurrency = name
    let money = Page.money(OverviewQuery())
    let journal = Page.journal(JournalQuery())
    return [
      ("overview", open(.overview(overview(name, text))), money),
      ("overview failed", open(.overview(failed)), money),
      ("overview loading", open(.overview(OverviewScreen(header: failed.header))), money),
      ("journal", open(.journal(self.journal(name, text))), journal),
      ("journal empty", open(.journal(self.journal(name, text, .ready(nothing)))), journal),
      ("journal failed", open(.journal(self.journal(name, text, .failed(text)))), journal),
      ("journal loading", open(.journal(self.journal(name, text, .loading))), journal),
      ("accounts", open(.nothing), .accounts),
      ("accounts failed", MoneyScreen(file: file, accounts: .failed(text)), .accounts),
      ("no file", MoneyScreen(file: .none(start)), money),
      ("no new file", MoneyScreen(file: .none(creating)), money),
      ("opening", MoneyScreen(file: .opening(OpeningFile(path: text, name: name, isCreating: false))), money),
    ]
  }
}
