import Ledger
import Storage

extension Connection {
  /// All rows of a table, by id.
  func rows<Record: StoredRecord>(of type: Record.Type = Record.self) throws -> [Record] {
    try TableReader<Record>(self).all(self)
  }

  /// Everything the file holds. Memory grows with the file: for exports, checks and small files.
  func book() throws -> Book {
    var book = try bookWithoutTransactions()
    book.transactions = try rows()
    return book
  }

  /// As `book`, without the table that grows most.
  func bookWithoutTransactions() throws -> Book {
    var book = try frame()
    book.splits = try rows()
    book.attachments = try rows()
    book.customValues = try rows()
    book.tagLinks = try rows()
    book.recordLinks = try rows()
    book.shareTrades = try rows()
    book.usage = try rows()
    return book
  }

  /// What stays small in a large file: everything but transactions and what hangs on them.
  func frame() throws -> Book {
    var book = Book()
    book.accounts = try rows()
    book.assets = try rows()
    book.budgets = try rows()
    book.budgetPeriods = try rows()
    book.categories = try rows()
    book.currencies = try rows()
    book.currencyRates = try rows()
    book.customFields = try rows()
    book.info = try rows()
    book.payees = try rows()
    book.reports = try rows()
    book.schedules = try rows()
    book.scheduleSplits = try rows()
    book.settings = try rows()
    book.stocks = try rows()
    book.stockPrices = try rows()
    book.tags = try rows()
    return book
  }
}
