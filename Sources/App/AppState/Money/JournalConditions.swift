import Ledger

/// The filter of a journal as a form shows it. Source: money 5.2.
struct JournalConditions {
  let query: JournalQuery
  let account: AccountChoice
  let period: PeriodChoice
  /// Nil while the lists are on their way: the form then has fewer choices.
  let book: MoneyBook?
  let today: CalendarDate

  /// The most entries one menu has; in a file with more of them text finds the rest.
  static let menuMax = 2_000

  var choices: JournalChoices {
    let labels = book.flatMap { try? $0.labels.get() }
    let choice = period.days(today: today)
    let range = book?.range(choice) ?? choice.range()
    let label = PeriodWords.label(choice, range: range, today: today)
    let filter = labels.flatMap { labels in loading?.filter(labels) }
    return JournalChoices(
      query: explicit, title: accountTitle, currency: book?.currency(of: account)?.symbol ?? "",
      periodLabel: label, days: choice.preset == .all ? nil : range, kinds: kinds, accounts: accounts,
      periods: periods, types: types, statuses: statuses,
      categories: entries(labels?.categories ?? [], query.category),
      payees: entries(labels?.payees ?? [], query.payee), tags: entries(labels?.tags ?? [], query.tag),
      active: active(label, labels), clear: JournalQuery(account: .all, period: PeriodChoice(.all)),
      hasBalance: query.kind != .scheduled && filter?.hasRunningBalance ?? false)
  }

  private var loading: JournalLoading? {
    book.map { JournalLoading(book: $0, query: query, account: account, period: period) }
  }

  private var explicit: JournalQuery {
    var explicit = query
    (explicit.account, explicit.period) = (account, period)
    return explicit
  }

  private var accountTitle: String {
    account == .all ? "All accounts" : book?.accountName(account.account) ?? ""
  }

  private func entries<Record>(
    _ all: [(id: RecordID<Record>, name: String)], _ chosen: RecordID<Record>?
  ) -> [MenuChoice<String>] {
    all.prefix(Self.menuMax).map { id, name in
      MenuChoice(title: name, value: id.description, isChosen: id == chosen)
    }
  }

  // MARK: Menus

  private var kinds: [MenuChoice<String>] {
    JournalQuery.Kind.allCases.map {
      MenuChoice(title: Self.title($0), value: $0.rawValue, isChosen: query.kind == $0)
    }
  }

  private static func title(_ kind: JournalQuery.Kind) -> String {
    switch kind {
    case .all: "Everything"
    case .transactions: "Transactions"
    case .future: "Future"
    case .scheduled: "Scheduled"
    }
  }

  private var accounts: [MenuChoice<String>] {
    let all = MenuChoice(title: "All accounts", value: AccountChoice.all.text, isChosen: account == .all)
    return [all] + entries(MoneyBook.byName((book?.accounts ?? []).map { ($0.id, $0.name) }), account.account)
  }

  private var periods: [MenuChoice<String>] {
    let offered = PeriodWords.offered.map { preset, title in
      let word = PeriodChoice(preset).word
      return MenuChoice(title: title, value: word, isChosen: word == period.word)
    }
    guard !offered.contains(where: \.isChosen) else { return offered }
    let label = PeriodWords.label(
      period.days(today: today), range: book?.range(period.days(today: today)) ?? today...today, today: today)
    return offered + [MenuChoice(title: label, value: period.word, isChosen: true)]
  }

  private var types: [MenuChoice<String>] {
    [TransactionType.withdrawal, .deposit, .transfer].map {
      MenuChoice(title: $0.storedText, value: QueryWords.word($0), isChosen: query.types.contains($0))
    }
  }

  private var statuses: [MenuChoice<String>] {
    TransactionStatus.allCases.map {
      MenuChoice(
        title: Self.title($0), value: QueryWords.word($0), isChosen: query.statuses.contains($0))
    }
  }

  private static func title(_ status: TransactionStatus) -> String {
    status == .none ? "No status" : QueryWords.title(status)
  }

  // MARK: What holds

  private func active(_ period: String, _ labels: MoneyBook.Labels?) -> [JournalChoices.Active] {
    var active: [JournalChoices.Active] = []
    func add(_ title: String, _ change: (inout JournalQuery) -> Void) {
      var without = explicit
      change(&without)
      active.append(JournalChoices.Active(title: title, without: without))
    }
    if self.period.preset != .all { add(period) { $0.period = PeriodChoice(.all) } }
    if account != .all { add(accountTitle) { $0.account = .all } }
    if query.kind != .all { add(Self.title(query.kind)) { $0.kind = .all } }
    for type in TransactionType.allCases where query.types.contains(type) {
      add(type == .unknown ? "Unknown type" : type.storedText) { $0.types.remove(type) }
    }
    for status in TransactionStatus.allCases where query.statuses.contains(status) {
      add(Self.title(status)) { $0.statuses.remove(status) }
    }
    if let id = query.category {
      let only = query.isOnlyThisCategory ? " only" : ""
      add((labels?.names.category(id) ?? "Category") + only) {
        ($0.category, $0.isOnlyThisCategory) = (nil, false)
      }
    }
    if let id = query.payee { add(labels?.names.payee(id) ?? "Payee") { $0.payee = nil } }
    if let id = query.tag {
      add(labels.map { $0.tagNames[id] ?? BookNames.unknown } ?? "Tag") { $0.tag = nil }
    }
    if !query.minimum.isEmpty { add("From " + query.minimum) { $0.minimum = "" } }
    if !query.maximum.isEmpty { add("Up to " + query.maximum) { $0.maximum = "" } }
    if query.needsAttachment { add("With attachment") { $0.needsAttachment = false } }
    if query.showsDeleted { add("Deleted") { $0.showsDeleted = false } }
    if !query.text.isEmpty { add("“\(query.text)”") { $0.text = "" } }
    return active
  }
}
