/// How a year's budget meets the budgets of its months. Source: money 4, 2.11.
public struct BudgetFill: Sendable, Hashable {
  /// Months with a row of their own get nothing from the year.
  public var overrides: Bool
  /// The months' rows are taken off the year first.
  public var deducts: Bool

  /// A mode; both off is the desktop program's default.
  public init(overrides: Bool = false, deducts: Bool = false) {
    self.overrides = overrides
    self.deducts = deducts
  }

  /// The estimates of the twelve months of one category. `year` is the year's estimate, nil without a row;
  /// `months` are the months' own, nil without a row.
  ///
  /// With `deducts` a year whose months reach or pass it gives nothing more.
  public func months(year: ExactDecimal?, months: [ExactDecimal?]) -> [ExactDecimal] {
    let own = (0..<12).map { months.indices.contains($0) ? months[$0] : nil }
    let plain = own.map { $0 ?? .zero }
    guard var rest = year else { return plain }
    var parts = Int64(12)
    if deducts {
      let lowered = rest - plain.sum()
      guard lowered.isNegative == rest.isNegative, !lowered.isZero else { return plain }
      rest = lowered
      if overrides { parts = Int64(own.count { $0 == nil }) }
    }
    guard parts > 0 else { return plain }
    let share = rest.divided(by: ExactDecimal(parts))
    return own.map { month in
      guard let month else { return share }
      return overrides ? month : month + share
    }
  }
}
