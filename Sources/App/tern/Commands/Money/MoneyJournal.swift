import Ledger
import StrictJSON

extension MoneyReading {
  /// `tern money journal` and `search`: rows, newest first, page by page.
  func journal() async throws {
    let ledger = try await OpenedLedger(session, [.payees, .categories, .tags])
    let filter = try JournalChoice(request.rows, request.days, ledger).filter()
    var printer = JournalPrinter(ledger: ledger, filter: filter, isJSON: isJSON, output: output)
    if filter.hasRunningBalance, let account = filter.accountID {
      let sheet = try await session.balances(upTo: filter.range?.upperBound)
      printer.balance = sheet.balance(of: account)?.total.decimal
    }
    var left = request.rows.limit ?? .max
    var place: JournalPlace?
    repeat {
      let page = try await session.journal(filter, after: place, limit: min(left, JournalPage.rowsMax))
      try printer.print(page, isJSON ? await session.marks(of: page) : nil)
      left -= page.rows.count
      place = page.next
    } while place != nil && left > 0
    try printer.finish(hasMore: place != nil)
  }
}

/// The rows a command line asks for, in words of the file.
struct JournalChoice {
  private let rows: MoneyRequest.Rows
  private let days: MoneyRequest.Days
  private let ledger: OpenedLedger

  init(_ rows: MoneyRequest.Rows, _ days: MoneyRequest.Days, _ ledger: OpenedLedger) {
    (self.rows, self.days, self.ledger) = (rows, days, ledger)
  }

  /// The filter; names, amounts and days that cannot be read are refused in words.
  func filter() throws(CommandRefusal) -> JournalFilter {
    var filter = JournalFilter()
    filter.text = rows.text
    filter.range = try ledger.days.choice(days).map(ledger.days.range)
    if let name = rows.account { filter.accountID = try ledger.account(named: name).id }
    if let name = rows.payee {
      filter.payeeID = try OpenedLedger.named(name, ledger.book.payees, \.name, "payee").id
    }
    if let name = rows.tag { filter.tagID = try OpenedLedger.named(name, ledger.book.tags, \.name, "tag").id }
    if let name = rows.category {
      let tree = CategoryTree(ledger.book.categories)
      let category = try OpenedLedger.named(
        name, ledger.book.categories, { ledger.names.category($0.id) }, "category")
      filter.categories = tree.withDescendants(of: category.id)
    }
    if let word = rows.type { filter.types = [try type(word)] }
    if let word = rows.status { filter.statuses = [try status(word)] }
    filter.amounts = try amounts()
    filter.needsAttachment = rows.needsAttachment
    filter.showsDeleted = rows.showsDeleted
    return filter
  }

  private func type(_ word: String) throws(CommandRefusal) -> TransactionType {
    let key = word.lowercased()
    if let type = TransactionType.allCases.first(where: {
      $0 != .unknown && $0.storedText.lowercased() == key
    }) {
      return type
    }
    throw CommandRefusal("“\(word)” is not a type. There are: withdrawal, deposit, transfer.")
  }

  private func status(_ word: String) throws(CommandRefusal) -> TransactionStatus {
    switch word.lowercased() {
    case "none", "unreconciled": return .none
    case "reconciled", "r": return .reconciled
    case "void", "v": return .void
    case "followup", "follow up", "follow-up", "f": return .followUp
    case "duplicate", "d": return .duplicate
    default: break
    }
    throw CommandRefusal(
      "“\(word)” is not a status. There are: none, reconciled, void, followup, duplicate.")
  }

  private func amounts() throws(CommandRefusal) -> ClosedRange<ExactDecimal>? {
    guard rows.least != nil || rows.most != nil else { return nil }
    let account = rows.account == nil ? nil : try rows.account.map(ledger.account)
    let format = (account.map { ledger.currency($0.currencyID) } ?? ledger.base)?.format ?? .plain
    func amount(_ text: String) throws(CommandRefusal) -> ExactDecimal {
      if let amount = format.amount(text), !amount.isNegative { return amount }
      throw CommandRefusal(
        "“\(text)” is not an amount. Amounts are written as \(format.text(ExactDecimal(1_234)))"
          + " and have no sign here.")
    }
    let least = try rows.least.map(amount) ?? .zero
    let most = try rows.most.map(amount) ?? ExactDecimal(mantissa: Int128(Int64.max), scale: 0)
    guard least <= most else { throw CommandRefusal("The least amount is more than the most.") }
    return least...most
  }
}

/// Prints pages of the journal.
struct JournalPrinter {
  let ledger: OpenedLedger
  let isJSON: Bool
  let output: ResultWriter
  /// The balance after the next row, where one account is listed whole.
  var balance: ExactDecimal?
  private let filter: JournalFilter
  private let tagNames: [RecordID<Tag>: String]
  private var table: TextTable?
  private var count = 0

  init(ledger: OpenedLedger, filter: JournalFilter, isJSON: Bool, output: ResultWriter) {
    (self.ledger, self.filter, self.isJSON, self.output) = (ledger, filter, isJSON, output)
    tagNames = Dictionary(ledger.book.tags.map { ($0.id, $0.name) }) { first, _ in first }
  }

  /// Prints the rows of a page; JSON tells their tags and those of their parts.
  mutating func print(_ page: JournalPage, _ marks: JournalMarks?) throws {
    let rules = JournalRules(accounts: ledger.book.accounts, splits: page.splits, rates: ledger.rates)
    if isJSON {
      for row in page.rows {
        let tags = marks?.tags(of: row.id) ?? []
        let json = json(row, rules.splits(of: row), tags, balance: balanceAfter(row))
        try output.json(json, after: count == 0 ? "[" : ",\n")
        count += 1
      }
      return
    }
    count += page.rows.count
    let cells = page.rows.map { row in
      self.cells(row, rules.splits(of: row), balance: balanceAfter(row))
    }
    var table = self.table ?? TextTable(columns)
    if !cells.isEmpty { for line in table.lines(cells) { try output.line(line) } }
    self.table = table
  }

