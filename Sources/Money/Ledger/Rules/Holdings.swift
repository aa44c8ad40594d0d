/// Stocks and assets of a file, with what was traded: what net worth needs besides balances.
/// Source: money 2.9, 2.11.
public struct Holdings: Sendable, Hashable {
  /// The stocks.
  public let stocks: [Stock]
  /// Their prices.
  public let prices: [StockPrice]
  /// What was bought and sold of each.
  public let trades: [RecordID<Stock>: [StockPosition.Trade]]
  /// The assets.
  public let assets: [Asset]
  /// Assets that have linked rows; what is linked stands in an account.
  public let linkedAssets: Set<RecordID<Asset>>

  /// What rows say: `trades` are the transactions that are linked to stocks, those of others passed over.
  public init(
    stocks: [Stock] = [], prices: [StockPrice] = [], assets: [Asset] = [], links: [RecordLink] = [],
    shares: [ShareTrade] = [], trades rows: [Transaction] = []
  ) {
    (self.stocks, self.prices, self.assets) = (stocks, prices, assets)
    linkedAssets = Set(links.filter { $0.type.code == .asset }.map { RecordID($0.recordID) })
    let shares = Dictionary(shares.map { ($0.transactionID, $0) }) { first, _ in first }
    let rows = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    var trades: [RecordID<Stock>: [StockPosition.Trade]] = [:]
    for link in links where link.type.code == .stock {
      guard let id = link.transactionID, let traded = shares[id], let row = rows[id] else { continue }
      trades[RecordID(link.recordID), default: []].append(.init(transaction: row, shares: traded))
    }
    self.trades = trades
  }

  /// What an account's stocks were worth at the end of a day, in its currency.
  public func stockValue(in account: Account, on day: CalendarDate) -> ExactDecimal {
    stocks.filter { $0.accountID == account.id }
      .map { $0.value(on: day, prices: prices, trades: trades[$0.id] ?? [], fallback: .current) }.sum()
  }

  /// All there was at the end of a day; `sheet` holds the balances up to it.
  public func netWorth(
    on day: CalendarDate, accounts: [Account], sheet: BalanceSheet, rates: RateBook
  ) -> NetWorth {
    NetWorth(
      on: day, accounts: accounts, sheet: sheet, stocks: stocks, prices: prices, trades: trades,
      assets: assets, linkedAssets: linkedAssets, rates: rates)
  }
}
