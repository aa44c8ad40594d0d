import Ledger
import StrictJSON

extension MoneyReading {
  /// `tern money scheduled`: what comes again, the nearest first; with `--to` every time up to a day.
  func scheduled() async throws {
    let ledger = try await OpenedLedger(session, [.payees, .categories])
    let today = try ledger.days.on(request.days) ?? ledger.days.today
    var end: CalendarDate?
    if let text = request.days.to { end = try ledger.days.day(text) }
    let groups = ScheduleBucket.grouped(try await session.rows(of: Schedule.self), today: today)
    let rows = groups.flatMap { group in group.schedules.map { (group.bucket, $0) } }
    if isJSON {
      return try output.array(rows.map { json($1, in: $0, through: end, today: today, ledger) })
    }
    let mask = ledger.settings.dateMask
    let lines = rows.flatMap { _, schedule in
      let dates = end.map { schedule.projected(through: $0).dropFirst() } ?? []
      return [cells(schedule, today: today, ledger)]
        + dates.map { ["  " + mask.text($0), "", "", "", "", ""] }
    }
    try print(
      [
        .init(title: "Due"), .init(title: ""), .init(title: "Payee", columnsMax: 30),
        .init(title: "Account", columnsMax: 20), .init(title: "Amount", isRight: true),
        .init(title: "Comes again"),
      ], lines, empty: "Nothing is scheduled.")
  }

  private func cells(_ schedule: Schedule, today: CalendarDate, _ ledger: OpenedLedger) -> [String] {
    let entry = schedule.entry
    let isTransfer = entry.type.code == .transfer
    let amount = entry.type.code == .deposit ? entry.amount.decimal : -entry.amount.decimal
    let due = schedule.due.day
    return [
      due.map(ledger.settings.dateMask.text) ?? "",
      due.map { ScheduleBucket.text(due: $0, today: today) } ?? "",
      isTransfer ? "→ " + ledger.names.account(entry.toAccountID) : ledger.names.payee(entry.payeeID),
      ledger.names.account(entry.accountID),
      AmountText.shown(amount, ledger.names.currency(of: entry.accountID)), schedule.recurrence.words,
    ]
  }

  private func json(
    _ schedule: Schedule, in bucket: ScheduleBucket, through end: CalendarDate?, today: CalendarDate,
    _ ledger: OpenedLedger
  ) -> JSONValue {
    let (entry, recurrence) = (schedule.entry, schedule.recurrence)
    let currency = ledger.names.currency(of: entry.accountID)
    let dates = end.map { schedule.projected(through: $0) } ?? []
    return .row([
      "id": .id(schedule.id), "due": .string(String(schedule.due.dateText)),
      "posting": .string(String(entry.date.dateText)), "bucket": .string("\(bucket)"),
      "days": schedule.due.day.map { .integer(Int64(today.days(to: $0))) } ?? .null,
      "type": .string(entry.type.stored ?? ""), "account": .string(ledger.names.account(entry.accountID)),
      "toAccount": entry.type.code == .transfer
        ? .string(ledger.names.account(entry.toAccountID)) : .null,
      "payee": .string(ledger.names.payee(entry.payeeID)),
      "category": .string(ledger.names.category(entry.categoryID)),
      "amount": .string(AmountText.plain(entry.amount.decimal, currency)),
      "currency": .text(currency?.symbol), "frequency": .string("\(recurrence.frequency)"),
      "mode": .string("\(recurrence.mode)"),
      "occurrences": recurrence.occurrences.map(JSONValue.integer) ?? .null,
      "interval": recurrence.interval.map(JSONValue.integer) ?? .null, "notes": .string(entry.notes),
      "dates": .array(dates.map { .string($0.description) }),
    ])
  }

  /// `tern money budget`: a month, or a year as the sum of its months.
  func budget() async throws {
    let ledger = try await OpenedLedger(session, [.categories])
    let today = try ledger.days.on(request.days) ?? ledger.days.today
    let name = try budgetName(today, ledger)
    guard let span = BudgetSpan(name: name) else {
      throw CommandRefusal("“\(name)” is not a year (2025) or a month (2025-01).")
    }
    let settings = ledger.settings
    let range = span.range(
      yearStart: settings.budgetsFollowFinancialYear ? settings.financialYearStart : .calendar,
      offset: settings.budgetDaysOffset)
    let plan = BudgetPlan(
      year: span.year, periods: try await session.rows(of: BudgetPeriod.self),
      entries: try await session.rows(of: BudgetEntry.self), includesInactive: request.showsInactive)
    var estimates: [RecordID<Category>: ExactDecimal] = [:]
    for id in plan.categories {
      let months = plan.months(of: id, fill: settings.budgetFill)
      estimates[id] = span.month.map { months[$0 - 1] } ?? months.sum()
    }
    let actuals = try await actuals(in: range, estimates, ledger)
    let order = CategoryTree(ledger.book.categories).ordered.map(\.category.id)
    let lines = order.compactMap { id -> BudgetLine? in
      guard let estimate = estimates[id] else { return nil }
      return BudgetLine(
        id: id, progress: BudgetProgress(estimate: estimate, actual: actuals[id] ?? .zero))
    }
    if isJSON { return try output.array(lines.map { $0.json(ledger, range, today) }) }
    try printBudget(lines, name: name, ledger, range, today)
  }

