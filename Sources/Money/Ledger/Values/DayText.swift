/// A date or date-time as a file holds it: `YYYY-MM-DD`, `YYYY-MM-DDThh:mm:ss`, or something else.
///
/// Kept as text, because text that cannot be read still has its place in the order: a row counts "up to
/// day D" when its text is below `D` + "z", byte by byte. Source: money 2.1, 2.11.
public struct DayText: Sendable, Hashable, Comparable {
  /// The stored text; nil where the file holds NULL.
  public let stored: String?

  /// A column's text.
  public init(_ stored: String?) { self.stored = stored }

  /// A day without a time.
  public init(_ day: CalendarDate) { stored = day.description }

  /// The text; empty where the file holds NULL.
  public var text: String { stored ?? "" }
  /// Whether there is no text.
  public var isEmpty: Bool { text.isEmpty }

  /// The part before the "T", whatever mark stands upon that.
  public var dateText: Substring {
    let text = text
    return text[..<(text.utf8.firstIndex(of: UInt8(ascii: "T")) ?? text.endIndex)]
  }
  /// From the "T" on, with it; empty for a day alone.
  public var timeText: Substring { text[dateText.endIndex...] }
  /// The day; nil when it cannot be read.
  public var day: CalendarDate? { CalendarDate(dateText) }

  /// Whether the row counts up to and including `day`. An empty date comes before all days.
  public func isOnOrBefore(_ day: CalendarDate) -> Bool {
    text.utf8.lexicographicallyPrecedes((day.description + "z").utf8)
  }

  /// Whether the row lies within a range of days, both ends included.
  public func isWithin(_ range: ClosedRange<CalendarDate>) -> Bool {
    isOnOrBefore(range.upperBound)
      && !text.utf8.lexicographicallyPrecedes(range.lowerBound.description.utf8)
  }

  /// The same time on another day.
  public func moved(to day: CalendarDate) -> DayText {
    DayText(day.description + timeText)
  }

  /// By text, byte by byte: earlier days and times come first, and no date before all.
  public static func < (left: DayText, right: DayText) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}
