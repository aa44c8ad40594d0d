import Timebase

/// Times as databases of airports write them: `2025-11-02T23:38:24.006552`, with or without a zone.
///
/// A time without a zone is UTC, and fractions have any number of digits (T1). Source: airports 2.1.
public enum AirportTime {
  /// The time of a text, cut to milliseconds; nothing unless it is a day and a time from 1970 on.
  ///
  /// Between day and time stands `T` or a blank; a zone is `Z`, `+HH:MM` or `-HH:MM`.
  public static func timestamp(_ text: String) -> Timestamp? {
    var reader = DigitReader(text.utf8)
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
      reader.skip("-"), let day = reader.number(2),
      let number = Gregorian.dayNumber(year: year, month: month, day: day),
      reader.skip("T") || reader.skip(" "),
      let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2),
      reader.skip(":"), let second = reader.number(2), hour < 24, minute < 60, second < 60
    else { return nil }
    let millis = reader.skip(".") ? reader.milliseconds() : 0
    guard let millis, let zone = reader.zoneMinutes(), reader.isAtEnd else { return nil }
    let minutes = (number * 24 + hour) * 60 + minute - zone
    let total = (minutes * 60 + second) * 1000 + millis
    return UInt64(exactly: total).map(Timestamp.init(milliseconds:))
  }

  /// The time as `2025-11-02T23:38:24.006Z`; without a fraction when it is whole seconds.
  public static func text(_ time: Timestamp) -> String {
    let seconds = Int(clamping: min(time.milliseconds / 1000, 253_402_300_799))
    let millis = Int(time.milliseconds % 1000)
    let (day, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let (year, month, dayOfMonth) = Gregorian.date(ofDay: day)
    let clock = [rest / 3600, rest / 60 % 60, rest % 60].map { padded($0, 2) }.joined(separator: ":")
    let fraction = millis == 0 ? "" : "." + padded(millis, 3)
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))T\(clock)\(fraction)Z"
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// Reads digits and separators from the front of a text.
private struct DigitReader {
  private var rest: Substring.UTF8View

  init(_ text: String.UTF8View) { rest = text[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// Exactly so many digits.
  mutating func number(_ digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard let byte = rest.first, UInt32(byte) == mark.value else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// The digits after the point as milliseconds, what is finer cut off; at least one digit.
  mutating func milliseconds() -> Int? {
    guard let first = digit() else { return nil }
    var (value, scale) = (first * 100, 10)
    while let digit = digit() {
      value += digit * scale
      scale /= 10
    }
    return value
  }

  /// Minutes east of Greenwich; 0 without a zone.
  mutating func zoneMinutes() -> Int? {
    if isAtEnd || skip("Z") { return 0 }
    let isWest = skip("-")
    guard isWest || skip("+"), let hours = number(2), hours < 24 else { return nil }
    _ = skip(":")
    guard let minutes = isAtEnd ? 0 : number(2), minutes < 60 else { return nil }
    return (isWest ? -1 : 1) * (hours * 60 + minutes)
  }

  private mutating func digit() -> Int? {
    guard let byte = rest.first, (0x30...0x39).contains(byte) else { return nil }
    rest = rest.dropFirst()
    return Int(byte) - 0x30
  }
}