  /// The period asked for; this month without one.
  private func budgetName(_ today: CalendarDate, _ ledger: OpenedLedger) throws(CommandRefusal) -> String {
    switch request.days.within?.lowercased() {
    case nil, "month": return String(today.description.prefix(7))
    case "year": return String(today.description.prefix(4))
    case .some(let name): return name
    }
  }

  /// What happened in each category; transfers too, where the file's settings count them.
  private func actuals(
    in range: ClosedRange<CalendarDate>, _ estimates: [RecordID<Category>: ExactDecimal],
    _ ledger: OpenedLedger
  ) async throws -> [RecordID<Category>?: ExactDecimal] {
    var totals = try await session.categoryTotals(within: range)
    guard ledger.settings.budgetsIncludeTransfers else { return totals }
    let rates = RateBook(
      base: ledger.settings.baseCurrencyID, currencies: ledger.book.currencies,
      history: try await session.rows(of: CurrencyRate.self),
      usesHistory: ledger.settings.usesCurrencyHistory)
    var filter = JournalFilter()
    (filter.range, filter.types) = (range, [.transfer])
    var place: JournalPlace?
    repeat {
      let page = try await session.journal(filter, after: place, limit: JournalPage.rowsMax)
      let rules = JournalRules(accounts: ledger.book.accounts, splits: page.splits, rates: rates)
      let sums = rules.categoryTotals(page.rows, within: range) { category in
        category.flatMap { estimates[$0] }?.isNegative == true ? .minus : .plus
      }
      totals.merge(sums) { $0 + $1 }
      place = page.next
    } while place != nil
    return totals
  }

  private func printBudget(
    _ lines: [BudgetLine], name: String, _ ledger: OpenedLedger, _ range: ClosedRange<CalendarDate>,
    _ today: CalendarDate
  ) throws {
    func shown(_ amount: ExactDecimal) -> String { AmountText.shown(amount, ledger.base) }
    func cells(_ title: String, _ progress: BudgetProgress) -> [String] {
      let percent = progress.fraction.map { ($0 * ExactDecimal(100)).text(digits: 0) + " %" } ?? ""
      return [title] + [progress.estimate, progress.actual, progress.carriedOver].map(shown) + [percent]
    }
    var rows = lines.map { cells(ledger.names.category($0.id), $0.progress) }
    if !rows.isEmpty {
      let planned = BudgetProgress.totals(lines.map(\.progress.estimate))
      let happened = BudgetProgress.totals(lines.map(\.progress.actual))
      rows.append(cells("Income", BudgetProgress(estimate: planned.income, actual: happened.income)))
      rows.append(cells("Expense", BudgetProgress(estimate: planned.expense, actual: happened.expense)))
    }
    try print(
      [
        .init(title: "Budget of \(name)", columnsMax: 60), .init(title: "Planned", isRight: true),
        .init(title: "Happened", isRight: true), .init(title: "Left", isRight: true),
        .init(title: "", isRight: true),
      ], rows, empty: "There is no budget for \(name) in the file.")
  }
}

/// One category of a budget.
struct BudgetLine {
  let id: RecordID<Category>
  let progress: BudgetProgress

  func json(_ ledger: OpenedLedger, _ range: ClosedRange<CalendarDate>, _ today: CalendarDate) -> JSONValue {
    func amount(_ amount: ExactDecimal) -> JSONValue {
      .string(AmountText.plain(amount.rounded(toDigits: 6), ledger.base))
    }
    return .row([
      "categoryID": .id(id), "category": .string(ledger.names.category(id)),
      "from": .string(range.lowerBound.description), "to": .string(range.upperBound.description),
      "currency": .text(ledger.base?.symbol), "estimate": amount(progress.estimate),
      "actual": amount(progress.actual), "left": amount(progress.carriedOver),
      "leftPerDay": progress.remainingPerDay(in: range, today: today).map(amount) ?? .null,
    ])
  }
}
