import Ledger
import Text

/// Turns rows of the file into rows of a page. Source: money 5.2.
struct JournalRowText {
  let book: MoneyBook
  let labels: MoneyBook.Labels
  /// The account the list is about; nil for all.
  let account: RecordID<Account>?

  /// A transaction.
  func row(
    _ row: Transaction, parts: [Split<Transaction>], marks: JournalMarks, balance: ExactDecimal?
  ) -> JournalRow {
    var shown = entry(
      row.entry, id: "t\(row.id)",
      parts: parts.map { ($0.categoryID, $0.amount.decimal, $0.notes) })
    shown.tags = marks.tags(of: row.id).map { labels.tagNames[$0] ?? BookNames.unknown }
    shown.hasAttachment = marks.hasAttachment(row.id)
    shown.isDeleted = row.isDeleted
    shown.isFuture = row.entry.date.day.map { $0 > book.today } ?? false
    shown.balance = balance.map { book.balance($0, book.currency(of: account)) }
    return shown
  }

  /// A schedule, at its posting date.
  func row(_ schedule: Schedule, parts: [Split<Schedule>], marks: JournalMarks? = nil) -> JournalRow {
    var shown = entry(
      schedule.entry, id: "s\(schedule.id)",
      parts: parts.map { ($0.categoryID, $0.amount.decimal, $0.notes) })
    let row = RecordID<Transaction>(schedule.id.rawValue)
    shown.tags = marks?.tags(of: row).map { labels.tagNames[$0] ?? BookNames.unknown } ?? []
    shown.hasAttachment = marks?.hasAttachment(row) ?? false
    shown.isScheduled = true
    shown.isFuture = schedule.due.day.map { $0 > book.today } ?? false
    shown.dueWords = schedule.due.day.map { ScheduleBucket.text(due: $0, today: book.today) }
    return shown
  }

  private func entry(
    _ entry: Entry, id: String, parts: [(RecordID<Category>?, ExactDecimal, String)]
  ) -> JournalRow {
    let kind = kind(entry)
    let own = kind == .transferIn ? entry.toAccountID : entry.accountID
    let currency = book.currency(of: own)
    let amount = amount(entry, kind)
    var row = JournalRow(
      id: id, kind: kind, title: title(entry, kind), account: book.accountName(own),
      date: entry.date.day.map(book.settings.dateMask.text) ?? String(entry.date.dateText),
      amount: book.shown(amount, currency, kind.tone))
    row.category = parts.isEmpty ? labels.names.category(entry.categoryID) : ""
    row.parts = parts.map { category, amount, notes in
      let signed = kind == .deposit || kind == .transferIn ? amount : -amount
      return JournalRow.Part(
        category: labels.names.category(category), amount: book.shown(signed, currency, kind.tone),
        note: Self.firstLine(notes))
    }
    row.time = time(entry.date)
    if let base = book.base, currency?.id != base.id {
      let worth = book.rates.inBase(amount, of: currency?.id, on: entry.date.day)
      row.inBase = book.shown(worth, base, kind.tone)
    }
    row.status = entry.status.code
    row.statusWord = QueryWords.title(entry.status.code)
    row.note = Self.firstLine(entry.notes)
    row.number = Text.displayText(entry.number)
    return row
  }

  private func kind(_ entry: Entry) -> JournalRow.Kind {
    switch entry.type.code {
    case .withdrawal: .withdrawal
    case .deposit: .deposit
    case .transfer where entry.isRevaluation: .revaluation
    case .transfer where account != nil && account == entry.toAccountID: .transferIn
    case .transfer: .transferOut
    case .unknown: .unknown
    }
  }

  private func title(_ entry: Entry, _ kind: JournalRow.Kind) -> String {
    switch kind {
    case .transferOut: "→ " + book.accountName(entry.toAccountID)
    case .transferIn: "← " + book.accountName(entry.accountID)
    case .withdrawal, .deposit, .revaluation, .unknown: labels.names.payee(entry.payeeID)
    }
  }

  private func amount(_ entry: Entry, _ kind: JournalRow.Kind) -> ExactDecimal {
    switch kind {
    case .deposit, .revaluation, .unknown: entry.amount.decimal
    case .transferIn: entry.toAmount.decimal
    case .withdrawal, .transferOut: -entry.amount.decimal
    }
  }

  /// `14:31` of `2026-06-14T14:31:05`; nil without a time, and at midnight, which means none was given.
  private func time(_ date: DayText) -> String? {
    let text = date.timeText.dropFirst().prefix(5)
    guard text.utf8.count == 5, text != "00:00", text.allSatisfy({ $0 == ":" || $0.isASCII && $0.isNumber })
    else { return nil }
    return String(text)
  }

  private static func firstLine(_ notes: String) -> String {
    Text.displayText(String(notes.drop { $0.isNewline }.prefix { !$0.isNewline }.prefix(Self.noteMax)))
  }

  /// The longest piece of notes a row shows.
  private static let noteMax = 240
}

extension JournalRow.Kind {
  /// How an amount of this kind is coloured.
  var tone: ShownAmount.Tone {
    switch self {
    case .deposit: .income
    case .withdrawal: .expense
    case .transferIn, .transferOut, .revaluation, .unknown: .transfer
    }
  }
}
