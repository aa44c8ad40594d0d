/// What there is in all, in base currency, and what it is made of. Source: money 5.1, 2.11.
public struct NetWorth: Sendable, Hashable {
  /// Balances of open accounts.
  public private(set) var accounts = ExactDecimal.zero
  /// Stocks in open accounts, at the latest price up to the day, else the current one.
  public private(set) var stocks = ExactDecimal.zero
  /// Open assets without linked rows; what is linked stands in an account.
  public private(set) var assets = ExactDecimal.zero

  /// All of it.
  public var total: ExactDecimal { accounts + stocks + assets }

  /// Adds up what there is at the end of `day`. `sheet` holds the balances up to that day, `trades` what was
  /// bought and sold of each stock, `linkedAssets` the assets that have linked rows.
  public init(
    on day: CalendarDate, accounts: [Account], sheet: BalanceSheet, stocks: [Stock] = [],
    prices: [StockPrice] = [], trades: [RecordID<Stock>: [StockPosition.Trade]] = [:], assets: [Asset] = [],
    linkedAssets: Set<RecordID<Asset>> = [], rates: RateBook
  ) {
    let open = Dictionary(accounts.filter { $0.status.code == .open }.map { ($0.id, $0) }) { first, _ in first
    }
    for account in accounts where open[account.id] != nil {
      let balance = sheet.balance(of: account.id)?.total.decimal ?? .zero
      self.accounts += rates.inBase(balance, of: account.currencyID, on: day)
    }
    for stock in stocks {
      guard let account = stock.accountID.flatMap({ open[$0] }) else { continue }
      let value = stock.value(
        on: day, prices: prices, trades: trades[stock.id] ?? [], fallback: .current)
      self.stocks += rates.inBase(value, of: account.currencyID, on: day)
    }
    for asset in assets where asset.status.code == .open && !linkedAssets.contains(asset.id) {
      self.assets += rates.inBase(asset.value(on: day), of: asset.currencyID, on: day)
    }
  }
}
