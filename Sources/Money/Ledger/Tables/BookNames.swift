/// The names behind the references of a file's rows. What is missing is "(unknown)". Source: money 5.10.
public struct BookNames: Sendable {
  /// What a missing record is called.
  public static let unknown = "(unknown)"

  private let accounts: [RecordID<Account>: Account]
  private let payees: [RecordID<Payee>: String]
  private let categories: [RecordID<Category>: String]
  private let currencies: [RecordID<Currency>: Currency]

  /// The names of a book; full category names are joined by its delimiter unless told another.
  public init(_ book: Book, categoryDelimiter: String? = nil) {
    let delimiter = categoryDelimiter ?? book.fileSettings.categoryDelimiter
    let tree = CategoryTree(book.categories)
    accounts = Dictionary(book.accounts.map { ($0.id, $0) }) { first, _ in first }
    payees = Dictionary(book.payees.map { ($0.id, $0.name) }) { first, _ in first }
    currencies = Dictionary(book.currencies.map { ($0.id, $0) }) { first, _ in first }
    categories = Dictionary(
      book.categories.map { ($0.id, tree.fullName(of: $0.id, delimiter: delimiter) ?? "") }
    ) { first, _ in first }
  }

  /// An account's name.
  public func account(_ id: RecordID<Account>?) -> String {
    id.flatMap { accounts[$0]?.name } ?? Self.unknown
  }

  /// A payee's name; empty for none.
  public func payee(_ id: RecordID<Payee>?) -> String { id.map { payees[$0] ?? Self.unknown } ?? "" }

  /// A category's full name; empty for none.
  public func category(_ id: RecordID<Category>?) -> String {
    id.map { categories[$0] ?? Self.unknown } ?? ""
  }

  /// The currency of an account; nil when either is missing.
  public func currency(of account: RecordID<Account>?) -> Currency? {
    account.flatMap { accounts[$0]?.currencyID }.flatMap { currencies[$0] }
  }
}
