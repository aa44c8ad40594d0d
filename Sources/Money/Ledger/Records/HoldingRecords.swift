/// A thing of value. A row of ASSETS_V1; money 1.2.
public struct Asset: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<Asset>
  /// The day it was had from.
  public var startDay = DayText(nil)
  /// The name.
  public var name = ""
  /// Open or closed.
  public var status = Coded<OpenStatus>(.open)
  /// The currency of its value; none means base.
  public var currencyID: RecordID<Currency>?
  /// How its value changes.
  public var changeMode = Coded<ValueChangeMode>(.percentage)
  /// What it was worth on the first day.
  public var value: StoredNumber = .zero
  /// Whether it gains or loses.
  public var change = Coded<ValueChange>(.none)
  /// Notes.
  public var notes = ""
  /// Percent a year.
  public var changeRate: StoredNumber = .zero
  /// What it is.
  public var type = Coded<AssetType>(.property)

  /// An empty row.
  public init(id: RecordID<Asset>) { self.id = id }
}

/// Shares of one company held in an account. A row of STOCK_V1; money 1.2.
public struct Stock: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<Stock>
  /// The investment account.
  public var accountID: RecordID<Account>?
  /// The first purchase.
  public var purchaseDay = DayText(nil)
  /// The company.
  public var name = ""
  /// The symbol prices are stored under.
  public var symbol = ""
  /// How many.
  public var shares: StoredNumber = .zero
  /// The average price paid.
  public var purchasePrice: StoredNumber = .zero
  /// Notes.
  public var notes = ""
  /// The last price known.
  public var currentPrice: StoredNumber = .zero
  /// What was paid, not what it is worth.
  public var purchaseValue: StoredNumber = .zero
  /// Fees paid.
  public var commission: StoredNumber = .zero

  /// An empty row.
  public init(id: RecordID<Stock>) { self.id = id }
}

/// The price of a symbol on one day. A row of STOCKHISTORY_V1; money 1.2.
public struct StockPrice: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<StockPrice>
  /// The symbol.
  public var symbol = ""
  /// The day.
  public var day = DayText(nil)
  /// The price, in the account's currency.
  public var price: StoredNumber = .zero
  /// 0 none, 1 online, 2 by hand.
  public var source: Int64 = 0

  /// An empty row.
  public init(id: RecordID<StockPrice>) { self.id = id }
}

/// The shares a transaction bought or sold. A row of SHAREINFO_V1; money 1.2.
public struct ShareTrade: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<ShareTrade>
  /// The transaction that paid.
  public var transactionID: RecordID<Transaction>?
  /// Above zero bought, below zero sold.
  public var shares: StoredNumber = .zero
  /// The price of one.
  public var price: StoredNumber = .zero
  /// Fees.
  public var commission: StoredNumber = .zero
  /// The lot, free text.
  public var lot = ""

  /// An empty row.
  public init(id: RecordID<ShareTrade>) { self.id = id }
}

/// A transaction that belongs to an asset or stock. A row of TRANSLINK_V1; money 1.2.
public struct RecordLink: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<RecordLink>
  /// The transaction.
  public var transactionID: RecordID<Transaction>?
  /// What it belongs to.
  public var type = Coded<LinkType>(.unknown)
  /// The id of the asset or stock.
  public var recordID: Int64 = 0

  /// An empty row.
  public init(id: RecordID<RecordLink>) { self.id = id }
}
