import Aviation

/// All that was read of one database.
public struct LoadedAirports: Sendable {
  /// The airports with runways, procedures and AIP texts, in the order of the file.
  public var airports: [Airport] = []
  /// Border crossing points, in the order of the file.
  public var borderCrossings: [BorderCrossing] = []
  /// Waypoints, in the order of the file.
  public var waypoints: [Waypoint] = []
  /// What the file says of itself.
  public var description = DatabaseDescription(path: "")
  /// What was passed over while reading.
  public var passedOver = PassedOver()
}

/// Rows that were not taken, by reason.
public struct PassedOver: Sendable, Equatable {
  /// Airports without a position, or with one that cannot be.
  public var withoutPosition = 0
  /// Airports without an identifier that can be shown, or with one that stood before.
  public var withoutIdentifier = 0
  /// Airports the selection leaves out.
  public var notSelected = 0
  /// Runways, procedures and entries of airports that were not taken.
  public var ofNoAirport = 0
  /// Procedures of an unknown type, entries without text, waypoints and border points that cannot be used.
  public var unusable = 0

  /// Nothing was passed over.
  public init() {}
}

/// What a database says of itself, and how much it holds.
public struct DatabaseDescription: Sendable, Equatable {
  /// Where it stands.
  public var path: String
  /// How many rows its tables have; 0 for a table that is not there.
  public var counts = DatabaseCounts()
  /// The number of its format; nil where it names none.
  public var schema: Int?
  /// Its version, where it names one.
  public var version: DatabaseVersion?
  /// What it covers, in its own words; may hold anything.
  public var covers: String?
  /// The day its data were true, `YYYY-MM-DD`.
  public var sourceDay: String?
  /// The day it was built or last changed, `YYYY-MM-DD`.
  public var builtDay: String?
  /// Who made the data; may hold anything.
  public var sources: [String] = []

  /// A file of which nothing is known yet.
  public init(path: String) { self.path = path }
}
