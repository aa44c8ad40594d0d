extension Text {
  /// The text with its difficult runs of combining marks decomposed and in canonical order already.
  ///
  /// Canonically equivalent to the text. Foundation sorts a run in quadratic time, cuts one short that
  /// grows in decomposition beyond about 60 marks, and leaves the parts of some Tibetan vowels
  /// unsorted, so it is only given runs that need nothing of this.
  static func withOrderedMarks(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var run: [Unicode.Scalar] = []
    var isDifficult = false
    for scalar in text.unicodeScalars {
      if isCompound(scalar) {
        isDifficult = true
        run.append(scalar)
      } else if isReordered(scalar) {
        run.append(scalar)
      } else {
        if !run.isEmpty {
          result.append(contentsOf: isDifficult || run.count > shortRunMax ? ordered(run) : run)
          run.removeAll(keepingCapacity: true)
          isDifficult = false
        }
        result.append(scalar)
      }
    }
    result.append(contentsOf: isDifficult || run.count > shortRunMax ? ordered(run) : run)
    return String(result)
  }

  /// The run decomposed and stably sorted by combining class, one bucket a class.
  private static func ordered(_ run: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var buckets = [[Unicode.Scalar]](repeating: [], count: 256)
    for scalar in run {
      for part in parts(of: scalar) {
        buckets[Int(part.properties.canonicalCombiningClass.rawValue)].append(part)
      }
    }
    return Array(buckets.joined())
  }

  private static func isReordered(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
  }

  /// The only marks that decompose into more than one mark (Unicode 16). Those of Tibetan count as
  /// bases until they are decomposed.
  private static func isCompound(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0344, 0x0F73, 0x0F75, 0x0F81: true
    default: false
    }
  }

  private static func parts(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    switch scalar.value {
    case 0x0344: ["\u{0308}", "\u{0301}"]
    case 0x0F73: ["\u{0F71}", "\u{0F72}"]
    case 0x0F75: ["\u{0F71}", "\u{0F74}"]
    case 0x0F81: ["\u{0F71}", "\u{0F80}"]
    default: [scalar]
    }
  }

  /// Longer than any word of a living language needs, and short enough for Foundation.
  private static let shortRunMax = 16
}
