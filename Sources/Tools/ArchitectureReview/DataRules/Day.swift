/// A day of the calendar, as a number that counts up.
package struct Day: Sendable, Equatable {
  /// Days since 1970-01-01.
  package var number: Int

  /// A day by its number since 1970-01-01.
  package init(number: Int) { self.number = number }

  /// Nothing for what is no month or day.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...31).contains(day), (0...9999).contains(year) else { return nil }
    // Days of the civil calendar, counted in years that begin in March.
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
