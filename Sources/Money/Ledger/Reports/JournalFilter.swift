/// Which rows of the journal are wanted; everything left out is no condition. Source: money 5.2.
public struct JournalFilter: Sendable, Hashable {
  /// Rows of this account, as source or target.
  public var accountID: RecordID<Account>?
  /// Rows of these days.
  public var range: ClosedRange<CalendarDate>?
  /// Rows of these types; empty for all.
  public var types: Set<TransactionType> = []
  /// Rows of these statuses; empty for all.
  public var statuses: Set<TransactionStatus> = []
  /// Rows, or parts, of these categories; empty for all.
  public var categories: Set<RecordID<Category>> = []
  /// Rows of this payee.
  public var payeeID: RecordID<Payee>?
  /// Rows whose amount, without sign, lies here.
  public var amounts: ClosedRange<ExactDecimal>?
  /// Rows, or parts, with this tag.
  public var tagID: RecordID<Tag>?
  /// Only rows with an attachment.
  public var needsAttachment = false
  /// Rows in the trash instead of those that live.
  public var showsDeleted = false
  /// Text that must be found, see `JournalSearch`.
  public var text = ""

  /// No condition: all rows that live.
  public init() {}

  /// Whether the row is wanted. `splits` are the row's own; a condition on what is not given is not met.
  public func accepts(
    _ row: Transaction, splits: [Split<Transaction>], marks: JournalMarks? = nil, search: JournalSearch?
  ) -> Bool {
    let entry = row.entry
    guard row.isDeleted == showsDeleted else { return false }
    if let accountID, !JournalRules.touches(row, accountID) { return false }
    if let range, !entry.date.isWithin(range) { return false }
    if !types.isEmpty, !types.contains(entry.type.code) { return false }
    if !statuses.isEmpty, !statuses.contains(entry.status.code) { return false }
    if let payeeID, entry.payeeID != payeeID { return false }
    if let amounts, !amounts.contains(entry.amount.decimal.magnitude) { return false }
    if !categories.isEmpty {
      let own = splits.isEmpty ? [entry.categoryID] : splits.map(\.categoryID)
      if !own.contains(where: { $0.map(categories.contains) ?? false }) { return false }
    }
    if let tagID, !(marks?.tags(of: row.id).contains(tagID) ?? false) { return false }
    if needsAttachment, !(marks?.hasAttachment(row.id) ?? false) { return false }
    return text.isEmpty || (search?.finds(text, in: row) ?? false)
  }

  /// Whether rows of the list have a running balance: one account, and nothing left out but by date.
  public var hasRunningBalance: Bool {
    var other = self
    (other.accountID, other.range) = (nil, nil)
    return accountID != nil && other == JournalFilter()
  }
}

/// The rows of one day in the journal, newest first. Source: money 5.2, 2.11.
public struct JournalDay: Sendable, Hashable {
  /// The date as stored; rows of unreadable days stand under their text.
  public let dateText: String
  /// The day; nil when it cannot be read.
  public let day: CalendarDate?
  /// The rows, newest first.
  public let rows: [Transaction]
  /// What the day's rows that count add up to: flows of the chosen account in its currency, else deposits
  /// minus withdrawals in base currency.
  public let total: ExactDecimal

  /// The rows by day, newest day first; by date, or date and time, then id.
  public static func grouped(
    _ rows: some Sequence<Transaction>, account: RecordID<Account>? = nil, byTime: Bool = false,
    rules: JournalRules
  ) -> [JournalDay] {
    let sorted = rows.sorted { isNewer($0, $1, byTime: byTime) }
    var days: [JournalDay] = []
    var start = 0
    while start < sorted.count {
      let dateText = sorted[start].entry.date.dateText
      let end = sorted[start...].firstIndex { $0.entry.date.dateText != dateText } ?? sorted.count
      let members = Array(sorted[start..<end])
      days.append(
        JournalDay(
          dateText: String(dateText), day: CalendarDate(dateText), rows: members,
          total: members.map { amount(of: $0, account: account, rules: rules) }.sum()))
      start = end
    }
    return days
  }

  /// The order of the journal: by date (and time, if wanted), then id, the newest first.
  public static func isNewer(_ left: Transaction, _ right: Transaction, byTime: Bool = false) -> Bool {
    // By text: no date and an empty one are the same here, and the order is total.
    let (a, b) =
      byTime
      ? (DayText(left.entry.date.text), DayText(right.entry.date.text))
      : (DayText(String(left.entry.date.dateText)), DayText(String(right.entry.date.dateText)))
    return (a, left.id) > (b, right.id)
  }

  private static func amount(
    of row: Transaction, account: RecordID<Account>?, rules: JournalRules
  ) -> ExactDecimal {
    guard row.counts else { return .zero }
    if let account { return row.flow(on: account) }
    guard rules.account(row.entry.accountID) != nil else { return .zero }
    switch row.entry.type.code {
    case .deposit: return row.entry.amount.decimal * rules.rate(of: row)
    case .withdrawal: return -(row.entry.amount.decimal * rules.rate(of: row))
    case .transfer, .unknown: return .zero
    }
  }
}

/// The balance of one account after each of its rows. Source: money 5.2.
public enum RunningBalance {
  /// Rows of one account, newest first as the journal shows them, with the balance after each; `last` is the
  /// balance after the newest.
  public static func after(
    _ newestFirst: [Transaction], on account: RecordID<Account>, last: ExactDecimal
  ) -> [ExactDecimal] {
    var balance = last
    return newestFirst.map { row in
      defer { balance -= row.flow(on: account) }
      return balance
    }
  }
}
