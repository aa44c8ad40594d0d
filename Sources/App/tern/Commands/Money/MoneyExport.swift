import Ledger
import StrictJSON

extension MoneyReading {
  /// `tern money export`: the whole file for other programs.
  func export() async throws {
    switch request.format {
    case .csv: try await csv()
    case .json: try await everyTable()
    case .ledger: try await plainText(.ledger)
    case .hledger: try await plainText(.hledger)
    case .beancount: try await plainText(.beancount)
    }
  }

  private func csv() async throws {
    let book = try await journalBook()
    let export = CSVExport(book, precision: request.keepsEverything ? .full : .compatible)
    try output.line(export.headerLine)
    for row in book.transactions { for line in export.lines(row) { try output.line(line) } }
  }

  private func plainText(_ dialect: PlainTextExport.Dialect) async throws {
    let export = PlainTextExport(try await journalBook(), dialect: dialect)
    try output.text(export.text)
    guard !export.leftOut.isEmpty else { return }
    let some = export.leftOut.prefix(10).map(\.description).joined(separator: ", ")
    let rest = export.leftOut.count > 10 ? " and \(export.leftOut.count - 10) more" : ""
    Console.say(
      "Left out, because account, day, type or amount cannot be read: row \(some)\(rest)."
        + " See: tern money check \(request.path)")
  }

  /// What a journal consists of.
  private func journalBook() async throws(LedgerError) -> Book {
    var book = Book()
    book.info = try await session.rows(of: InfoEntry.self)
    book.settings = try await session.rows(of: SettingEntry.self)
    book.accounts = try await session.rows(of: Account.self)
    book.currencies = try await session.rows(of: Currency.self)
    book.categories = try await session.rows(of: Category.self)
    book.payees = try await session.rows(of: Payee.self)
    book.splits = try await session.rows(of: Split<Transaction>.self)
    book.transactions = try await session.rows(of: Transaction.self)
    return book
  }

  /// All tables by name, as one JSON object of arrays of rows.
  private func everyTable() async throws {
    try output.line("{")
    try await table(Account.self, isFirst: true)
    try await table(Asset.self)
    try await table(Attachment.self)
    try await table(BudgetEntry.self)
    try await table(BudgetPeriod.self)
    try await table(Category.self)
    try await table(Currency.self)
    try await table(CurrencyRate.self)
    try await table(CustomField.self)
    try await table(CustomValue.self)
    try await table(InfoEntry.self)
    try await table(Payee.self)
    try await table(RecordLink.self)
    try await table(SavedReport.self)
    try await table(Schedule.self)
    try await table(Split<Schedule>.self)
    try await table(SettingEntry.self)
    try await table(ShareTrade.self)
    try await table(Split<Transaction>.self)
    try await table(Stock.self)
    try await table(StockPrice.self)
    try await table(Tag.self)
    try await table(TagLink.self)
    try await table(Transaction.self)
    try await table(UsageEntry.self)
    try output.line("}")
  }

  private func table<Record: StoredRecord>(_ type: Record.Type, isFirst: Bool = false) async throws {
    let rows = try await session.rows(of: type)
    try output.text((isFirst ? "" : ",\n") + JSONValue.string(Record.table.name).serialized() + ": ")
    try output.array(rows.map { Record.table.json($0) })
  }
}

extension ResultWriter {
  /// Where a command's result goes: an export with `--output` into a new file, else to standard output.
  static func output(of request: MoneyRequest) throws(CommandRefusal) -> ResultWriter {
    guard request.action == .export, let path = request.output else { return ResultWriter() }
    return try ResultWriter(newFile: path)
  }
}
