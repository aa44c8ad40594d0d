/// An account. A row of ACCOUNTLIST_V1; money 1.2.
public struct Account: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<Account>
  /// The name, unique without case.
  public var name = ""
  /// The kind; users may add names of their own.
  public var type = Coded<AccountType>(.checking)
  /// The account number, free text.
  public var number = ""
  /// Open or closed.
  public var status = Coded<OpenStatus>(.open)
  /// Notes.
  public var notes = ""
  /// The bank, free text.
  public var heldAt = ""
  /// A web address, free text.
  public var website = ""
  /// Whom to ask, free text.
  public var contact = ""
  /// How to get in, free text.
  public var access = ""
  /// What was there before the first row, in the account's currency.
  public var initialBalance: StoredNumber = .zero
  /// The day of the initial balance; no row may be older.
  public var initialDate = DayText(nil)
  /// Whether it is marked as a favourite.
  public var isFavorite = false
  /// The currency of its amounts.
  public var currencyID: RecordID<Currency>?
  /// Whether rows up to `statementDate` are read-only.
  public var isStatementLocked = false
  /// The last day of the lock.
  public var statementDate = DayText(nil)
  /// Warn below this balance; 0 for no limit.
  public var minimumBalance: StoredNumber = .zero
  /// Warn below minus this; 0 for no limit.
  public var creditLimit: StoredNumber = .zero
  /// Percent a year.
  public var interestRate: StoredNumber = .zero
  /// When a payment is due.
  public var paymentDueDate = DayText(nil)
  /// The least payment.
  public var minimumPayment: StoredNumber = .zero

  /// An empty row.
  public init(id: RecordID<Account>) { self.id = id }
}

/// A currency and how its amounts are written. A row of CURRENCYFORMATS_V1; money 1.2.
public struct Currency: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<Currency>
  /// The name, unique without case.
  public var name = ""
  /// Text before an amount.
  public var prefix = ""
  /// Text behind an amount.
  public var suffix = ""
  /// What stands before the fraction.
  public var decimalPoint = "."
  /// What stands between thousands.
  public var groupSeparator = ""
  /// The name of the unit.
  public var unitName = ""
  /// The name of the smallest unit.
  public var centName = ""
  /// How many smallest units are one.
  public var scale: Int64 = 100
  /// One unit in base currency; 0 and NULL count as 1.
  public var baseRate: StoredNumber = StoredNumber(.one)
  /// The code, such as EUR; unique without case.
  public var symbol = ""
  /// Money of a state or not.
  public var type = Coded<CurrencyType>(.fiat)

  /// An empty row.
  public init(id: RecordID<Currency>) { self.id = id }
}

/// A currency's rate on one day. A row of CURRENCYHISTORY_V1; money 1.2.
public struct CurrencyRate: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<CurrencyRate>
  /// The currency.
  public var currencyID: RecordID<Currency>?
  /// The day.
  public var day = DayText(nil)
  /// One unit in base currency on that day.
  public var rate: StoredNumber = StoredNumber(.one)
  /// 0 none, 1 online, 2 by hand.
  public var source: Int64 = 0

  /// An empty row.
  public init(id: RecordID<CurrencyRate>) { self.id = id }
}
