import Ledger
import Text

/// What a journal asks the file, and how the rows are shown: whole days, at least `pageRows` rows where there
/// are so many. Source: money 5.2.
struct JournalLoading: Sendable {
  let book: MoneyBook
  let query: JournalQuery
  let account: AccountChoice
  let period: PeriodChoice

  /// How many rows a page has at least.
  static let pageRows = 50
  /// How many rows a page has at most: a day with more is cut.
  static let pageRowsMax = 400

  /// Names a state of a file in ids of elements.
  static func state(_ stamp: LoadStamp) -> String { "\(stamp.session)-\(stamp.change)" }

  /// A page of rows after a place. `balance` is the one before the row of the place.
  @concurrent func rows(
    after place: JournalPlace?, state: String, balance: ExactDecimal?
  ) async -> Result<JournalRows, LedgerError> {
    do throws(LedgerError) {
      return .success(try await page(after: place, state: state, balance: balance))
    } catch {
      return .failure(error)
    }
  }

  private func page(
    after place: JournalPlace?, state: String, balance: ExactDecimal?
  ) async throws(LedgerError) -> JournalRows {
    let labels = try book.labels.get()
    let filter = filter(labels)
    var page = JournalPage(rows: [], splits: [], next: nil)
    if query.kind != .scheduled, let filter { page = try await wholeDays(filter, after: place) }
    let schedules = try schedules(filter, labels, from: place, to: page.next)
    let marks = try await book.session.marks(of: page)
    var last = balance
    if place == nil, let filter, filter.hasRunningBalance, let account = filter.accountID, !page.rows.isEmpty
    {
      last = try await book.session.balances(upTo: filter.range?.upperBound).balance(of: account)?.total
        .decimal
    }
    let balances = account.account.flatMap { account in
      last.map { RunningBalance.after(page.rows, on: account, last: $0) }
    }
    let text = JournalRowText(book: book, labels: labels, account: account.account)
    let splits = Dictionary(grouping: page.splits) { $0.parentID }
    var shown: [RecordID<Transaction>: JournalRow] = [:]
    for (index, row) in page.rows.enumerated() {
      shown[row.id] = text.row(row, parts: splits[row.id] ?? [], marks: marks, balance: balances?[index])
    }
    let before = page.rows.last.flatMap { row in
      balances?.last.map { after in account.account.map { after - row.flow(on: $0) } ?? after }
    }
    return JournalRows(
      days: days(page, after: place, shown: shown, schedules: schedules, text),
      earlier: page.next.map { next in
        EarlierQuery(query: explicitQuery, place: next, state: state, balance: before)
      }, state: state)
  }

  /// The query with the account and period that hold, so that it means the same later.
  private var explicitQuery: JournalQuery {
    var explicit = query
    (explicit.account, explicit.period) = (account, period)
    return explicit
  }

  // MARK: Conditions

  /// What is asked of the file; nil where no row can be wanted.
  func filter(_ labels: MoneyBook.Labels) -> JournalFilter? {
    var filter = JournalFilter()
    filter.accountID = account.account
    let choice = period.days(today: book.today)
    if choice.preset != .all { filter.range = book.range(choice) }
    if query.kind == .future {
      guard let tomorrow = book.today.adding(days: 1) else { return nil }
      let (first, last) = (filter.range?.lowerBound ?? .first, filter.range?.upperBound ?? .last)
      guard max(first, tomorrow) <= last else { return nil }
      filter.range = max(first, tomorrow)...last
    }
    (filter.types, filter.statuses, filter.payeeID, filter.tagID) =
      (query.types, query.statuses, query.payee, query.tag)
    if let category = query.category {
      filter.categories =
        query.isOnlyThisCategory ? [category] : labels.tree.withDescendants(of: category).union([category])
    }
    filter.amounts = amounts
    (filter.needsAttachment, filter.showsDeleted) = (query.needsAttachment, query.showsDeleted)
    filter.text = query.text
    return filter
  }

  /// The range of amounts; one that cannot be read is no limit.
  private var amounts: ClosedRange<ExactDecimal>? {
    let format = book.currency(of: account)?.format ?? .plain
    let least = query.minimum.isEmpty ? nil : format.amount(query.minimum)?.magnitude
    let greatest = query.maximum.isEmpty ? nil : format.amount(query.maximum)?.magnitude
    guard least != nil || greatest != nil else { return nil }
    let (low, high) = (least ?? .zero, greatest ?? Self.amountMax)
    return low <= high ? low...high : high...low
  }

  /// Beyond every amount of a file.
  private static let amountMax = ExactDecimal(Int64.max) * ExactDecimal(1_000_000)

  // MARK: Rows

