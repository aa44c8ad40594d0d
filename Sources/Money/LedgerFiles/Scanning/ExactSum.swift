import Ledger

/// An amount of a row on its way into a sum: a whole number of a currency's smallest units where it is one,
/// else the exact decimal it is.
enum ScannedAmount {
  case units(Int64)
  case decimal(ExactDecimal)

  /// The amount with its sign turned.
  static prefix func - (amount: ScannedAmount) -> ScannedAmount {
    switch amount {
    case .units(let units) where units != .min: .units(-units)
    case .units(let units): .decimal(-ExactDecimal(units))
    case .decimal(let decimal): .decimal(-decimal)
    }
  }
}

/// Digits behind the point, and what turns an amount into whole units.
struct UnitScale: Sendable, Hashable {
  /// 0…18.
  let digits: Int
  private let factor: Double

  init(digits: Int) {
    self.digits = min(max(digits, 0), 18)
    factor = Self.factors[self.digits]
  }

  /// The shortest decimal of a binary number, as whole units where it has no more digits.
  ///
  /// Below 10^15 units the test is exact: the quotient is the binary number nearest to units / 10^digits, and
  /// no two decimals of at most 15 digits have the same one, so the shortest decimal of the number is this.
  func amount(_ double: Double) -> ScannedAmount {
    let units = (double * factor).rounded()
    if abs(units) < Self.exactBelow, units / factor == double { return .units(Int64(units)) }
    return .decimal(ExactDecimal(shortest: double))
  }

  /// A whole number of the currency.
  func amount(_ whole: Int64) -> ScannedAmount {
    let (units, overflow) = whole.multipliedReportingOverflow(by: Int64(factor))
    return overflow ? .decimal(ExactDecimal(whole)) : .units(units)
  }

  /// The amount as a decimal.
  func decimal(_ amount: ScannedAmount) -> ExactDecimal {
    switch amount {
    case .units(let units): ExactDecimal(mantissa: Int128(units), scale: digits)
    case .decimal(let decimal): decimal
    }
  }

  private static let exactBelow = 1e15
  // Powers of ten up to 10^22 are binary numbers without rounding.
  private static let factors: [Double] = (0...18).map { exponent in
    (0..<exponent).reduce(1.0) { product, _ in product * 10 }
  }
}

/// A sum of amounts that is never rounded: whole units are added as integers, the few others as decimals.
struct ExactSum {
  private var units: Int128 = 0
  private var rest = ExactDecimal.zero

  /// Adds an amount of the scale that `total` will be asked with.
  mutating func add(_ amount: ScannedAmount) {
    switch amount {
    // A file has fewer than 2^63 rows: the sum of as many Int64 fits.
    case .units(let units): self.units += Int128(units)
    case .decimal(let decimal): rest += decimal
    }
  }

  /// Adds an exact decimal.
  mutating func add(_ decimal: ExactDecimal) { rest += decimal }

  /// The sum.
  func total(_ scale: UnitScale) -> ExactDecimal {
    let whole = ExactDecimal(mantissa: units, scale: scale.digits)
    return rest.isZero ? whole : whole + rest
  }
}
