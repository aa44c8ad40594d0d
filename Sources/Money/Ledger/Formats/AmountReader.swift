extension CurrencyFormat {
  /// Longest text read as an amount.
  public static let amountCharactersMax = 256

  /// Reads an amount as people type it, with this currency's signs, evaluating `+ - * / ( )`.
  ///
  /// The prefix and suffix go first, then the group separator, then all that is no digit, sign, point or
  /// operator; the decimal point becomes a point. A point is read as one even where the currency writes
  /// something else, unless it groups. Nil when nothing readable is left, when the text is longer than
  /// `amountCharactersMax`, nests deeper than 32, divides by zero or does not fit. Source: money 2.8.
  public func amount(_ text: String) -> ExactDecimal? {
    guard text.count <= Self.amountCharactersMax else { return nil }
    var rest = Substring(text)
    for mark in [prefix, suffix] {
      let mark = mark.filter { !$0.isWhitespace }
      guard !mark.isEmpty, let place = rest.firstRange(of: mark) else { continue }
      rest = Substring(rest[..<place.lowerBound] + rest[place.upperBound...])
    }
    var plain = ""
    while !rest.isEmpty {
      if !groupSeparator.isEmpty, rest.hasPrefix(groupSeparator) {
        rest = rest.dropFirst(groupSeparator.count)
      } else if rest.hasPrefix(decimalPoint) {
        plain += "."
        rest = rest.dropFirst(decimalPoint.count)
      } else {
        let character = rest.removeFirst()
        if character == "\u{2212}" { plain += "-" }
        if Self.kept.contains(character) { plain.append(character) }
      }
    }
    return Arithmetic.value(of: plain)
  }

  private static let kept = "0123456789.,+-/*()"
}

/// Sums, products and brackets of decimal numbers; no precedence beyond the usual.
enum Arithmetic {
  /// The value of the whole text; nil when it is not arithmetic or has no value.
  static func value(of text: String) -> ExactDecimal? {
    var parser = Parser(rest: text.utf8[...])
    guard let value = parser.sum(depth: 0), parser.rest.isEmpty, !value.isOutOfRange else { return nil }
    return value
  }

  private struct Parser {
    var rest: Substring.UTF8View
    static let depthMax = 32

    mutating func sum(depth: Int) -> ExactDecimal? {
      guard var value = product(depth: depth) else { return nil }
      while let sign = take("+-") {
        guard let next = product(depth: depth) else { return nil }
        value = sign == UInt8(ascii: "+") ? value + next : value - next
      }
      return value
    }

    mutating func product(depth: Int) -> ExactDecimal? {
      guard var value = factor(depth: depth) else { return nil }
      while let sign = take("*/") {
        guard let next = factor(depth: depth) else { return nil }
        value = sign == UInt8(ascii: "*") ? value * next : value.divided(by: next)
      }
      return value
    }

    mutating func factor(depth: Int) -> ExactDecimal? {
      guard depth < Self.depthMax else { return nil }
      if let sign = take("+-") {
        guard let value = factor(depth: depth + 1) else { return nil }
        return sign == UInt8(ascii: "-") ? -value : value
      }
      if take("(") != nil {
        guard let value = sum(depth: depth + 1), take(")") != nil else { return nil }
        return value
      }
      var figures: [UInt8] = []
      while let byte = take("0123456789.") { figures.append(byte) }
      return ExactDecimal(String(decoding: figures, as: UTF8.self))
    }

    /// Takes one of these characters off the front.
    mutating func take(_ characters: StaticString) -> UInt8? {
      guard let byte = rest.first else { return nil }
      let isOne = characters.withUTF8Buffer { $0.contains(byte) }
      guard isOne else { return nil }
      rest = rest.dropFirst()
      return byte
    }
  }
}
