extension ExactDecimal: CustomStringConvertible, LosslessStringConvertible {
  /// Plain decimal text with a point and no grouping: `-12.5`. Trailing zeros are left out.
  public var description: String {
    guard !isOutOfRange else { return "out of range" }
    let number = canonical
    return number.text(digits: number.scale)
  }

  /// Plain decimal text with exactly `digits` behind the point, rounded half away from zero.
  ///
  /// A result of zero has no sign.
  public func text(digits: Int) -> String {
    guard !isOutOfRange else { return description }
    let digits = max(0, digits)
    let number = rounded(toDigits: digits)
    var figures =
      Int64(exactly: number.mantissa).map { String($0.magnitude) }
      ?? String(number.mantissa.magnitude)
    if figures.utf8.count <= number.scale {
      figures = String(repeating: "0", count: number.scale + 1 - figures.utf8.count) + figures
    }
    var text = number.isNegative ? "-" : ""
    text += Substring(figures.utf8.dropLast(number.scale))
    guard digits > 0 else { return text }
    text += "."
    text += Substring(figures.utf8.suffix(number.scale))
    if digits > number.scale { text += String(repeating: "0", count: digits - number.scale) }
    return text
  }

  /// Reads `[+-]digits[.digits][e[+-]digits]`, all of the text; nil for anything else.
  ///
  /// Digits behind the point beyond the 38th of the number are rounded away; a whole part that does not
  /// fit gives `outOfRange`.
  public init?(_ text: String) {
    var scanner = DecimalScanner(text.utf8)
    guard let number = scanner.decimal(), scanner.isAtEnd else { return nil }
    self = number
  }

  /// The shortest decimal text that names the binary number: 0.1 is 0.1; money 2.3.
  ///
  /// Infinite and not-a-number are out of range.
  public init(shortest double: Double) {
    if let short = Self.short(double) {
      self = short
    } else {
      self = double.isFinite ? ExactDecimal(double.description) ?? .outOfRange : .outOfRange
    }
  }

  /// The same for numbers of at most 15 digits, up to four of them behind the point, without a text.
  ///
  /// The quotient of two whole numbers below 2^53 is the binary number nearest to the decimal, and no two
  /// decimals of at most 15 digits have the same one: where it is the number at hand, this is its shortest.
  private static func short(_ double: Double) -> ExactDecimal? {
    var factor = 1.0
    for scale in 0...4 {
      let units = (double * factor).rounded()
      // Also ends here for what is not finite.
      guard abs(units) < 1e15 else { return nil }
      if units / factor == double { return ExactDecimal(mantissa: Int128(Int64(units)), scale: scale) }
      factor *= 10
    }
    return nil
  }

  /// `figures` (decimal digits without leading zeros) × 10^`exponent`.
  static func assembled(figures: [UInt8], exponent: Int, isNegative: Bool) -> ExactDecimal {
    guard !figures.isEmpty else { return .zero }
    let kept = figures.prefix(scaleMax)
    var size = kept.reduce(Int128(0)) { $0 * 10 + Int128($1) }
    let power = exponent + figures.count - kept.count
    if kept.count < figures.count, figures[scaleMax] >= 5 { size += 1 }
    if isNegative { size = -size }
    if power >= 0 {
      guard power <= scaleMax else { return .outOfRange }
      let (product, overflow) = size.multipliedReportingOverflow(by: powerOfTen(power))
      return overflow ? .outOfRange : ExactDecimal(mantissa: product, scale: 0)
    }
    guard -power > scaleMax else { return ExactDecimal(mantissa: size, scale: -power) }
    let cut = -power - scaleMax
    guard cut <= scaleMax else { return .zero }
    return ExactDecimal(mantissa: quotientRounded(size, by: powerOfTen(cut)), scale: scaleMax)
  }
}

/// Reads numbers from the front of a text, one character at a time.
struct DecimalScanner<Source: Collection<UInt8>> {
  private var rest: Source.SubSequence

  init(_ text: Source) { rest = text[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// The longest number at the front; nil, and nothing read, when there is none.
  mutating func decimal() -> ExactDecimal? {
    let start = rest
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    var figures: [UInt8] = []
    let whole = digits(into: &figures)
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
      let point = rest
      rest = rest.dropFirst()
      fraction = digits(into: &figures)
      if whole + fraction == 0 { rest = point }
    }
    guard whole + fraction > 0 else {
      rest = start
      return nil
    }
    return .assembled(figures: figures, exponent: exponent() - fraction, isNegative: isNegative)
  }

  /// Takes digits off the front, leaves leading zeros of the number out, and counts all it took.
  private mutating func digits(into figures: inout [UInt8]) -> Int {
    var count = 0
    while let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      if !(figures.isEmpty && byte == UInt8(ascii: "0")) { figures.append(byte - UInt8(ascii: "0")) }
      rest = rest.dropFirst()
      count += 1
    }
    return count
  }

  /// `e[+-]digits` at the front, capped at ±10,000; 0 and nothing read when there is none.
  private mutating func exponent() -> Int {
    guard rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") else { return 0 }
    let start = rest
    rest = rest.dropFirst()
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    var figures: [UInt8] = []
    guard digits(into: &figures) > 0 else {
      rest = start
      return 0
    }
    let size = figures.reduce(0) { min(10_000, $0 * 10 + Int($1)) }
    return isNegative ? -size : size
  }
}
