import AppState
import Ledger
import StrictJSON

extension MoneyReading {
  /// `tern money report`.
  func report() async throws {
    switch request.report {
    case .overview: try await overview()
    case .categories: try await categories()
    case .income: try await income()
    case .months: try await months()
    }
  }

  /// The key figures of a range, this month's without one.
  private func overview() async throws {
    let ledger = try await OpenedLedger(session, [.rates])
    let choice = try ledger.days.choice(request.days) ?? DateChoice(.month, around: ledger.days.today)
    let (range, today) = (ledger.days.range(choice), ledger.days.today)
    let holdings = try await Holdings(session)
    let worth = try await holdings.netWorth(on: min(range.upperBound, today), ledger)
    var previous: NetWorth?
    if let before = choice.previous {
      previous = try await holdings.netWorth(on: ledger.days.range(before).upperBound, ledger)
    }
    let figures = KeyFigures(
      flow: try await session.incomeAndExpense(within: range, account: nil), netWorth: worth.total,
      previousNetWorth: previous?.total, range: range, today: today)
    let due = ScheduleBucket.grouped(try await session.rows(of: Schedule.self), today: today)
    func count(_ bucket: ScheduleBucket) -> Int { due.first { $0.bucket == bucket }?.schedules.count ?? 0 }
    if isJSON {
      func amount(_ amount: ExactDecimal?) -> JSONValue {
        .text(amount.map { AmountText.plain($0, ledger.base) })
      }
      let json = JSONValue.row([
        "from": .string(range.lowerBound.description), "to": .string(range.upperBound.description),
        "currency": .text(ledger.base?.symbol), "netWorth": amount(figures.netWorth),
        "previousNetWorth": amount(figures.previousNetWorth),
        "changePercent": .text(figures.changePercent?.text(digits: 1)),
        "income": amount(figures.flow.income), "expense": amount(figures.flow.expense),
        "dailyAverage": amount(figures.dailyAverage), "rows": .integer(Int64(figures.flow.rows)),
        "overdue": .integer(Int64(count(.overdue))), "dueToday": .integer(Int64(count(.dueToday))),
        "dueSoon": .integer(Int64(count(.dueSoon))),
      ])
      return try output.line(json.serialized())
    }
    let mask = ledger.settings.dateMask
    func shown(_ amount: ExactDecimal) -> String { AmountText.shown(amount, ledger.base) }
    var rows = [
      ["Net worth", shown(figures.netWorth)], ["Income", shown(figures.flow.income)],
      ["Expense", shown(figures.flow.expense)],
    ]
    if let change = figures.changePercent { rows.insert(["Change", change.text(digits: 1) + " %"], at: 1) }
    if let average = figures.dailyAverage { rows.append(["Expense a day", shown(average)]) }
    rows.append(["Rows", "\(figures.flow.rows)"])
    rows.append(["Scheduled, overdue", "\(count(.overdue))"])
    rows.append(["Scheduled, within 7 days", "\(count(.dueToday) + count(.dueSoon))"])
    let title = "\(mask.text(range.lowerBound)) to \(mask.text(range.upperBound))"
    try print([.init(title: title), .init(title: "", isRight: true)], rows, empty: "")
  }

  /// Deposits minus withdrawals of each category, in base currency by the rates of each row's day.
  private func categories() async throws {
    let ledger = try await OpenedLedger(session, [.categories])
    let range = try ledger.days.choice(request.days).map(ledger.days.range)
    let totals = try await session.categoryTotals(within: range ?? CalendarDate.first...CalendarDate.last)
    let order = CategoryTree(ledger.book.categories).ordered.map { RecordID?.some($0.category.id) }
    let known = Set(order)
    let missing = totals.keys.filter { $0 != nil && !known.contains($0) }.sorted {
      ($0?.rawValue ?? 0) < ($1?.rawValue ?? 0)
    }
    let ids = (order + missing + [nil]).filter { totals[$0] != nil }
    let rows = ids.map { ($0, totals[$0] ?? .zero) }
    if isJSON {
      return try output.array(
        rows.map { id, amount in
          .row([
            "categoryID": .id(id), "category": .string(ledger.names.category(id)),
            "currency": .text(ledger.base?.symbol), "amount": .string(AmountText.plain(amount, ledger.base)),
          ])
        })
    }
    let sums = BudgetProgress.totals(rows.map(\.1))
    var cells = rows.map { id, amount in
      [id == nil ? "(no category)" : ledger.names.category(id), AmountText.shown(amount, ledger.base)]
    }
    if !cells.isEmpty {
      cells.append(["Income", AmountText.shown(sums.income, ledger.base)])
      cells.append(["Expense", AmountText.shown(sums.expense, ledger.base)])
      cells.append(["Together", AmountText.shown(sums.income + sums.expense, ledger.base)])
    }
    try print(
      [.init(title: "Category", columnsMax: 60), .init(title: "Amount", isRight: true)], cells,
      empty: "Nothing was earned or spent in these days.")
  }

