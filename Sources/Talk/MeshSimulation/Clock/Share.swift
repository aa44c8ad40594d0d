/// How much of a whole, in millionths: exact, so that worlds do not depend on how fractions are rounded.
public struct Share: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// 0 to 1,000,000.
  public let perMillion: Int

  /// Brought between nothing and everything.
  public init(perMillion: Int) {
    self.perMillion = min(max(perMillion, 0), 1_000_000)
  }

  /// Whole per cents.
  public static func percent(_ percent: Int) -> Share { Share(perMillion: percent * 10_000) }

  /// Nothing.
  public static let none = Share(perMillion: 0)

  /// Reads `0.2`, `20` or `20%`: up to 1 is a share, more is per cent. `nil` for anything else.
  public init?(parsing text: some StringProtocol) {
    let isPercent = text.hasSuffix("%")
    let digits = isPercent ? String(text.dropLast()) : String(text)
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let value = Double(digits),
      value <= 100
    else { return nil }
    self.init(fraction: isPercent || value > 1 ? value / 100 : value)
  }

  /// The nearest millionth.
  public init(fraction: Double) {
    self.init(perMillion: Int((min(max(fraction, 0), 1) * 1_000_000).rounded()))
  }

  /// As a fraction of one, for reports.
  public var fraction: Double { Double(perMillion) / 1_000_000 }

  /// In per cent.
  public var description: String { "\(Double(perMillion) / 10_000)%" }

  /// The smaller share first.
  public static func < (left: Share, right: Share) -> Bool { left.perMillion < right.perMillion }
}
