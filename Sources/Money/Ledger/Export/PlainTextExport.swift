/// A book as text that ledger, hledger and beancount read, with the same balance for every account.
///
/// Every row that counts becomes one transaction, its parts postings of it; initial balances are posted from
/// `Equity` on the account's first day. Withdrawals go to `Expenses`, deposits come from `Income`, by full
/// category. Transfers between currencies carry their total price. Source: money 7.5.
public struct PlainTextExport: Sendable {
  /// For which program.
  public enum Dialect: Sendable, Hashable, CaseIterable {
    case ledger, hledger, beancount
  }

  /// The text, one directive a paragraph, ordered by day.
  public let text: String
  /// Rows that count and could not be written: of missing accounts, unreadable days, unknown types or
  /// amounts that do not fit.
  public let leftOut: [RecordID<Transaction>]

  /// Writes a whole book.
  public init(_ book: Book, dialect: Dialect) {
    let names = PostingNames(book, isStrict: dialect == .beancount)
    let rules = JournalRules(book)
    var leftOut: [RecordID<Transaction>] = []
    var entries: [PostedEntry] = []
    for row in book.transactions where row.counts && !row.entry.isRevaluation {
      if let entry = PostedEntry(row, names: names, rules: rules) {
        entries.append(entry)
      } else {
        leftOut.append(row.id)
      }
    }
    let days = Self.firstDays(of: book)
    for account in book.accounts {
      entries +=
        PostedEntry(opening: account, on: days[account.id] ?? .first, names: names).map { [$0] } ?? []
    }
    entries.sort { ($0.day, $0.id) < ($1.day, $1.id) }
    var paragraphs = entries.map { $0.text(dialect) }
    if dialect == .beancount {
      let first = entries.first?.day ?? .first
      let accounts = Set(entries.flatMap { $0.postings.map(\.account) }).sorted()
      paragraphs.insert(accounts.map { "\(first) open \($0)" }.joined(separator: "\n"), at: 0)
      paragraphs.insert(Self.tolerance, at: 0)
    }
    text = paragraphs.filter { !$0.isEmpty }.map { $0 + "\n" }.joined(separator: "\n")
    self.leftOut = leftOut.sorted()
  }

  /// Beancount turns a total price into one of a unit, which rounds in its 28th digit, and allows amounts
  /// without a fraction nothing at all.
  private static let tolerance = "option \"inferred_tolerance_default\" \"*:0.0000001\""

  /// The day each account's initial balance is posted on: its own, or the day of an older row.
  private static func firstDays(of book: Book) -> [RecordID<Account>: CalendarDate] {
    var days: [RecordID<Account>: CalendarDate] = [:]
    for account in book.accounts { days[account.id] = account.initialDate.day }
    for row in book.transactions where row.counts {
      guard let day = row.entry.date.day else { continue }
      for id in row.entry.touchedAccounts { days[id] = min(days[id] ?? day, day) }
    }
    return days
  }
}

/// One transaction with its postings, which add up to nothing in each currency.
struct PostedEntry {
  struct Posting {
    let account: String
    let amount: ExactDecimal
    let unit: String
    var price: (amount: ExactDecimal, unit: String)?
  }

  let day: CalendarDate
  /// The row's id; 0 for initial balances, which come first on their day.
  let id: Int64
  let status: TransactionStatus
  let number: String
  let payee: String
  let notes: String
  private(set) var postings: [Posting] = []

  /// A row; nil when it cannot be written.
  init?(_ row: Transaction, names: PostingNames, rules: JournalRules) {
    let entry = row.entry
    guard let day = entry.date.day, let source = names.account(entry.accountID) else { return nil }
    (self.day, id, status) = (day, row.id.rawValue, entry.status.code)
    (number, notes) = (entry.number, entry.notes)
    let amount = entry.amount.decimal
    switch entry.type.code {
    case .unknown: return nil
    case .transfer:
      guard let target = names.account(entry.toAccountID) else { return nil }
      payee = "Transfer"
      let arrives = entry.toAmount.decimal
      var posting = Posting(account: source.name, amount: -amount, unit: source.unit)
      if source.unit != target.unit { posting.price = (arrives, target.unit) }
      postings = [posting, Posting(account: target.name, amount: arrives, unit: target.unit)]
      if source.unit == target.unit { balance(amount - arrives, in: source.unit, names) }
    case .deposit, .withdrawal:
      payee = names.payee(entry.payeeID)
      let isDeposit = entry.type.code == .deposit
      postings = [Posting(account: source.name, amount: isDeposit ? amount : -amount, unit: source.unit)]
      for part in rules.parts(of: row) {
        postings.append(
          Posting(
            account: names.category(part.category, isIncome: isDeposit),
            amount: isDeposit ? -part.amount : part.amount, unit: source.unit))
      }
      balance(-postings.map(\.amount).sum(), in: source.unit, names)
    }
    if postings.contains(where: { $0.amount.isOutOfRange || ($0.price?.amount.isOutOfRange ?? false) }) {
      return nil
    }
  }

  /// An account's initial balance; nil when it is 0 or does not fit.
  init?(opening account: Account, on day: CalendarDate, names: PostingNames) {
    let amount = account.initialBalance.decimal
    guard !amount.isZero, !amount.isOutOfRange, let target = names.account(account.id) else { return nil }
    (self.day, id, status) = (day, 0, .reconciled)
    (number, payee, notes) = ("", "Opening balance", "")
    postings = [
      Posting(account: target.name, amount: amount, unit: target.unit),
      Posting(account: names.opening, amount: -amount, unit: target.unit),
    ]
  }

  /// Posts what does not add up, so that no amount of an account changes.
  private mutating func balance(_ rest: ExactDecimal, in unit: String, _ names: PostingNames) {
    guard !rest.isZero else { return }
    postings.append(Posting(account: names.difference, amount: rest, unit: unit))
  }

  func text(_ dialect: PlainTextExport.Dialect) -> String {
    var lines: [String] = []
    switch dialect {
    case .beancount:
      let flag = status == .followUp ? "!" : "*"
      lines.append("\(day) \(flag) \(Self.quoted(payee)) \(Self.quoted(notes))")
      if id != 0 { lines.append("  id: \(Self.quoted(String(id)))") }
      if !number.isEmpty { lines.append("  number: \(Self.quoted(number))") }
    case .ledger, .hledger:
      let flag =
        switch status {
        case .reconciled: "* "
        case .followUp: "! "
        case .none, .duplicate, .void: ""
        }
      let code = number.isEmpty ? "" : "(\(Self.plain(number, without: "()"))) "
      lines.append("\(day) \(flag)\(code)\(Self.plain(payee, without: ";|"))")
      if !notes.isEmpty { lines.append("    ; \(Self.plain(notes, without: ""))") }
      if id != 0 { lines.append("    ; id: \(id)") }
    }
    for posting in postings {
      let price = posting.price.map { " @@ \($0.amount.magnitude) \($0.unit)" } ?? ""
      lines.append("    \(posting.account)  \(posting.amount) \(posting.unit)\(price)")
    }
    return lines.joined(separator: "\n")
  }

  /// One line, without the given characters.
  private static func plain(_ text: String, without characters: String) -> String {
    text.reduce(into: "") { line, character in
      line.append(character.isNewline || characters.contains(character) ? " " : character)
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = plain(text, without: "").reduce(into: "") { text, character in
      text += character == "\"" || character == "\\" ? "\\\(character)" : String(character)
    }
    return "\"\(escaped)\""
  }
}
