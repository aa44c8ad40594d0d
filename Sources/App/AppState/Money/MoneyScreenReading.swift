import Ledger

/// Puts together what a page shows, from one look at the domain. Main actor only.
@MainActor struct MoneyScreenReading {
  let domain: MoneyDomain

  private var book: LoadState<MoneyBook> { domain.book }
  private var lists: MoneyLists { domain.lists }
  private var stockValues: [RecordID<Account>: ExactDecimal] { domain.stockValues }
  private var today: CalendarDate { domain.today }

  /// See `MoneyDomain.screen`.
  func screen(_ page: MoneyPageModel) -> MoneyScreen {
    switch domain.state {
    case .closed:
      return MoneyScreen(
        file: .none(FirstUse(recent: domain.recent, problem: domain.problem, newFile: domain.newFile)))
    case .opening(let file):
      return MoneyScreen(file: .opening(file))
    case .open(let session, let facts):
      let wanted = page.choices
      let (account, period) = (domain.account(wanted.account), wanted.period ?? domain.period)
      let file = OpenFile(
        name: facts.path.split(separator: "/").last.map(String.init) ?? facts.path, path: facts.path,
        session: session.number, isReadOnly: !facts.isWritable,
        notices: domain.notices)
      return MoneyScreen(
        file: .open(file), accounts: accounts(account, period), dueCount: scheduled(.all).value?.dueCount,
        content: content(page, account, period))
    }
  }

  private func content(
    _ page: MoneyPageModel, _ account: AccountChoice, _ period: PeriodChoice
  ) -> MoneyScreen.Content {
    switch page {
    case .accounts: .nothing
    case .overview(let model):
      .overview(
        OverviewScreen(
          header: header(model.query, account, period), figures: shown(model.figures),
          trend: shown(model.trend), recent: shown(model.recent), scheduled: scheduled(account)))
    case .journal(let model):
      .journal(
        JournalScreen(
          choices: JournalConditions(
            query: model.query, account: account, period: period, book: book.value, today: today
          ).choices, rows: shown(model.rows)))
    }
  }

  /// A part of a page; where the lists it needs have failed, so has it.
  private func shown<Value>(_ part: LoadState<Value>) -> Shown<Value> {
    if case .failed(let error) = book { return .failed(error.description) }
    return part.shown
  }

  // MARK: Header

  private func header(
    _ query: OverviewQuery, _ account: AccountChoice, _ period: PeriodChoice
  ) -> OverviewHeader {
    let book = book.value
    let choice = period.days(today: today)
    let range = book?.range(choice) ?? choice.range()
    func asking(_ account: AccountChoice, _ period: PeriodChoice) -> OverviewQuery {
      OverviewQuery(account: account, period: period, type: query.type)
    }
    func step(_ steps: Int) -> OverviewQuery? {
      let stepped = choice.stepped(by: steps)
      guard stepped != choice else { return nil }
      let isNow = stepped.anchor == today && stepped.preset == choice.preset
      return asking(account, PeriodChoice(stepped.preset, on: isNow ? nil : stepped.anchor))
    }
    let offered = PeriodWords.offered.map { preset, title in
      MenuChoice(
        title: title, value: asking(account, PeriodChoice(preset)),
        isChosen: PeriodChoice(preset).word == period.word)
    }
    let balances = lists.balances.value
    let open = (book?.accounts ?? []).filter { $0.status.code == .open || $0.id == account.account }
    let menu = MoneyBook.byName(open.map { ($0.id, $0.name) }).map { id, name in
      MenuChoice(
        title: name,
        detail: balances?.balance(of: id).flatMap { balance in
          book.map { $0.balance(balance.total.decimal, $0.currency(of: id)).text }
        }, value: asking(.one(id), period), isChosen: account == .one(id))
    }
    let all = MenuChoice(title: "All accounts", value: asking(.all, period), isChosen: account == .all)
    return OverviewHeader(
      title: account == .all ? all.title : book?.accountName(account.account) ?? "",
      currency: book?.currency(of: account)?.symbol ?? "", accounts: [all] + menu, periods: offered,
      label: PeriodWords.label(choice, range: range, today: today), previous: step(-1), next: step(1),
      days: choice.preset == .all ? nil : range)
  }

