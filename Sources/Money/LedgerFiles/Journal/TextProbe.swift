import Ledger

/// Texts with other than plain letters cost a normalisation each; the answers about the last ones are kept,
/// because notes repeat.
struct ForeignTexts {
  private var answers: [String: Bool] = [:]

  mutating func contains(_ key: String, in text: String) -> Bool {
    if let known = answers[text] { return known }
    guard text.utf8.count <= Self.textBytesMax else { return SearchText.key(text).contains(key) }
    if answers.count >= Self.answersMax { answers.removeAll(keepingCapacity: true) }
    let answer = SearchText.key(text).contains(key)
    answers[text] = answer
    return answer
  }

  private static let answersMax = 4_096
  private static let textBytesMax = 256
}

/// Looks for one text in many columns quickly: whether it may be there. What it finds is looked at again by
/// `JournalSearch`, what it passes over is surely not there.
struct TextProbe: Sendable {
  /// The key of the text that is looked for, see `SearchText`.
  let key: String
  private let bytes: [UInt8]
  private let isASCII: Bool
  /// The digits of the key, the only part of it that an amount's digits can hold.
  private let digits: [UInt8]
  /// Whether amounts have to be written out to know: the key could be found in what stands around digits.
  private let comparesWholeAmounts: Bool

  init(key: String, formats: [CurrencyFormat]) {
    self.key = key
    bytes = Array(key.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
    digits = bytes.filter(Self.isDigit)
    let around = formats.flatMap { format in
      [format.prefix, format.suffix, format.decimalPoint, format.groupSeparator].map(SearchText.key)
    }
    let hasDigitsAround = around.contains { $0.utf8.contains(where: Self.isDigit) }
    let mayBeAround = (around + ["-", ".", ExactDecimal.outOfRange.description]).contains { text in
      ("-" + text).contains(key)
    }
    comparesWholeAmounts = hasDigitsAround || (digits.isEmpty && mayBeAround)
  }

  /// Whether any amount may hold what is looked for.
  var findsAmounts: Bool { comparesWholeAmounts || !digits.isEmpty }

  /// Whether a text of a column may hold what is looked for.
  func mayFind(in text: UnsafeBufferPointer<UInt8>, _ foreign: inout ForeignTexts) -> Bool {
    guard text.allSatisfy({ $0 < 0x80 }) else {
      return foreign.contains(key, in: String(decoding: text, as: UTF8.self))
    }
    guard isASCII, let first = bytes.first, text.count >= bytes.count else { return false }
    for start in 0...text.count - bytes.count where Self.lowered(text[start]) == first {
      if bytes.indices.allSatisfy({ Self.lowered(text[start + $0]) == bytes[$0] }) { return true }
    }
    return false
  }

  /// Whether an amount, as shown or as a plain decimal, may hold what is looked for.
  func mayFind(in amount: ScannedAmount, _ scale: UnitScale) -> Bool {
    if comparesWholeAmounts { return true }
    guard !digits.isEmpty else { return false }
    // The digits shown of whole units, with zeros in front up to one before the point. A plain decimal leaves
    // zeros out at its end: its digits are the first of these.
    guard case .units(let units) = amount else { return true }
    var shown = Array(String(units.magnitude).utf8)
    if shown.count <= scale.digits {
      shown = Array(repeating: UInt8(ascii: "0"), count: scale.digits + 1 - shown.count) + shown
    }
    return shown.count >= digits.count
      && (0...shown.count - digits.count).contains { shown[$0...].starts(with: digits) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
