/// How amounts of one currency are written and read. Source: money 2.8.
public struct CurrencyFormat: Sendable, Hashable {
  /// Where the minus stands.
  public enum Style: Sendable, Hashable {
    /// Before the prefix: `-$1.00`. What we show.
    case signFirst
    /// After the prefix: `$-1.00`. What the desktop program shows.
    case signAfterPrefix
  }

  /// Text before the number, such as `$`.
  public var prefix: String
  /// Text behind the number, with its space if it has one, such as ` kr`.
  public var suffix: String
  /// What stands between whole part and fraction; an empty one is written and read as a point.
  public var decimalPoint: String
  /// What stands between groups of three; empty for none.
  public var groupSeparator: String
  /// Digits behind the point, 0…18.
  public var fractionDigits: Int

  /// A format as a currency row describes it; `scale` is the number of smallest units in one.
  public init(prefix: String, suffix: String, decimalPoint: String, groupSeparator: String, scale: Int64) {
    self.prefix = prefix
    self.suffix = suffix
    self.decimalPoint = decimalPoint.isEmpty ? "." : decimalPoint
    self.groupSeparator = groupSeparator
    fractionDigits = Self.digits(ofScale: scale)
  }

  /// For amounts of an unknown currency: two decimals, a point, no groups.
  public static let plain = CurrencyFormat(
    prefix: "", suffix: "", decimalPoint: ".", groupSeparator: "", scale: 100)

  /// The smallest p with 10^p ≥ `scale`; 0 for 1 and below.
  public static func digits(ofScale scale: Int64) -> Int {
    var (digits, power) = (0, Int64(1))
    while power < scale, digits < 18 {
      power *= 10
      digits += 1
    }
    return digits
  }

  /// The amount as people read it, rounded half away from zero; zero has no sign.
  ///
  /// `digits` replaces the currency's own, for example for prices and numbers of shares.
  public func text(_ amount: ExactDecimal, style: Style = .signFirst, digits: Int? = nil) -> String {
    guard !amount.isOutOfRange else { return amount.description }
    let plain = amount.text(digits: digits ?? fractionDigits)
    let isNegative = plain.hasPrefix("-")
    let parts = plain.drop { $0 == "-" }.split(separator: ".", maxSplits: 1)
    var number = grouped(parts.first ?? "0")
    if parts.count == 2 { number += decimalPoint + parts[1] }
    let sign = isNegative ? "-" : ""
    switch style {
    case .signFirst: return sign + prefix + number + suffix
    case .signAfterPrefix: return prefix + sign + number + suffix
    }
  }

  /// The amount as people read it.
  public func text(_ amount: Money, style: Style = .signFirst) -> String {
    text(amount.decimal, style: style)
  }

  private func grouped(_ whole: some StringProtocol) -> String {
    guard !groupSeparator.isEmpty else { return String(whole) }
    var text = ""
    for (position, digit) in whole.enumerated() {
      if position > 0, (whole.count - position) % 3 == 0 { text += groupSeparator }
      text.append(digit)
    }
    return text
  }
}
