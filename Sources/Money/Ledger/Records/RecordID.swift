/// The id of a row of one table; ids of different records do not mix. At least 1 in a healthy file.
public struct RecordID<Record>: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The number in the file.
  public let rawValue: Int64

  /// The id of a row.
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// A reference column: NULL, 0 and -1 all mean no record. Source: money 1.1.
  public init?(reference: Int64?) {
    guard let reference, reference != 0, reference != Self.none else { return nil }
    rawValue = reference
  }

  /// What a writer stores for no record.
  public static var none: Int64 { -1 }

  /// Smaller numbers come first.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The number.
  public var description: String { String(rawValue) }
}
