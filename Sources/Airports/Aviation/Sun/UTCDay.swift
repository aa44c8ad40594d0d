import Timebase

/// A day of the Gregorian calendar in UTC, years 1…9999.
public struct UTCDay: Sendable, Hashable, Comparable {
  /// Days since 1970-01-01.
  public let number: Int
  /// The year, 1…9999.
  public let year: Int
  /// The month, 1…12.
  public let month: Int
  /// The day of the month, 1…31.
  public let day: Int

  /// The day `year`-`month`-`day`; nil when there is none.
  public init?(year: Int, month: Int, day: Int) {
    guard let number = Gregorian.dayNumber(year: year, month: month, day: day) else { return nil }
    self.init(number: number)
  }

  /// The day in which `seconds` since 1970 lies; nil beyond the years there are.
  public init?(seconds: Int64) {
    let (quotient, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    self.init(number: Int(clamping: rest < 0 ? quotient - 1 : quotient))
  }

  /// The day with this number; nil beyond the years there are.
  public init?(number: Int) {
    guard Gregorian.dayNumbers.contains(number) else { return nil }
    self.number = number
    (year, month, day) = Gregorian.date(ofDay: number)
  }

  /// Reads exactly `YYYY-MM-DD`.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8.prefix(11))
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = METARDigits.number(bytes[0..<4]), let month = METARDigits.number(bytes[5..<7]),
      let day = METARDigits.number(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Earlier days come first.
  public static func < (left: UTCDay, right: UTCDay) -> Bool { left.number < right.number }

  /// The second since 1970 with which it begins.
  public var startSeconds: Int64 { Int64(number) * 86_400 }

  /// 0 on the first of January.
  public var dayOfYear: Int { number - (Gregorian.dayNumber(year: year, month: 1, day: 1) ?? number) }

  /// 0 is Monday, 6 is Sunday.
  public var weekday: Int { ((number + 3) % 7 + 7) % 7 }

  /// The year with its part gone by: 2026-07-02 is about 2026.5. As magnetic models take it.
  public var decimalYear: Double {
    Double(year) + Double(dayOfYear) / Double(Gregorian.isLeap(year) ? 366 : 365)
  }
}

extension UTCDay: CustomStringConvertible {
  /// `YYYY-MM-DD`.
  public var description: String { "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))" }

  static func padded(_ value: Int, _ digits: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
