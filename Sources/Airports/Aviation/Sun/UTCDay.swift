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
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(inMonth: month, of: year)
    else { return nil }
    self.init(trusted: Self.number(year, month, day))
  }

  /// The day in which `seconds` since 1970 lies; nil beyond the years there are.
  public init?(seconds: Int64) {
    let (quotient, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    self.init(number: Int(clamping: rest < 0 ? quotient - 1 : quotient))
  }

  /// The day with this number; nil beyond the years there are.
  public init?(number: Int) {
    guard (-719_162...2_932_896).contains(number) else { return nil }
    self.init(trusted: number)
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

  private init(trusted number: Int) {
    self.number = number
    let era = (number + 719_468) / 146_097
    let dayOfEra = number + 719_468 - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Earlier days come first.
  public static func < (left: UTCDay, right: UTCDay) -> Bool { left.number < right.number }

  /// The second since 1970 with which it begins.
  public var startSeconds: Int64 { Int64(number) * 86_400 }

  /// 0 on the first of January.
  public var dayOfYear: Int { number - Self.number(year, 1, 1) }

  /// 0 is Monday, 6 is Sunday.
  public var weekday: Int { ((number + 3) % 7 + 7) % 7 }

  /// The year with its part gone by: 2026-07-02 is about 2026.5. As magnetic models take it.
  public var decimalYear: Double {
    Double(year) + Double(dayOfYear) / Double(Self.isLeap(year) ? 366 : 365)
  }

  /// How many days a month has; `month` is 1…12.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
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
