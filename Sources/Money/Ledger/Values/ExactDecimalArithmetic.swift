extension ExactDecimal: AdditiveArithmetic {
  /// The exact sum; see the type for what happens beyond 38 digits.
  public static func + (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    guard !left.isOutOfRange, !right.isOutOfRange else { return .outOfRange }
    let (fine, coarse) = left.scale >= right.scale ? (left, right) : (right, left)
    let factor = powerOfTen(fine.scale - coarse.scale)
    let (product, productOverflows) = coarse.mantissa.multipliedReportingOverflow(by: factor)
    let (sum, sumOverflows) = product.addingReportingOverflow(fine.mantissa)
    if !productOverflows, !sumOverflows { return ExactDecimal(mantissa: sum, scale: fine.scale) }
    return wideSum(fine, coarse, factor: factor.magnitude)
  }

  /// The sum in 256 bits, rounded once: `fine` has the digits behind the point that `factor` gives `coarse`.
  private static func wideSum(
    _ fine: ExactDecimal, _ coarse: ExactDecimal, factor: UInt128
  ) -> ExactDecimal {
    let wide = coarse.mantissa.magnitude.multipliedFullWidth(by: factor)
    let small = fine.mantissa.magnitude
    guard fine.isNegative != coarse.isNegative else {
      let (low, carries) = wide.low.addingReportingOverflow(small)
      return narrowed((wide.high + (carries ? 1 : 0), low), scale: fine.scale, isNegative: fine.isNegative)
    }
    guard wide.high > 0 || wide.low >= small else {
      return narrowed((0, small - wide.low), scale: fine.scale, isNegative: fine.isNegative)
    }
    let (low, borrows) = wide.low.subtractingReportingOverflow(small)
    return narrowed((wide.high - (borrows ? 1 : 0), low), scale: fine.scale, isNegative: coarse.isNegative)
  }

  /// The exact difference; see the type for what happens beyond 38 digits.
  public static func - (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    left + -right
  }

  /// The number with its sign turned.
  public static prefix func - (number: ExactDecimal) -> ExactDecimal {
    guard !number.isOutOfRange, number.mantissa != .min else { return .outOfRange }
    return ExactDecimal(mantissa: -number.mantissa, scale: number.scale)
  }

  /// The exact product; digits behind the point beyond the 38th of the number are rounded away.
  public static func * (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    guard !left.isOutOfRange, !right.isOutOfRange else { return .outOfRange }
    let scale = left.scale + right.scale
    let (product, overflow) = left.mantissa.multipliedReportingOverflow(by: right.mantissa)
    if !overflow, scale <= scaleMax { return ExactDecimal(mantissa: product, scale: scale) }
    let wide = left.mantissa.magnitude.multipliedFullWidth(by: right.mantissa.magnitude)
    return narrowed(
      (wide.high, wide.low), scale: scale, isNegative: left.isNegative != right.isNegative)
  }

  /// The quotient, rounded half away from zero to at most `digits` behind the point (28 unless told);
  /// out of range when the divisor is zero. Trailing zeros are left out.
  public func divided(by divisor: ExactDecimal, digits: Int = 28) -> ExactDecimal {
    guard !isOutOfRange, !divisor.isOutOfRange, divisor.mantissa != 0 else { return .outOfRange }
    let isNegative = isNegative != divisor.isNegative
    for digits in stride(from: min(max(0, digits), Self.scaleMax), through: 0, by: -1) {
      let exponent = divisor.scale - scale + digits
      guard abs(exponent) <= Self.scaleMax else { continue }
      let factor = Self.powerOfTen(abs(exponent)).magnitude
      let wide = mantissa.magnitude.multipliedFullWidth(by: exponent >= 0 ? factor : 1)
      let below = divisor.mantissa.magnitude.multipliedReportingOverflow(by: exponent < 0 ? factor : 1)
      guard !below.overflow, wide.high < below.partialValue else { continue }
      let (quotient, remainder) = below.partialValue.dividingFullWidth((wide.high, wide.low))
      let isUp = remainder >= below.partialValue - remainder
      guard quotient < UInt128(Int128.max) else { continue }
      let size = Int128(quotient + (isUp ? 1 : 0))
      return ExactDecimal(mantissa: isNegative ? -size : size, scale: digits).canonical
    }
    return .outOfRange
  }

  /// A 256-bit size with `scale` digits behind the point, cut down to what fits.
  private static func narrowed(
    _ wide: (high: UInt128, low: UInt128), scale: Int, isNegative: Bool
  ) -> ExactDecimal {
    for cut in max(0, scale - scaleMax)...min(scaleMax, max(scale, 0)) where scale - cut <= scaleMax {
      let divisor = powerOfTen(cut).magnitude
      guard wide.high < divisor else { continue }
      let (quotient, remainder) = divisor.dividingFullWidth(wide)
      let rounded = quotient.addingReportingOverflow(remainder >= divisor - remainder ? 1 : 0)
      guard !rounded.overflow, let size = Int128(exactly: rounded.partialValue) else { continue }
      return ExactDecimal(mantissa: isNegative ? -size : size, scale: scale - cut)
    }
    return .outOfRange
  }
}

extension Sequence<ExactDecimal> {
  /// The exact sum of all.
  public func sum() -> ExactDecimal { reduce(.zero, +) }
}
