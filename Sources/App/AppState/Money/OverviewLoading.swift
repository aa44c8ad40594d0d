import Ledger

/// What an overview asks the file, and how the answers are shown. Source: money 5.1.
struct OverviewLoading: Sendable {
  /// The figures, and how many rows they count.
  struct Figures: Sendable {
    var strip: KeyFigureStrip
    var rows: Int
  }

  let book: MoneyBook
  let query: OverviewQuery
  let account: AccountChoice
  let period: PeriodChoice

  private var choice: DateChoice { period.days(today: book.today) }
  private var range: ClosedRange<CalendarDate> { book.range(choice) }
  private var currency: Currency? { book.currency(of: account) }

  // MARK: Figures

  @concurrent func figures() async -> Result<Figures, LedgerError> {
    await attempt { () async throws(LedgerError) in
      let before = choice.previous
      let holdings = try await Holdings(book.session)
      let flow = try await book.session.incomeAndExpense(within: range, account: account.account)
      var earlier: IncomeAndExpense?
      var previousWorth: ExactDecimal?
      if let before {
        let days = book.range(before)
        earlier = try await book.session.incomeAndExpense(within: days, account: account.account)
        previousWorth = try await worth(on: min(days.upperBound, book.today), holdings)
      }
      let figures = KeyFigures(
        flow: flow, netWorth: try await worth(on: min(range.upperBound, book.today), holdings),
        previousNetWorth: previousWorth, range: range, today: book.today)
      return Figures(strip: strip(figures, earlier, before), rows: flow.rows)
    }
  }

  private func worth(on day: CalendarDate, _ holdings: Holdings) async throws(LedgerError) -> ExactDecimal {
    let sheet = try await book.session.balances(upTo: day)
    guard let account = book.account(account.account) else {
      return holdings.netWorth(on: day, accounts: book.accounts, sheet: sheet, rates: book.rates).total
    }
    return (sheet.balance(of: account.id)?.total.decimal ?? .zero)
      + holdings.stockValue(in: account, on: day)
  }

  private func strip(
    _ figures: KeyFigures, _ earlier: IncomeAndExpense?, _ before: DateChoice?
  ) -> KeyFigureStrip {
    let isOne = account != .all
    let label = before.map { PeriodWords.label($0, range: book.range($0), today: book.today) } ?? ""
    let end = before.map { PeriodWords.date(min(book.range($0).upperBound, book.today)) } ?? ""
    let average = figures.dailyAverage.map { book.shown($0, currency, .expense).text + " a day" }
    return KeyFigureStrip(
      worth: KeyFigureStrip.Card(
        title: isOne ? "Balance" : "Net worth", amount: book.balance(figures.netWorth, currency),
        change: change(figures.changePercent, isGoodUp: true, against: end), note: nil),
      income: flowCard(
        "Income", figures.flow.income, earlier?.income, .deposit, against: label, note: nil),
      expense: flowCard(
        "Expense", figures.flow.expense, earlier?.expense, .withdrawal, against: label, note: average),
      transferredIn: isOne ? book.shown(figures.flow.transferredIn, currency, .transfer) : nil,
      transferredOut: isOne ? book.shown(figures.flow.transferredOut, currency, .transfer) : nil,
      isEmpty: figures.flow.rows == 0)
  }

  private func flowCard(
    _ title: String, _ amount: ExactDecimal, _ earlier: ExactDecimal?, _ type: TransactionType,
    against: String, note: String?
  ) -> KeyFigureStrip.Card {
    let percent = KeyFigures.changePercent(from: earlier, to: amount)
    var toggle = OverviewQuery(account: account, period: period)
    if query.type != type { toggle.type = type }
    return KeyFigureStrip.Card(
      title: title, amount: book.shown(amount, currency, type == .deposit ? .income : .expense),
      change: change(percent, isGoodUp: type == .deposit, against: against), note: note,
      isChosen: query.type == type, toggle: toggle)
  }

  private func change(
    _ percent: ExactDecimal?, isGoodUp: Bool, against: String
  ) -> KeyFigureStrip.Change? {
    guard let percent, !percent.isOutOfRange else { return nil }
    let direction: KeyFigureStrip.Change.Direction =
      percent.isZero ? .same : percent.isNegative ? .down : .up
    return KeyFigureStrip.Change(
      percent: percent.magnitude.text(digits: 1) + " %", direction: direction,
      isBetter: percent.isZero ? nil : !percent.isNegative == isGoodUp, against: against)
  }

  // MARK: Trend

  @concurrent func trend() async -> Result<TrendChart, LedgerError> {
    await attempt { () async throws(LedgerError) in
      let days = try await book.session.trend(
        within: range, account: account.account, limit: Self.trendDaysMax)
      let mask = book.settings.dateMask
      return TrendChart(
        days: days.map { day in
          TrendChart.Day(
            day: day.day, title: day.day.title(today: book.today, mask: mask),
            axis: "\(day.day.day)/\(day.day.month)", income: book.shown(day.income, currency, .income),
            expense: book.shown(day.expense, currency, .expense),
            journal: JournalQuery(account: account, period: PeriodChoice(.day, on: day.day)))
        }, currency: currency?.symbol ?? "")
    }
  }

  // MARK: Newest rows

  /// The newest rows, by date and time. The file's own order may leave the time out, so the whole day of the
  /// last one is looked at.
  @concurrent func rows() async -> Result<[JournalRow], LedgerError> {
    await attempt { () async throws(LedgerError) in
      let labels = try book.labels.get()
      var filter = JournalFilter()
      (filter.accountID, filter.range) = (account.account, range)
      if let type = query.type { filter.types = [type] }
      var pages: [JournalPage] = []
      var rows: [Transaction] = []
      repeat {
        let page = try await book.session.journal(
          filter, after: pages.last?.next, limit: Self.recentPageRows)
        pages.append(page)
        rows += page.rows
      } while pages.last?.next != nil && pages.count < Self.recentPagesMax && isCut(rows)
      let newest = rows.sorted { JournalDay.isNewer($0, $1, byTime: true) }.prefix(Self.recentMax)
      let splits = Dictionary(grouping: pages.flatMap(\.splits)) { $0.parentID }
      let own = newest.flatMap { splits[$0.id] ?? [] }
      let marks = try await book.session.marks(of: JournalPage(rows: Array(newest), splits: own, next: nil))
      let text = JournalRowText(book: book, labels: labels, account: account.account)
      return newest.map { text.row($0, parts: splits[$0.id] ?? [], marks: marks, balance: nil) }
    }
  }

  /// Whether rows of the day of the last wanted one may be missing.
  private func isCut(_ rows: [Transaction]) -> Bool {
    guard rows.count >= Self.recentMax else { return true }
    return rows[Self.recentMax - 1].entry.date.dateText == rows.last?.entry.date.dateText
  }

  func recent(_ rows: [JournalRow], count: Int?) -> RecentRows {
    var journal = JournalQuery(account: account, period: period)
    if let type = query.type { journal.types = [type] }
    return RecentRows(rows: rows, count: query.type == nil ? count : nil, journal: journal)
  }

  private func attempt<Value: Sendable>(
    _ body: () async throws(LedgerError) -> Value
  ) async -> Result<Value, LedgerError> {
    do throws(LedgerError) { return .success(try await body()) } catch { return .failure(error) }
  }

  static let recentMax = 7
  private static let recentPageRows = 50
  private static let recentPagesMax = 8
  private static let trendDaysMax = 14
}
