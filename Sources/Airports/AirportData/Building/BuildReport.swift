/// What a build or an import made, and what it left out.
public struct BuildReport: Sendable, Equatable {
  /// How much is in the database now.
  public var counts = DatabaseCounts()
  /// What was left out or emptied and why, in the order of `BuildNote.Reason`; none with a count of 0.
  public var notes: [BuildNote] = []
  /// The version that was given to the database, `YYYYMMDD.N`.
  public var version = ""
  /// The day of the data as the sources tell it, `YYYY-MM-DD`; nil where nobody told it.
  public var sourceDay: String?

  /// Nothing yet.
  public init() {}

  mutating func note(_ reason: BuildNote.Reason, file: String, line: Int, example: String = "") {
    if let index = notes.firstIndex(where: { $0.reason == reason && $0.file == file }) {
      notes[index].count += 1
    } else {
      notes.append(BuildNote(reason: reason, file: file, count: 1, firstLine: line, example: example))
    }
  }
}

/// One kind of thing that was left out, with how often it happened.
public struct BuildNote: Sendable, Equatable {
  /// Why.
  public enum Reason: String, Sendable, Equatable, CaseIterable {
    /// The line has fewer or more fields than the first, or a stray quote.
    case irregularLine
    /// The identifier has not four characters.
    case otherIdentifier
    /// A heliport.
    case heliport
    /// The airport is closed.
    case closed
    /// There is no position, or none that can be.
    case noPosition
    /// The identifier stood in the file before; the first line holds.
    case sameIdentifier
    /// The runway belongs to an airport that is not in the database.
    case runwayOfNoAirport
    /// An older file: the airport's runways are in the newer one.
    case olderRunway
    /// A number that cannot be read or cannot be; the row stays without it.
    case unusableNumber
    /// A type that is not known; the row stays without it.
    case unknownType
    /// A border crossing point without an identifier of four characters.
    case borderWithoutIdentifier
    /// A border crossing point whose country is not known.
    case borderWithoutCountry
    /// The same border crossing point again.
    case sameBorderPoint
    /// A border crossing point at an airport that is not in the database; it is kept.
    case borderOfNoAirport
    /// The file does not end with a line break: its last field may be cut.
    case lastLineOpen
  }

  /// Why.
  public var reason: Reason
  /// The file it happened in.
  public var file: String
  /// How often.
  public var count: Int
  /// The first line it happened in.
  public var firstLine: Int
  /// What stood in that line, where it helps; may hold anything.
  public var example: String

  /// Whether a row was left out, rather than a value emptied or something only noticed.
  public var isLeftOut: Bool {
    switch reason {
    case .irregularLine, .otherIdentifier, .heliport, .closed, .noPosition, .sameIdentifier,
      .runwayOfNoAirport, .olderRunway, .borderWithoutIdentifier, .borderWithoutCountry, .sameBorderPoint:
      true
    case .unusableNumber, .unknownType, .borderOfNoAirport, .lastLineOpen: false
    }
  }
}

extension BuildNote.Reason {
  /// What it means, for people; follows a count.
  public var words: String {
    switch self {
    case .irregularLine: "lines with another number of fields than the first, or a stray quote"
    case .otherIdentifier: "airports whose identifier has not four characters"
    case .heliport: "heliports"
    case .closed: "closed airports"
    case .noPosition: "airports without a position"
    case .sameIdentifier: "airports whose identifier stood before"
    case .runwayOfNoAirport: "runways of airports that are not in the database"
    case .olderRunway: "runways of an older file whose airport is in the newer one"
    case .unusableNumber: "numbers that cannot be; the row stays without them"
    case .unknownType: "airports of a type that is not known; they stay without it"
    case .borderWithoutIdentifier: "border crossing points without an identifier of four characters"
    case .borderWithoutCountry: "border crossing points whose country is not known"
    case .sameBorderPoint: "border crossing points that stood before"
    case .borderOfNoAirport: "border crossing points at airports that are not in the database; kept"
    case .lastLineOpen: "files that do not end with a line break; the last field may be cut"
    }
  }
}

/// How many rows each table of a database has.
public struct DatabaseCounts: Sendable, Equatable {
  /// Airports.
  public var airports = 0
  /// Runways.
  public var runways = 0
  /// Approaches, departures and arrivals.
  public var procedures = 0
  /// Entries of aeronautical information publications.
  public var aipEntries = 0
  /// Border crossing points.
  public var borderCrossingPoints = 0
  /// Waypoints.
  public var waypoints = 0

  /// None of anything.
  public init() {}
}

/// How far a build has come.
public struct BuildProgress: Sendable, Equatable {
  /// What is being done.
  public enum Phase: String, Sendable, Equatable, CaseIterable {
    case airports, runways, border, indexes, checking
  }

  /// What is being done.
  public var phase: Phase
  /// How much of this phase is done, 0…1.
  public var fraction: Double
  /// Rows taken in this phase.
  public var rows: Int
}