  /// The most months of one list.
  private static let monthsMax = 1_200

  /// Income and expense of each month, this year's without a range.
  private func income() async throws {
    let ledger = try await OpenedLedger(session)
    let choice = try ledger.days.choice(request.days) ?? DateChoice(.year, around: ledger.days.today)
    let range = ledger.days.range(choice)
    var rows: [(month: CalendarDate, flow: IncomeAndExpense)] = []
    var start: CalendarDate? = range.lowerBound
    while let first = start, first <= range.upperBound {
      guard rows.count < Self.monthsMax else {
        throw CommandRefusal("These are more than \(Self.monthsMax) months. Give a shorter range: --in 2025")
      }
      let month = first...min(first.endOfMonth, range.upperBound)
      rows.append((first.startOfMonth, try await session.incomeAndExpense(within: month, account: nil)))
      start = first.startOfMonth.adding(months: 1)
    }
    if isJSON {
      return try output.array(
        rows.map { month, flow in
          .row([
            "month": .string(String(month.description.prefix(7))), "currency": .text(ledger.base?.symbol),
            "income": .string(AmountText.plain(flow.income, ledger.base)),
            "expense": .string(AmountText.plain(flow.expense, ledger.base)),
          ])
        })
    }
    func cells(_ title: String, _ income: ExactDecimal, _ expense: ExactDecimal) -> [String] {
      [title] + [income, -expense, income - expense].map { AmountText.shown($0, ledger.base) }
    }
    let sums = (rows.map(\.flow.income).sum(), rows.map(\.flow.expense).sum())
    try print(
      [
        .init(title: "Month"), .init(title: "Income", isRight: true), .init(title: "Expense", isRight: true),
        .init(title: "Together", isRight: true),
      ],
      rows.map { cells(String($0.month.description.prefix(7)), $0.flow.income, $0.flow.expense) }
        + [cells("All", sums.0, sums.1)], empty: "")
  }

  /// Deposits minus withdrawals of each category in each month, every currency by itself: nothing converted,
  /// nothing rounded.
  private func months() async throws {
    let ledger = try await OpenedLedger(session, [.categories])
    let range = try ledger.days.choice(request.days).map(ledger.days.range)
    let totals = try await session.monthTotals(within: range ?? CalendarDate.first...CalendarDate.last)
    if isJSON {
      for (index, total) in totals.enumerated() {
        let currency = ledger.currency(total.currency)
        let json = JSONValue.row([
          "month": .text(total.month.map { String($0.description.prefix(7)) }),
          "categoryID": .id(total.category),
          "category": .string(ledger.names.category(total.category)), "currency": .text(currency?.symbol),
          "amount": .string(AmountText.plain(total.amount, currency)),
        ])
        try output.json(json, after: index == 0 ? "[" : ",\n")
      }
      return try output.line(totals.isEmpty ? "[]" : "]")
    }
    let cells = totals.map { total in
      [
        total.month.map { String($0.description.prefix(7)) } ?? "(no day)",
        total.category == nil ? "(no category)" : ledger.names.category(total.category),
        AmountText.shown(total.amount, ledger.currency(total.currency)),
        ledger.currency(total.currency)?.symbol ?? "",
      ]
    }
    try print(
      [
        .init(title: "Month"), .init(title: "Category", columnsMax: 60),
        .init(title: "Amount", isRight: true), .init(title: ""),
      ], cells, empty: "Nothing was earned or spent in these days.")
  }
}
