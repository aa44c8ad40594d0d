import Ledger
import StrictJSON
import Testing

/// A row of the golden file, written down as JSON.
struct JSONRow: StoredRow {
  let json: JSONValue

  func value(_ column: String) -> StoredValue {
    switch json[column] {
    case .integer(let whole)?: .integer(whole)
    case .number(let double)?: .real(double)
    case .string(let text)?: .text(text)
    case .null?, .bool?, .array?, .object?, nil: .absent
    }
  }
}

/// The rows of `golden_v21.mmb` as records, and the numbers it must give.
enum GoldenBook {
  private static let read = Result { try readBook() }
  private static let figures = Result { try FixtureFiles.json("golden_v21.expected") }

  static func book() throws -> Book { try read.get() }
  static func expected() throws -> JSONValue { try figures.get() }

  private static func readBook() throws -> Book {
    let tables = try FixtureFiles.json("golden_v21.rows")
    func rows<Record: StoredRecord>(_ type: Record.Type = Record.self) throws -> [Record] {
      let rows = try #require(tables[Record.table.name]?.array, "\(Record.table.name)")
      return try rows.map { try #require(Record.table.record(JSONRow(json: $0))) }
    }
    var book = Book()
    book.accounts = try rows()
    book.assets = try rows()
    book.attachments = try rows()
    book.budgets = try rows()
    book.budgetPeriods = try rows()
    book.categories = try rows()
    book.currencies = try rows()
    book.currencyRates = try rows()
    book.customFields = try rows()
    book.customValues = try rows()
    book.info = try rows()
    book.payees = try rows()
    book.recordLinks = try rows()
    book.reports = try rows()
    book.schedules = try rows()
    book.scheduleSplits = try rows()
    book.settings = try rows()
    book.shareTrades = try rows()
    book.splits = try rows()
    book.stocks = try rows()
    book.stockPrices = try rows()
    book.tags = try rows()
    book.tagLinks = try rows()
    book.transactions = try rows()
    book.usage = try rows()
    return book
  }
}

func decimal(_ text: String?) -> ExactDecimal? { text.flatMap { ExactDecimal($0) } }
func day(_ text: String?) throws -> CalendarDate { try #require(text.flatMap { CalendarDate($0) }) }
