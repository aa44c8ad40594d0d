extension Asset {
  /// A transaction that belongs to the asset, its amount in base currency.
  public struct LinkedRow: Sendable, Hashable {
    /// The transaction.
    public let transaction: Transaction
    /// Its amount (for a new value: what it is worth now), in base currency.
    public let amountInBase: ExactDecimal

    /// Joins the two.
    public init(transaction: Transaction, amountInBase: ExactDecimal) {
      self.transaction = transaction
      self.amountInBase = amountInBase
    }
  }

  /// What the asset is worth at the end of `day`; 0 before its first.
  ///
  /// Without linked rows: the value grown over the days since, by e^(±rate/36500 × days), or by
  /// 1 ± rate/36500 × days where the mode is linear, not below 0. With linked rows: nothing at first, then
  /// by date growth between rows, withdrawals added, deposits taken off, a transfer to its own account
  /// setting the value. Growth is reckoned in binary numbers. Source: money 2.9.
  public func value(on day: CalendarDate, linked: [LinkedRow] = []) -> ExactDecimal {
    guard startDay.isOnOrBefore(day) else { return .zero }
    let rows = linked.filter { $0.transaction.counts && $0.transaction.entry.date.isOnOrBefore(day) }
      .sorted { Self.isBefore($0.transaction, $1.transaction) }
    guard !linked.isEmpty else {
      return grown(value.decimal, days: (startDay.day ?? day).days(to: day))
    }
    var (worth, since) = (ExactDecimal.zero, startDay.day ?? day)
    for row in rows {
      let date = max(since, row.transaction.entry.date.day ?? since)
      worth = grown(worth, days: since.days(to: date))
      since = date
      switch row.transaction.entry.type.code {
      case .withdrawal: worth += row.amountInBase
      case .deposit: worth -= row.amountInBase
      case .transfer where row.transaction.entry.isRevaluation: worth = row.amountInBase
      case .transfer, .unknown: break
      }
    }
    return grown(worth, days: since.days(to: day))
  }

  private func grown(_ worth: ExactDecimal, days: Int) -> ExactDecimal {
    let rate: Double
    switch change.code {
    case .none: return worth
    case .appreciates: rate = changeRate.decimal.double
    case .depreciates: rate = -changeRate.decimal.double
    }
    guard days != 0, rate != 0 else { return worth }
    let exponent = rate / 36_500 * Double(days)
    let factor =
      switch changeMode.code {
      case .percentage: Exponential.value(exponent)
      case .linear: max(0, 1 + exponent)
      }
    return ExactDecimal(shortest: worth.double * factor)
  }

  private static func isBefore(_ left: Transaction, _ right: Transaction) -> Bool {
    (left.entry.date, left.id) < (right.entry.date, right.id)
  }
}

/// e to the power of a number, the same on every machine.
enum Exponential {
  /// Within a few units of the last digit; infinite and 0 where the result is too large or small.
  static func value(_ exponent: Double) -> Double {
    guard exponent < 710 else { return exponent.isNaN ? .nan : .infinity }
    guard exponent > -746 else { return exponent.isNaN ? .nan : 0 }
    let halvings = (exponent * 1.4426950408889634).rounded()
    let rest = exponent - halvings * 0.693147180369123816490 - halvings * 1.90821492927058770002e-10
    var (sum, term) = (1.0, 1.0)
    for step in 1...20 {
      term *= rest / Double(step)
      sum += term
    }
    return sum * Double(sign: .plus, exponent: Int(halvings), significand: 1)
  }
}