  // MARK: Lists

  private func accounts(_ chosen: AccountChoice, _ period: PeriodChoice) -> Shown<AccountList> {
    if case .failed(let error) = book { return .failed(error.description) }
    guard let book = book.value else { return .loading }
    let sheet: BalanceSheet
    switch (lists.balances, lists.holdings) {
    case (.failed(let error), _), (_, .failed(let error)): return .failed(error.description)
    case (.ready(let balances, _), .ready): sheet = balances
    case (.idle, _), (.loading, _), (_, .idle), (_, .loading): return .loading
    }
    let groups = AccountGroup.grouped(book.accounts, on: book.today, rates: book.rates) { account in
      (sheet.balance(of: account.id)?.total.decimal ?? .zero) + (stockValues[account.id] ?? .zero)
    }
    let rows = groups.map { group in
      AccountList.Group(
        title: group.typeName, rows: group.members.map { row($0, book, chosen, period) },
        total: book.balance(group.totalInBase, book.base))
    }
    return .ready(
      AccountList(
        groups: rows, total: book.balance(groups.map(\.totalInBase).sum(), book.base),
        closedCount: book.accounts.count { $0.status.code == .closed }))
  }

  private func row(
    _ member: AccountGroup.Member, _ book: MoneyBook, _ chosen: AccountChoice, _ period: PeriodChoice
  ) -> AccountList.Row {
    let account = member.account
    let currency = book.currency(of: account.id)
    let isForeign = currency?.id != book.base?.id
    return AccountList.Row(
      id: account.id.rawValue, name: account.name, type: account.type.code,
      balance: book.balance(member.amount, currency),
      inBase: isForeign
        ? book.balance(book.rates.inBase(member.amount, of: currency?.id, on: book.today), book.base) : nil,
      isFavorite: account.isFavorite, isChosen: chosen == .one(account.id),
      journal: JournalQuery(account: .one(account.id), period: period))
  }

  private func scheduled(_ chosen: AccountChoice) -> Shown<ScheduledList> {
    if case .failed(let error) = book { return .failed(error.description) }
    guard let book = book.value else { return .loading }
    do throws(LedgerError) {
      let labels = try book.labels.get()
      let all = try book.scheduled.get().schedules.filter { schedule in
        chosen.account.map { schedule.entry.touchedAccounts.contains($0) } ?? true
      }
      let grouped = ScheduleBucket.grouped(all, today: book.today).filter { $0.bucket != .later }
      let text = JournalRowText(book: book, labels: labels, account: chosen.account)
      let buckets = grouped.map { bucket, schedules in
        ScheduledList.Bucket(
          bucket: bucket, title: Self.title(bucket),
          rows: schedules.prefix(ScheduledList.Bucket.rowsMax).map { Self.row($0, text) },
          more: max(0, schedules.count - ScheduledList.Bucket.rowsMax))
      }
      let due = grouped.filter { $0.bucket == .overdue || $0.bucket == .dueToday }
      return .ready(
        ScheduledList(
          buckets: buckets, count: grouped.reduce(0) { $0 + $1.schedules.count },
          dueCount: due.reduce(0) { $0 + $1.schedules.count }))
    } catch {
      return .failed(error.description)
    }
  }

  private static func row(_ schedule: Schedule, _ text: JournalRowText) -> ScheduledList.Row {
    let row = text.row(schedule, parts: [])
    return ScheduledList.Row(
      id: schedule.id.rawValue, title: row.title, account: row.account, dueWords: row.dueWords ?? "",
      due: schedule.due.day.map(text.book.settings.dateMask.text) ?? "", repeats: schedule.recurrence.words,
      amount: row.amount)
  }

  private static func title(_ bucket: ScheduleBucket) -> String {
    switch bucket {
    case .overdue: "Overdue"
    case .dueToday: "Due today"
    case .dueSoon: "Due soon"
    case .upcoming: "Upcoming"
    case .later: "Later"
    }
  }
}
