import Ledger
import StrictJSON

/// A file opened for one command, with the lists that its names, formats and rates come from.
struct OpenedLedger {
  /// What a command needs besides accounts, currencies and settings.
  enum List { case payees, categories, rates, tags }

  let session: any LedgerSessioning
  /// The lists that were asked for; no transactions.
  let book: Book
  let settings: FileSettings
  let names: BookNames
  let rates: RateBook
  let days: MoneyDays
  private let currencies: [RecordID<Currency>: Currency]

  /// Loads the lists of an opened file.
  init(
    _ session: any LedgerSessioning, _ lists: Set<List> = [], today: CalendarDate = MoneyDays.today()
  ) async throws(LedgerError) {
    var book = Book()
    book.accounts = try await session.rows(of: Account.self)
    book.currencies = try await session.rows(of: Currency.self)
    book.info = try await session.rows(of: InfoEntry.self)
    book.settings = try await session.rows(of: SettingEntry.self)
    if lists.contains(.payees) { book.payees = try await session.rows(of: Payee.self) }
    if lists.contains(.categories) { book.categories = try await session.rows(of: Category.self) }
    if lists.contains(.rates) { book.currencyRates = try await session.rows(of: CurrencyRate.self) }
    if lists.contains(.tags) { book.tags = try await session.rows(of: Tag.self) }
    self.session = session
    self.book = book
    settings = book.fileSettings
    names = BookNames(book)
    rates = book.rates
    days = MoneyDays(today: today, settings: settings)
    currencies = Dictionary(book.currencies.map { ($0.id, $0) }) { first, _ in first }
  }

  /// The currency totals are shown in.
  var base: Currency? { settings.baseCurrencyID.flatMap { currencies[$0] } }

  /// A currency by id.
  func currency(_ id: RecordID<Currency>?) -> Currency? { id.flatMap { currencies[$0] } }

  /// The accounts by name without case.
  var accountsByName: [Account] {
    book.accounts.map { (SearchText.key($0.name), $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }
      .map(\.1)
  }

  /// The account of a name, without regard to case.
  func account(named name: String) throws(CommandRefusal) -> Account {
    try Self.named(name, book.accounts, \.name, "account")
  }

  /// The record of a name, without regard to case; the words name some that look alike.
  static func named<Record>(
    _ name: String, _ records: [Record], _ path: (Record) -> String, _ what: String
  ) throws(CommandRefusal) -> Record {
    let key = SearchText.key(name)
    if let exact = records.first(where: { path($0) == name }) { return exact }
    if let found = records.first(where: { SearchText.key(path($0)) == key }) { return found }
    let alike = records.map(path).filter { SearchText.key($0).contains(key) }.sorted().prefix(5)
    let hint = alike.isEmpty ? "" : " Perhaps: \(alike.joined(separator: ", "))."
    throw CommandRefusal("There is no \(what) “\(name)” in the file.\(hint)")
  }
}

extension Holdings {
  /// All there was at the end of a day.
  func netWorth(on day: CalendarDate, _ ledger: OpenedLedger) async throws(LedgerError) -> NetWorth {
    netWorth(
      on: day, accounts: ledger.book.accounts, sheet: try await ledger.session.balances(upTo: day),
      rates: ledger.rates)
  }
}

/// Amounts as text.
enum AmountText {
  /// For people: the currency's way of writing; two decimals and a point without one.
  static func shown(_ amount: ExactDecimal, _ currency: Currency?) -> String {
    (currency?.format ?? .plain).text(amount)
  }

  /// For programs: a point, at least the currency's digits, none lost.
  static func plain(_ amount: ExactDecimal, _ currency: Currency?) -> String {
    guard !amount.isOutOfRange else { return amount.description }
    let digits = (currency?.format ?? .plain).fractionDigits
    return amount.text(digits: max(digits, amount.canonical.scale))
  }
}

extension JSONValue {
  /// An object of these members, in this order.
  static func row(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { JSONMember(name: $0.key, value: $0.value) })
  }

  /// Text, or null where there is none.
  static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// The number of a record, or null where there is none.
  static func id<Record>(_ id: RecordID<Record>?) -> JSONValue { id.map { .integer($0.rawValue) } ?? .null }
}

extension ResultWriter {
  /// A JSON array, one value a line.
  func array(_ values: [JSONValue]) throws(CommandRefusal) {
    guard !values.isEmpty else { return try line("[]") }
    for (index, value) in values.enumerated() {
      try line((index == 0 ? "[" : "") + value.serialized() + (index == values.count - 1 ? "]" : ","))
    }
  }
}
