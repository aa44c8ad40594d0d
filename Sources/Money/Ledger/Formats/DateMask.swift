/// How days are written and read: the mask of a file (`%d.%m.%Y`), both ways.
///
/// `%Y` four digits, `%y` two (69…99 are 1969…1999), `%m` `%d` two digits (one is read too), `%e` the day
/// without a zero, `%b` `%B` English month names, `%%` a percent sign; other characters stand for
/// themselves. A mask without a year, month or day reads nothing. Source: money 1.4, 7.3.
public struct DateMask: Sendable, Hashable {
  /// The mask as stored.
  public let mask: String
  private let parts: [Part]

  /// A mask; unknown `%x` stand for themselves. Only the first 64 characters are used.
  public init(_ mask: String) {
    self.mask = mask
    var parts: [Part] = []
    var rest = mask.prefix(64)
    while let character = rest.popFirst() {
      guard character == "%", let letter = rest.first else {
        parts.append(.text(character))
        continue
      }
      rest = rest.dropFirst()
      switch letter {
      case "Y": parts.append(.year)
      case "y": parts.append(.shortYear)
      case "m": parts.append(.month)
      case "d": parts.append(.day)
      case "e": parts.append(.bareDay)
      case "b", "h": parts.append(.shortName)
      case "B": parts.append(.name)
      case "%": parts.append(.text("%"))
      default: parts += [.text("%"), .text(letter)]
      }
    }
    self.parts = parts
  }

  /// `%Y-%m-%d`, the mask of a new file.
  public static let iso = DateMask("%Y-%m-%d")

  /// The day written by the mask.
  public func text(_ date: CalendarDate) -> String {
    let (year, month, day) = date.components
    return parts.reduce(into: "") { text, part in
      switch part {
      case .text(let character): text.append(character)
      case .year: text += year.padded(to: 4)
      case .shortYear: text += (year % 100).padded(to: 2)
      case .month: text += month.padded(to: 2)
      case .day: text += day.padded(to: 2)
      case .bareDay: text += String(day)
      case .shortName: text += Self.monthNames[month - 1].prefix(3)
      case .name: text += Self.monthNames[month - 1]
      }
    }
  }

  /// Reads a day written by the mask, white space around it ignored; nil when it does not match whole.
  public func date(_ text: some StringProtocol) -> CalendarDate? {
    var rest = String(text.drop { $0.isWhitespace })[...]
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    var (year, month, day): (Int?, Int?, Int?)
    for part in parts {
      switch part {
      case .text(let character):
        guard rest.popFirst() == character else { return nil }
      case .year: year = Self.number(&rest, digits: 4...4)
      case .shortYear: year = Self.number(&rest, digits: 2...2).map { $0 < 69 ? 2000 + $0 : 1900 + $0 }
      case .month: month = Self.number(&rest, digits: 1...2)
      case .day, .bareDay: day = Self.number(&rest, digits: 1...2)
      case .shortName, .name: month = Self.month(&rest)
      }
    }
    guard rest.isEmpty, let year, let month, let day else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  private enum Part: Sendable, Hashable {
    case text(Character)
    case year, shortYear, month, day, bareDay, shortName, name
  }

  private static func number(_ rest: inout Substring, digits: ClosedRange<Int>) -> Int? {
    let figures = rest.prefix(digits.upperBound).prefix { $0.isASCII && $0.isNumber }
    guard figures.count >= digits.lowerBound else { return nil }
    rest = rest.dropFirst(figures.count)
    return Int(figures)
  }

  /// A full or three-letter English name at the front, without case.
  private static func month(_ rest: inout Substring) -> Int? {
    for (index, name) in monthNames.enumerated() {
      for candidate in [name, String(name.prefix(3))]
      where rest.prefix(candidate.count).lowercased() == candidate.lowercased() {
        rest = rest.dropFirst(candidate.count)
        return index + 1
      }
    }
    return nil
  }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]
}

extension CalendarDate {
  /// Reads a day as people write it in a command: `today`, `yesterday`, `tomorrow`, `+3`, `-7` (days from
  /// today), `YYYY-MM-DD`, or by the file's mask; nil for anything else.
  public static func reading(_ text: String, mask: DateMask, today: CalendarDate) -> CalendarDate? {
    switch text.lowercased() {
    case "today": return today
    case "yesterday": return today.adding(days: -1)
    case "tomorrow": return today.adding(days: 1)
    default: break
    }
    if text.hasPrefix("+") || text.hasPrefix("-"), let days = Int(text) { return today.adding(days: days) }
    return CalendarDate(text) ?? mask.date(text)
  }
}
