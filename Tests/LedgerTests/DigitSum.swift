import Ledger

/// The slow twin of a sum: figures on paper, 38 behind the point, added one by one.
struct DigitSum: Equatable {
  private var isNegative: Bool
  private var figures: [Int]

  init(_ a: ExactDecimal, _ b: ExactDecimal) {
    let (x, y) = (Self.figures(a), Self.figures(b))
    if a.isNegative == b.isNegative {
      (isNegative, figures) = (a.isNegative, Self.carried(zip(x, y).map(+)))
    } else {
      let (larger, smaller, sign) =
        x.lexicographicallyPrecedes(y) ? (y, x, b.isNegative) : (x, y, a.isNegative)
      (isNegative, figures) = (sign, Self.carried(zip(larger, smaller).map(-)))
    }
    if figures.allSatisfy({ $0 == 0 }) { isNegative = false }
  }

  /// Half away from zero.
  func rounded(toDigits digits: Int) -> DigitSum {
    var rounded = self
    let kept = figures.count - 38 + digits
    if kept < figures.count {
      let isUp = figures[kept] >= 5
      for place in kept..<figures.count { rounded.figures[place] = 0 }
      if isUp { rounded.figures[kept - 1] += 1 }
      rounded.figures = Self.carried(rounded.figures)
    }
    if rounded.figures.allSatisfy({ $0 == 0 }) { rounded.isNegative = false }
    return rounded
  }

  private static func figures(_ number: ExactDecimal) -> [Int] {
    let written = String(number.mantissa.magnitude).compactMap(\.wholeNumberValue)
    let behind = [Int](repeating: 0, count: 38 - number.scale)
    return [Int](repeating: 0, count: 80 - written.count - behind.count) + written + behind
  }

  private static func carried(_ figures: [Int]) -> [Int] {
    var (figures, carry) = (figures, 0)
    for place in figures.indices.reversed() {
      let whole = figures[place] + carry
      carry = whole < 0 ? -1 : whole / 10
      figures[place] = whole - carry * 10
    }
    return figures
  }
}
