import Text

/// Finds the rules of a country that answer a question best, by the words alone (BM25).
///
/// Words are compared without regard to case and accents; the question, its tags and the answer count
/// alike. Source: airports 14.6.
public struct RuleSearch: Sendable {
  private let rules: [CountryRule]
  private let words: [[String: Int]]
  private let lengths: [Int]
  private let meanLength: Double

  /// Prepares a country's rules.
  public init(_ rules: [CountryRule]) {
    self.rules = rules
    let lists = rules.map { rule in
      let parts = [rule.question.text] + rule.question.tags + [AnswerMarkup.plainText(rule.answer.markup)]
      return Self.words(parts.joined(separator: " "))
    }
    words = lists.map { $0.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
    lengths = lists.map(\.count)
    meanLength = lists.isEmpty ? 1 : max(1, Double(lengths.reduce(0, +)) / Double(lists.count))
  }

  /// The best of them, at most `limit`, best first; of equals the earlier rule; none that shares no word.
  public func best(for question: String, limit: Int = 5) -> [(rule: CountryRule, score: Double)] {
    let asked = Self.words(String(decoding: Array(question.utf8.prefix(4_096)), as: UTF8.self))
    // Each word once, in order: sums of fractions depend on their order.
    var terms: [String] = []
    for word in asked where !terms.contains(word) && terms.count < 64 { terms.append(word) }
    let weights = terms.map { term -> Double in
      let with = Double(words.count { $0[term] != nil })
      return Logarithm.natural(1 + (Double(words.count) - with + 0.5) / (with + 0.5))
    }
    var found: [(index: Int, score: Double)] = []
    for index in rules.indices {
      var score = 0.0
      for (term, weight) in zip(terms, weights) {
        guard let count = words[index][term].map(Double.init) else { continue }
        let length = Double(lengths[index]) / meanLength
        score += weight * count * (Self.k + 1) / (count + Self.k * (1 - Self.b + Self.b * length))
      }
      if score > 0 { found.append((index, score)) }
    }
    found.sort { $0.score == $1.score ? $0.index < $1.index : $0.score > $1.score }
    return found.prefix(max(0, limit)).map { (rules[$0.index], $0.score) }
  }

  private static func words(_ text: String) -> [String] {
    let plain = Text.nfd(Text.folded(text)).unicodeScalars.filter { !$0.properties.isDiacritic }
    return String(String.UnicodeScalarView(plain)).split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  private static let k = 1.2
  private static let b = 0.75
}

/// The natural logarithm without a C library.
enum Logarithm {
  /// That of a positive finite number, to about 15 digits.
  static func natural(_ value: Double) -> Double {
    // value = significand · 2^exponent, and ln s = 2 artanh((s − 1) / (s + 1)) for s in 1..<2.
    let ratio = (value.significand - 1) / (value.significand + 1)
    var (power, sum) = (ratio, 0.0)
    for odd in stride(from: 1.0, through: 33, by: 2) {
      sum += power / odd
      power *= ratio * ratio
    }
    return 2 * sum + Double(value.exponent) * 0.693147180559945309417
  }
}
