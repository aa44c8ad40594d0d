/// An amount in one currency: minor units where it fits them, an exact decimal where it does not.
///
/// `.minorUnits(1250, digits: 2)` is 12.50. Conversions, and stored amounts with more digits than the
/// currency has, are `.exact` and stay unrounded until shown. Equal amounts are equal in either form.
/// Source: money 2.3.
public enum Money: Sendable {
  /// A whole number of the currency's smallest units, and how many digits those have behind the point.
  case minorUnits(Int64, digits: Int)
  /// What minor units cannot say.
  case exact(ExactDecimal)

  /// The amount in minor units of `digits` when it fits them exactly, else as it is.
  public init(_ decimal: ExactDecimal, digits: Int) {
    if let mantissa = decimal.mantissa(atDigits: digits), let units = Int64(exactly: mantissa) {
      self = .minorUnits(units, digits: digits)
    } else {
      self = .exact(decimal)
    }
  }

  /// Nothing, in a currency with `digits` behind the point.
  public static func zero(digits: Int) -> Money { .minorUnits(0, digits: digits) }

  /// The amount as a decimal.
  public var decimal: ExactDecimal {
    switch self {
    case .minorUnits(let units, let digits):
      ExactDecimal(mantissa: Int128(units), scale: min(max(0, digits), ExactDecimal.scaleMax))
    case .exact(let decimal): decimal
    }
  }

  /// The sum; minor units of equal digits are added as integers.
  public static func + (left: Money, right: Money) -> Money {
    switch (left, right) {
    case (.minorUnits(let a, let digits), .minorUnits(let b, let others)) where digits == others:
      let (sum, overflow) = a.addingReportingOverflow(b)
      return overflow ? .exact(left.decimal + right.decimal) : .minorUnits(sum, digits: digits)
    case (.minorUnits(_, let digits), .exact), (.exact, .minorUnits(_, let digits)):
      return Money(left.decimal + right.decimal, digits: digits)
    case (.minorUnits(_, let digits), .minorUnits(_, let others)):
      return Money(left.decimal + right.decimal, digits: max(digits, others))
    case (.exact, .exact):
      return .exact(left.decimal + right.decimal)
    }
  }

  /// The amount with its sign turned.
  public static prefix func - (amount: Money) -> Money {
    switch amount {
    case .minorUnits(let units, let digits) where units != .min: .minorUnits(-units, digits: digits)
    case .minorUnits, .exact: .exact(-amount.decimal)
    }
  }

  /// The difference.
  public static func - (left: Money, right: Money) -> Money { left + -right }
}

extension Money: Hashable, Comparable, CustomStringConvertible {
  /// Equal as amounts, in either form.
  public static func == (left: Money, right: Money) -> Bool { left.decimal == right.decimal }
  /// Smaller amounts come first.
  public static func < (left: Money, right: Money) -> Bool { left.decimal < right.decimal }
  /// Equal amounts hash alike.
  public func hash(into hasher: inout Hasher) { decimal.hash(into: &hasher) }
  /// Plain decimal text without trailing zeros: `12.5`.
  public var description: String { decimal.description }
}
