/// What reports need to know beside the rows themselves: accounts, parts, rates. Source: money 2.4, 2.8, 4.
public struct JournalRules: Sendable {
  private let accounts: [RecordID<Account>: Account]
  private let splits: [RecordID<Transaction>: [Split<Transaction>]]
  private let rates: RateBook

  /// Splits of the rows that will be asked about, in any order.
  public init(accounts: [Account], splits: [Split<Transaction>], rates: RateBook) {
    self.accounts = Dictionary(accounts.map { ($0.id, $0) }) { first, _ in first }
    self.rates = rates
    var grouped: [RecordID<Transaction>: [Split<Transaction>]] = [:]
    for split in splits.sorted(by: { $0.id < $1.id }) {
      if let parent = split.parentID { grouped[parent, default: []].append(split) }
    }
    self.splits = grouped
  }

  /// The rules of a small file, all rows known.
  public init(_ book: Book) {
    self.init(accounts: book.accounts, splits: book.splits, rates: book.rates)
  }

  /// An account by id.
  public func account(_ id: RecordID<Account>?) -> Account? { id.flatMap { accounts[$0] } }

  /// The parts of a row, by id; empty when it has none.
  public func splits(of row: Transaction) -> [Split<Transaction>] { splits[row.id] ?? [] }

  /// What one unit of the row's amount is worth in base currency on its day.
  public func rate(of row: Transaction) -> ExactDecimal {
    rates.rate(of: account(row.entry.accountID)?.currencyID, on: row.entry.date.day)
  }

  /// Whether a row is earned or spent money: it counts, is no transfer, is not marked as moved between an
  /// account and an asset or stock, and its account is there.
  public func isIncomeOrExpense(_ row: Transaction) -> Bool {
    guard row.counts, account(row.entry.accountID) != nil, row.entry.linkedMoney != .asTransfer else {
      return false
    }
    return row.entry.type.code == .deposit || row.entry.type.code == .withdrawal
  }

  /// The row's amount by category, without sign; its parts where it has any, whatever its own category.
  public func parts(of row: Transaction) -> [(category: RecordID<Category>?, amount: ExactDecimal)] {
    let splits = splits(of: row)
    guard !splits.isEmpty else { return [(row.entry.categoryID, row.entry.amount.decimal)] }
    return splits.map { ($0.categoryID, $0.amount.decimal) }
  }

  /// Whether the row stands in an account's journal.
  public static func touches(_ row: Transaction, _ account: RecordID<Account>) -> Bool {
    row.entry.accountID == account || (row.entry.type.code == .transfer && row.entry.toAccountID == account)
  }

  /// Deposits minus withdrawals of each category within a range of days, in base currency by each row's day.
  ///
  /// `transferSign`, where given, adds transfers too: it says for a category whether they count as income
  /// (`.plus`) or expense (`.minus`). Source: money 4.
  public func categoryTotals(
    _ rows: some Sequence<Transaction>, within range: ClosedRange<CalendarDate>,
    transferSign: ((RecordID<Category>?) -> FloatingPointSign)? = nil
  ) -> [RecordID<Category>?: ExactDecimal] {
    var totals: [RecordID<Category>?: ExactDecimal] = [:]
    for row in rows where row.entry.date.isWithin(range) {
      let isTransfer = row.entry.type.code == .transfer && row.counts && account(row.entry.accountID) != nil
      guard isIncomeOrExpense(row) || (isTransfer && transferSign != nil) else { continue }
      let rate = rate(of: row)
      for part in parts(of: row) {
        let isMinus = isTransfer ? transferSign?(part.category) == .minus : row.entry.type.code == .withdrawal
        totals[part.category, default: .zero] += (isMinus ? -part.amount : part.amount) * rate
      }
    }
    return totals
  }
}