  private func wholeDays(
    _ filter: JournalFilter, after place: JournalPlace?
  ) async throws(LedgerError) -> JournalPage {
    let first = try await book.session.journal(filter, after: place, limit: Self.pageRows)
    guard let last = first.rows.last?.entry.date.dateText, var next = first.next else { return first }
    var (rows, splits) = (first.rows, first.splits)
    while rows.count < Self.pageRowsMax {
      let more = try await book.session.journal(filter, after: next, limit: Self.pageRows)
      let same = more.rows.prefix { $0.entry.date.dateText == last }
      rows += same
      let ids = Set(same.map(\.id))
      splits += more.splits.filter { $0.parentID.map(ids.contains) ?? false }
      if let end = same.last { next = JournalPlace(end) }
      guard same.count == more.rows.count, more.next != nil else {
        let isEnd = same.count == more.rows.count
        return JournalPage(rows: rows, splits: splits, next: isEnd ? nil : next)
      }
    }
    return JournalPage(rows: rows, splits: splits, next: next)
  }

  private func days(
    _ page: JournalPage, after place: JournalPlace?, shown: [RecordID<Transaction>: JournalRow],
    schedules: [Schedule], _ text: JournalRowText
  ) -> [JournalRows.Day] {
    let rules = JournalRules(accounts: book.accounts, splits: [], rates: book.rates)
    let cut = [place?.date.dateText, page.next?.date.dateText].compactMap { $0 }
    let isCutAtEnd = page.rows.count >= Self.pageRowsMax
    let grouped = JournalDay.grouped(
      page.rows, account: account.account, byTime: book.settings.ordersByTime, rules: rules)
    var days = grouped.enumerated().map { index, day in
      let isCut = cut.contains { $0 == day.dateText } && (index == 0 && place != nil || isCutAtEnd)
      return JournalRows.Day(
        id: day.day?.description ?? "unread-\(day.rows.first?.id.rawValue ?? 0)",
        title: title(day.day, day.dateText),
        total: isCut ? nil : book.balance(day.total, book.currency(of: account)),
        rows: day.rows.compactMap { shown[$0.id] })
    }
    let scheduled = try? book.scheduled.get()
    let parts: [RecordID<Schedule>?: [Split<Schedule>]] =
      Dictionary(grouping: scheduled?.splits ?? []) { $0.parentID }
    for schedule in schedules {
      guard let day = schedule.entry.date.day else { continue }
      let row = text.row(schedule, parts: parts[schedule.id] ?? [], marks: scheduled?.marks)
      if let index = days.firstIndex(where: { $0.id == day.description }) {
        let old = days[index]
        days[index] = .init(id: old.id, title: old.title, total: old.total, rows: [row] + old.rows)
      } else {
        let index = days.firstIndex { CalendarDate($0.id).map { $0 < day } ?? true } ?? days.endIndex
        days.insert(.init(id: day.description, title: title(day, ""), total: nil, rows: [row]), at: index)
      }
    }
    return days
  }

  private func title(_ day: CalendarDate?, _ stored: String) -> String {
    if let day { return day.title(today: book.today, mask: book.settings.dateMask) }
    let text = Text.displayName(stored)
    return text.isEmpty ? "Without a date" : text
  }

  // MARK: Schedules

  /// The schedules whose posting date lies between two places of the list, the latest last: a schedule stands
  /// above the rows of its day. None in the trash, where only rows are.
  private func schedules(
    _ filter: JournalFilter?, _ labels: MoneyBook.Labels, from place: JournalPlace?, to end: JournalPlace?
  ) throws(LedgerError) -> [Schedule] {
    guard let filter, query.kind == .all || query.kind == .scheduled, !filter.showsDeleted else { return [] }
    let scheduled = try book.scheduled.get()
    let parts: [RecordID<Schedule>?: [Split<Schedule>]] = Dictionary(grouping: scheduled.splits) {
      $0.parentID
    }
    var plain = filter
    plain.text = ""
    return scheduled.schedules.filter { schedule in
      guard schedule.entry.status.code != .void, let day = schedule.entry.date.day?.description else {
        return false
      }
      if let place, day >= String(place.date.dateText) { return false }
      if let end, day < String(end.date.dateText) { return false }
      let row = Transaction(id: RecordID(schedule.id.rawValue), entry: schedule.entry)
      let own = (parts[schedule.id] ?? []).map { part in
        var split = Split<Transaction>(id: RecordID(part.id.rawValue))
        (split.parentID, split.categoryID, split.amount, split.notes) =
          (row.id, part.categoryID, part.amount, part.notes)
        return split
      }
      let tags = scheduled.marks.tags(of: row.id)
      return plain.accepts(row, splits: own, marks: scheduled.marks, search: nil)
        && (filter.text.isEmpty || labels.search.finds(filter.text, in: row, splits: own, tags: tags))
    }.sorted { ($0.entry.date, $0.id) < ($1.entry.date, $1.id) }
  }
}
