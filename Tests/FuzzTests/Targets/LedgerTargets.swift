@testable import Ledger

/// Readers of what people and files write as amounts and days.
enum LedgerTargets {
  /// A currency's format by the first byte, then a text. What is read as an amount is written so that it
  /// reads as the same; a number reads as its shortest text does.
  static func number(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard let choice = bytes.first else { return .refused }
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    if let broken = brokenDecimal(text, bytes) { return .broken(broken) }
    let format = formats[Int(choice) % formats.count]
    guard let amount = format.amount(text) else { return .refused }
    let shown = amount.rounded(toDigits: format.fractionDigits)
    for style in [CurrencyFormat.Style.signFirst, .signAfterPrefix] {
      let written = format.text(amount, style: style)
      // More digits than a number is read with are rounded.
      let figures = written.utf8.count { (0x30...0x39).contains($0) }
      guard figures <= ExactDecimal.scaleMax else { continue }
      guard format.amount(written) == shown else { return .broken("\(amount) is written as \(written)") }
    }
    return .accepted
  }

  private static func brokenDecimal(_ text: String, _ bytes: [UInt8]) -> String? {
    if let decimal = ExactDecimal(text), !decimal.isOutOfRange {
      guard ExactDecimal(decimal.description) == decimal else { return "\(decimal) reads differently" }
      let sum = decimal + decimal
      guard sum.isOutOfRange || sum == decimal * ExactDecimal(2) else {
        return "\(decimal) + itself is \(sum)"
      }
    }
    let stored = StoredNumber(.text(text))
    guard stored.defect != nil else { return "text for a number is no defect" }
    let double = Double(bitPattern: bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    let slow = double.isFinite ? ExactDecimal(double.description) ?? .outOfRange : .outOfRange
    guard ExactDecimal(shortest: double) == slow else { return "\(double) is read as another number" }
    // What a writer stores for a number of at most 15 digits reads as that number.
    if !slow.isOutOfRange, slow.canonical.mantissa.magnitude < 1_000_000_000_000_000 {
      let again = StoredNumber(StoredNumber.value(writing: slow))
      guard again == StoredNumber(slow) else { return "\(slow) is stored as \(again.decimal)" }
    }
    return nil
  }

  /// A mask by the first byte, then a text; 255 takes the mask from the text's first line. What is read by
  /// one of the usual masks is written as a text that reads as the same day.
  static func date(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard let choice = bytes.first else { return .refused }
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    if let broken = brokenDay(text) { return .broken(broken) }
    guard choice < 255 else {
      let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let mask = DateMask(String(lines.first ?? ""))
      let day = mask.date(lines.last ?? "")
      _ = mask.text(day ?? .first)
      return day == nil ? .refused : .accepted
    }
    let mask = DateMask(masks[Int(choice) % masks.count])
    _ = CalendarDate.reading(text, mask: mask, today: CalendarDate.first)
    guard let day = mask.date(text) else { return .refused }
    let written = mask.text(day)
    return mask.date(written) == day ? .accepted : .broken("\(day) is written as \(written)")
  }

  private static func brokenDay(_ text: String) -> String? {
    if let day = CalendarDate(text) {
      guard day.description == text else { return "\(text) is read as \(day)" }
      guard let month = day.adding(months: 1) else {
        return day.year == 9_999 ? nil : "no month after \(day)"
      }
      guard day.days(to: month) >= 28, day.days(to: month) <= 31 else {
        return "a month after \(day) is \(month)"
      }
    }
    let stored = DayText(text)
    if let day = stored.day {
      guard stored.isOnOrBefore(day), stored.isWithin(day...day) else { return "\(text) is not on its day" }
      guard stored.moved(to: day) == stored else { return "\(text) moves to its own day as another" }
    }
    return nil
  }

  private static let formats = [
    CurrencyFormat.plain,
    CurrencyFormat(prefix: "$", suffix: "", decimalPoint: ".", groupSeparator: ",", scale: 100),
    CurrencyFormat(prefix: "", suffix: " €", decimalPoint: ",", groupSeparator: ".", scale: 100),
    CurrencyFormat(prefix: "", suffix: " kr", decimalPoint: ",", groupSeparator: "\u{00a0}", scale: 100),
    CurrencyFormat(prefix: "KM", suffix: "", decimalPoint: ",", groupSeparator: ".", scale: 100),
    CurrencyFormat(prefix: "¥", suffix: "", decimalPoint: "", groupSeparator: "", scale: 1),
    CurrencyFormat(prefix: "", suffix: "", decimalPoint: ".", groupSeparator: "'", scale: 1_000),
    CurrencyFormat(prefix: "₿", suffix: "", decimalPoint: ".", groupSeparator: " ", scale: 100_000_000),
  ]

  private static let masks = [
    "%Y-%m-%d", "%d.%m.%Y", "%d.%m.%y", "%d/%m/%Y", "%d/%m/%y", "%m/%d/%Y", "%m/%d/%y", "%d-%m-%Y",
    "%Y/%m/%d",
    "%Y.%m.%d", "%Y%m%d", "%d %b %Y", "%b %d, %Y", "%e. %B %Y", "%d/%m'%Y", "%d,%m,%y", "%%%Y %h %d",
  ]
}
