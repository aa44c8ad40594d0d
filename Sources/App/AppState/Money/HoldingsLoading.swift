import Ledger

extension Holdings {
  /// Loads what a file holds; one without stocks and assets costs two empty queries.
  public init(_ session: any LedgerSessioning) async throws(LedgerError) {
    let stocks = try await session.rows(of: Stock.self)
    let assets = try await session.rows(of: Asset.self)
    guard !stocks.isEmpty || !assets.isEmpty else {
      self.init()
      return
    }
    let links = try await session.rows(of: RecordLink.self)
    var trades: [Transaction] = []
    for link in links where link.type.code == .stock {
      guard let id = link.transactionID, let row = try await session.row(id) else { continue }
      trades.append(row)
    }
    self.init(
      stocks: stocks, prices: stocks.isEmpty ? [] : try await session.rows(of: StockPrice.self),
      assets: assets, links: links, shares: try await session.rows(of: ShareTrade.self), trades: trades)
  }
}
