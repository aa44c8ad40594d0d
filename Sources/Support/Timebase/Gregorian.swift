/// The Gregorian calendar, years 1…9999, carried on to before it was in use: days as numbers and back.
public enum Gregorian {
  /// The years there are.
  public static let years = 1...9999
  /// Days since 1970-01-01, from the first day of year 1 to the last of 9999.
  public static let dayNumbers = -719_162...2_932_896

  /// The number of a day; nil when there is no such day.
  public static func dayNumber(year: Int, month: Int, day: Int) -> Int? {
    guard years.contains(year), day >= 1, day <= days(inMonth: month, of: year) else { return nil }
    // Years are counted from March, so that the leap day is the last of its year.
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The day with a number; the nearest one there is for a number beyond `dayNumbers`.
  public static func date(ofDay number: Int) -> (year: Int, month: Int, day: Int) {
    let days = min(max(number, dayNumbers.lowerBound), dayNumbers.upperBound) + 719_468
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// How many days a month has; 0 for a month that does not exist.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 1, 3, 5, 7, 8, 10, 12: 31
    case 4, 6, 9, 11: 30
    case 2: isLeap(year) ? 29 : 28
    default: 0
    }
  }

  /// Whether a year has 366 days.
  public static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}
