/// What was bought and sold of one stock, added up. Source: money 2.9.
public struct StockPosition: Sendable, Hashable {
  /// Shares held, not below 0.
  public private(set) var shares = ExactDecimal.zero
  /// What they cost, fees of purchases among it, not below 0.
  public private(set) var cost = ExactDecimal.zero
  /// What was gained by selling, after fees.
  public private(set) var realizedGain = ExactDecimal.zero
  /// All fees.
  public private(set) var commission = ExactDecimal.zero
  /// The first day.
  public private(set) var firstDay: DayText?

  /// One purchase or sale: the transaction that paid, and its shares.
  public struct Trade: Sendable, Hashable {
    /// The transaction.
    public let transaction: Transaction
    /// The shares.
    public let shares: ShareTrade

    /// Joins the two.
    public init(transaction: Transaction, shares: ShareTrade) {
      self.transaction = transaction
      self.shares = shares
    }
  }

  /// What the trades that count up to and including `day` (all without one) left, in order of date and id.
  public init(_ trades: [Trade], upTo day: CalendarDate? = nil) {
    let counted = trades.filter { trade in
      trade.transaction.counts && (day.map { trade.transaction.entry.date.isOnOrBefore($0) } ?? true)
    }
    for trade in counted.sorted(by: Self.isBefore) { add(trade) }
  }

  /// What one share cost; 0 without shares.
  public var averagePrice: ExactDecimal { shares.isZero ? .zero : cost.divided(by: shares) }

  private mutating func add(_ trade: Trade) {
    let (count, price) = (trade.shares.shares.decimal, trade.shares.price.decimal)
    let fee = trade.shares.commission.decimal
    let average = averagePrice
    if count.isNegative {
      cost += count * average
      realizedGain += -count * (price - average) - fee
    } else {
      cost += count * price + fee
    }
    shares = max(.zero, shares + count)
    cost = max(.zero, cost)
    commission += fee
    firstDay = firstDay ?? trade.transaction.entry.date
  }

  private static func isBefore(_ left: Trade, _ right: Trade) -> Bool {
    (left.transaction.entry.date, left.transaction.id) < (right.transaction.entry.date, right.transaction.id)
  }
}

extension Stock {
  /// Shares × current price, in the account's currency.
  public var marketValue: ExactDecimal { shares.decimal * currentPrice.decimal }
  /// Market value minus what was paid.
  public var gain: ExactDecimal { marketValue - purchaseValue.decimal }

  /// The price used where no price is stored up to a day.
  public enum FallbackPrice: Sendable, Hashable {
    /// What was paid: the value of a stock on a day.
    case purchase
    /// The last one known: net worth.
    case current
  }

  /// What the stock was worth at the end of `day`: shares held × the last stored price up to that day, else
  /// the fallback; 0 before the purchase. Without trades the shares are the row's own. Source: money 2.9,
  /// 2.11.
  ///
  /// `prices` are those of the stock's symbol, in any order.
  public func value(
    on day: CalendarDate, prices: [StockPrice], trades: [StockPosition.Trade] = [],
    fallback: FallbackPrice = .purchase
  ) -> ExactDecimal {
    let held: ExactDecimal
    if trades.isEmpty {
      held = purchaseDay.isOnOrBefore(day) ? shares.decimal : .zero
    } else {
      held = StockPosition(trades, upTo: day).shares
    }
    guard !held.isZero else { return .zero }
    let known = prices.filter { $0.symbol == symbol && $0.day.isOnOrBefore(day) }
      .max { ($0.day, $0.id) < ($1.day, $1.id) }
    let price = known?.price ?? (fallback == .current ? currentPrice : purchasePrice)
    return held * price.decimal
  }
}
