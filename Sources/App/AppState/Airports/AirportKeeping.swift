import Timebase

/// Keeps what is the person's own in Airports: favourites, notes, settings, and what was looked at last.
///
/// Sealed in the profile like the other stores. Source: airports 10, 11.
public protocol AirportKeeping: Sendable {
  /// The favourites, the latest first; identifiers.
  func favourites() async throws -> [String]
  /// Makes an airport a favourite, or no longer.
  func setFavourite(_ isFavourite: Bool, icao: String) async throws
  /// What the person wrote about an airport; nil where nothing.
  func note(icao: String) async throws -> String?
  /// Keeps a note; an empty one is removed.
  func setNote(_ text: String, icao: String) async throws
  /// A text that is kept under a name; nil where there is none or it cannot be read.
  func text(_ name: AirportKeptText) async -> String?
  /// Keeps a text under a name. What cannot be kept is only missed at the next start.
  func keep(_ text: String, as name: AirportKeptText) async
}

/// The texts Airports keeps.
public enum AirportKeptText: String, Sendable, CaseIterable {
  /// Units and defaults.
  case settings
  /// What was looked at last.
  case session
}

/// What Airports asks of the machine it runs on.
public protocol AirportSurroundings: Sendable {
  /// What time it is.
  func now() -> Timestamp
  /// A moment as the person's calendar and clock show it.
  func civil(_ moment: Timestamp) -> CivilTime
  /// A country's name; the code where it has none.
  func countryName(_ code: String) -> String
}

/// Names and values written one a line: `name value`. What is not of this form is left out.
enum KeptLines {
  static func text(_ items: [(name: String, value: String)]) -> String {
    items.map { "\($0.name) \($0.value.replacingLineBreaks)" }.joined(separator: "\n")
  }

  static func items(_ text: String) -> [(name: String, value: String)] {
    text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
  }
}

extension String {
  fileprivate var replacingLineBreaks: String {
    String(map { $0.isNewline ? " " : $0 })
  }
}
