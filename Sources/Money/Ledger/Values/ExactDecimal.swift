/// A decimal number: a 128-bit mantissa and the number of digits behind the point.
///
/// Sums and products are exact as long as they need at most 38 digits; beyond that digits behind the
/// point are rounded away, half away from zero. A whole part that does not fit makes the result
/// `outOfRange`, and that stays: every further sum with it is out of range too, so that a total is
/// never silently wrong. Equal numbers are equal whatever their scale. Source: money 2.3.
public struct ExactDecimal: Sendable {
  /// The number without its point: 12.50 with scale 2 has mantissa 1250.
  public let mantissa: Int128
  /// Digits behind the point, 0…38; `outOfRange` carries `outOfRangeScale`.
  public let scale: Int

  /// The number `mantissa` / 10^`scale`. A scale beyond 0…38 is a bug of the caller.
  public init(mantissa: Int128, scale: Int) {
    precondition((0...Self.scaleMax).contains(scale), "digits behind the point are 0 to 38")
    self.mantissa = mantissa
    self.scale = scale
  }

  /// A whole number.
  public init(_ whole: Int64) {
    self.init(mantissa: Int128(whole), scale: 0)
  }

  private init(poisoned: Void) {
    mantissa = 0
    scale = Self.outOfRangeScale
  }

  /// Nothing.
  public static let zero = ExactDecimal(mantissa: 0, scale: 0)
  /// One.
  public static let one = ExactDecimal(mantissa: 1, scale: 0)
  /// The result of what does not fit, and of a division by zero.
  public static let outOfRange = ExactDecimal(poisoned: ())

  /// Whether this is no number but the mark of one that does not fit.
  public var isOutOfRange: Bool { scale == Self.outOfRangeScale }
  /// Whether the number is zero.
  public var isZero: Bool { mantissa == 0 && !isOutOfRange }
  /// Whether the number is below zero.
  public var isNegative: Bool { mantissa < 0 }

  /// The number without its sign.
  public var magnitude: ExactDecimal { isNegative ? -self : self }

  /// The same number with the fewest digits behind the point.
  public var canonical: ExactDecimal {
    var (mantissa, scale) = (mantissa, scale)
    while scale > 0, mantissa % 10 == 0 {
      mantissa /= 10
      scale -= 1
    }
    return isOutOfRange ? self : ExactDecimal(mantissa: mantissa, scale: scale)
  }

  /// Rounded to `digits` behind the point, half away from zero; unchanged when it has no more.
  public func rounded(toDigits digits: Int) -> ExactDecimal {
    let digits = max(0, digits)
    guard scale > digits else { return self }
    return ExactDecimal(
      mantissa: Self.quotientRounded(mantissa, by: Self.powerOfTen(scale - digits)), scale: digits)
  }

  /// The mantissa this number has with exactly `digits` behind the point; nil when it has more digits
  /// than that, or does not fit.
  public func mantissa(atDigits digits: Int) -> Int128? {
    let short = scale > digits ? canonical : self
    guard !short.isOutOfRange, (0...Self.scaleMax).contains(digits), short.scale <= digits else { return nil }
    let (product, overflow) = short.mantissa.multipliedReportingOverflow(
      by: Self.powerOfTen(digits - short.scale))
    return overflow ? nil : product
  }

  /// The nearest binary number, for drawing and for what is not money; not a number when out of range.
  public var double: Double { isOutOfRange ? .nan : Double(description) ?? .nan }

  /// The most digits behind the point, and in a mantissa.
  public static let scaleMax = 38
  /// The scale that marks `outOfRange`.
  public static let outOfRangeScale = -1

  static func powerOfTen(_ exponent: Int) -> Int128 { powersOfTen[exponent] }

  /// Half away from zero; the divisor is positive.
  static func quotientRounded(_ dividend: Int128, by divisor: Int128) -> Int128 {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    let isUp = remainder.magnitude >= divisor.magnitude - remainder.magnitude
    return isUp ? quotient + (dividend < 0 ? -1 : 1) : quotient
  }

  private static let powersOfTen: [Int128] = {
    var powers: [Int128] = [1]
    for exponent in 1...scaleMax { powers.append(powers[exponent - 1] * 10) }
    return powers
  }()
}

extension ExactDecimal: Equatable, Hashable, Comparable {
  /// Equal as numbers: 1.5 is 1.50. What is out of range equals itself only.
  public static func == (left: ExactDecimal, right: ExactDecimal) -> Bool {
    if left.scale == right.scale { return left.mantissa == right.mantissa }
    let (a, b) = (left.canonical, right.canonical)
    return a.scale == b.scale && a.mantissa == b.mantissa
  }

  /// Equal numbers hash alike.
  public func hash(into hasher: inout Hasher) {
    let canonical = canonical
    hasher.combine(canonical.mantissa)
    hasher.combine(canonical.scale)
  }

  /// Smaller numbers come first, and what is out of range last.
  public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
    guard !left.isOutOfRange, !right.isOutOfRange else { return !left.isOutOfRange && right.isOutOfRange }
    if left.scale == right.scale { return left.mantissa < right.mantissa }
    guard left.isNegative == right.isNegative else { return left.isNegative }
    let digits = max(left.scale, right.scale)
    let (a, aOverflows) = left.mantissa.multipliedReportingOverflow(by: powerOfTen(digits - left.scale))
    let (b, bOverflows) = right.mantissa.multipliedReportingOverflow(by: powerOfTen(digits - right.scale))
    // Only one of two can overflow: the other's factor is one. The longer is the larger in size.
    if aOverflows { return left.isNegative }
    if bOverflows { return !right.isNegative }
    return a < b
  }
}
