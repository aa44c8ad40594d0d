import Ledger
import Storage

/// The order of the journal, newest first, as the index of dates gives it.
///
/// Rows come by day and id, or by date, time and id where the file says so. The index knows only the stored
/// text, so rows are read in groups that stand together in it, and sorted within: by day that is all whose
/// text begins alike, up to ten bytes. Rows without a date, or with bytes for one, are the last group.
struct JournalOrder: Sendable {
  /// Whether rows of one day are ordered by their time.
  let byTime: Bool

  /// What the rows of one group have in common.
  func group(of text: String) -> String {
    guard !byTime else { return text }
    let head = text.utf8.prefix(Self.dayBytes)
    // A last byte that has no successor, or bytes that are half a character, stand for themselves.
    guard head.count == Self.dayBytes, head.allSatisfy({ $0 < 0x7f }) else { return text }
    return String(Substring(head))
  }

  /// Whether a group is all texts that begin so; else it is the texts that are so.
  func isHead(_ group: String) -> Bool {
    !byTime && group.utf8.count == Self.dayBytes && group.utf8.allSatisfy { $0 < 0x7f }
  }

  /// Whether a row stands after a place.
  func isAfter(_ place: JournalPlace, _ id: Int64, _ date: DayText) -> Bool {
    let (at, other) = (key(place.date), key(date))
    return at == other ? id < place.id.rawValue : Self.isEarlier(other, at)
  }

  /// Newest first.
  func isBefore(_ left: JournalCandidate, _ right: JournalCandidate) -> Bool {
    let (a, b) = (key(left.date), key(right.date))
    return a == b ? left.id > right.id : Self.isEarlier(b, a)
  }

  /// The condition on TRANSDATE that leaves out what stands in groups before the place's.
  func startClause(_ place: JournalPlace) -> (sql: String, value: SQLValue) {
    let group = group(of: place.date.text)
    guard isHead(group), let last = group.utf8.last else { return ("TRANSDATE <= ?", .text(group)) }
    let next = String(decoding: group.utf8.dropLast() + [last + 1], as: UTF8.self)
    return ("TRANSDATE < ?", .text(next))
  }

  private func key(_ date: DayText) -> Substring { byTime ? date.text[...] : date.dateText }

  /// By bytes, as texts of days are.
  private static func isEarlier(_ left: Substring, _ right: Substring) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  private static let dayBytes = 10
}

/// A row that may be wanted, before it is read whole.
struct JournalCandidate: Sendable {
  let id: Int64
  let date: DayText
  /// Whether the text that is looked for is known to be found in it.
  let isFound: Bool
}