  /// Ends the list.
  func finish(hasMore: Bool) throws {
    if isJSON { return try output.line(count == 0 ? "[]" : "]") }
    if count == 0 { try output.line("No rows found.") }
    if hasMore { Console.say("There are more rows: --limit N for the first N, --all for every one.") }
  }

  private var columns: [TextTable.Column] {
    var columns: [TextTable.Column] = [
      .init(title: "Date"), .init(title: "Account", columnsMax: 20), .init(title: "S"),
      .init(title: "Payee", columnsMax: 30), .init(title: "Category", columnsMax: 30),
      .init(title: "Amount", isRight: true),
    ]
    if balance != nil { columns.append(.init(title: "Balance", isRight: true)) }
    return columns + [.init(title: "Notes", columnsMax: 30)]
  }

  /// The balance after this row, and the step to the one before it.
  private mutating func balanceAfter(_ row: Transaction) -> ExactDecimal? {
    guard let after = balance, let account = filter.accountID else { return nil }
    balance = after - row.flow(on: account)
    return after
  }

  private func cells(
    _ row: Transaction, _ parts: [Split<Transaction>], balance: ExactDecimal?
  ) -> [String] {
    let entry = row.entry
    let isIncoming =
      entry.type.code == .transfer && filter.accountID == entry.toAccountID
      && !entry.isRevaluation
    let currency = ledger.names.currency(of: isIncoming ? entry.toAccountID : entry.accountID)
    let signed: ExactDecimal =
      switch entry.type.code {
      case .deposit: entry.amount.decimal
      case .transfer where isIncoming: entry.toAmount.decimal
      case .withdrawal, .transfer, .unknown: -entry.amount.decimal
      }
    let other: String =
      switch entry.type.code {
      case .transfer where isIncoming: "← " + ledger.names.account(entry.accountID)
      case .transfer: "→ " + ledger.names.account(entry.toAccountID)
      case .withdrawal, .deposit, .unknown: ledger.names.payee(entry.payeeID)
      }
    let category = parts.isEmpty ? ledger.names.category(entry.categoryID) : "\(parts.count) parts"
    var cells = [
      entry.date.day.map(ledger.settings.dateMask.text) ?? String(entry.date.dateText),
      ledger.names.account(isIncoming ? entry.toAccountID : entry.accountID),
      row.isDeleted ? "deleted" : entry.status.code.storedText, other, category,
      AmountText.shown(signed, currency),
    ]
    if let balance { cells.append(AmountText.shown(balance, ledger.names.currency(of: filter.accountID))) }
    return cells + [String(entry.notes.prefix { !$0.isNewline })]
  }

  private func json(
    _ row: Transaction, _ parts: [Split<Transaction>], _ tags: [RecordID<Tag>], balance: ExactDecimal?
  ) -> JSONValue {
    let entry = row.entry
    let currency = ledger.names.currency(of: entry.accountID)
    var members: [JSONMember] = []
    members.reserveCapacity(14)
    members += [
      JSONMember(name: "id", value: .id(row.id)), JSONMember(name: "date", value: .string(entry.date.text)),
      JSONMember(name: "type", value: .string(entry.type.stored ?? "")),
      JSONMember(name: "status", value: .string(entry.status.code.storedText)),
      JSONMember(name: "account", value: .string(ledger.names.account(entry.accountID))),
      JSONMember(name: "amount", value: .string(AmountText.plain(entry.amount.decimal, currency))),
      JSONMember(name: "currency", value: .text(currency?.symbol)),
    ]
    if entry.type.code == .transfer {
      let arriving = ledger.names.currency(of: entry.toAccountID)
      members += [
        JSONMember(name: "toAccount", value: .string(ledger.names.account(entry.toAccountID))),
        JSONMember(name: "toAmount", value: .string(AmountText.plain(entry.toAmount.decimal, arriving))),
        JSONMember(name: "toCurrency", value: .text(arriving?.symbol)),
      ]
    } else {
      members.append(JSONMember(name: "payee", value: .string(ledger.names.payee(entry.payeeID))))
    }
    members.append(
      JSONMember(
        name: "category",
        value: parts.isEmpty ? .string(ledger.names.category(entry.categoryID)) : .null))
    if !parts.isEmpty {
      let values = parts.map { part in
        JSONValue.row([
          "category": .string(ledger.names.category(part.categoryID)),
          "amount": .string(AmountText.plain(part.amount.decimal, currency)), "notes": .string(part.notes),
        ])
      }
      members.append(JSONMember(name: "parts", value: .array(values)))
    }
    members += [
      JSONMember(name: "number", value: .string(entry.number)),
      JSONMember(name: "notes", value: .string(entry.notes)),
    ]
    if !tags.isEmpty {
      let names = tags.map { JSONValue.string(tagNames[$0] ?? BookNames.unknown) }
      members.append(JSONMember(name: "tags", value: .array(names)))
    }
    if row.isDeleted { members.append(JSONMember(name: "deleted", value: .string(row.deleted.text))) }
    if let balance {
      let own = ledger.names.currency(of: filter.accountID)
      members.append(JSONMember(name: "balance", value: .string(AmountText.plain(balance, own))))
    }
    return .object(members)
  }
}
