import Geography

/// Where airports come from: the database at hand, whatever else there may be later.
///
/// Filters apply before an answer is cut, here and nowhere else (T17, T24). Unknown identifiers are
/// answers, not errors, except where one airport is asked for. Source: airports 12.1.
public protocol AirportRepository: Sendable {
  /// The airports in a box: longest runway first, then identifier, at most `limit`.
  func airports(in box: GeoBox, filter: FilterConfig, limit: Int) async throws(AirportError)
    -> AirportList

  /// The airports that answer to a text, best first, at most `limit`.
  func search(_ query: String, filter: FilterConfig, limit: Int) async throws(AirportError)
    -> AirportList

  /// One airport whole, or nothing.
  func airport(_ icao: String) async throws(AirportError) -> Airport?

  /// Every airport within a radius: by distance, then by identifier.
  func airports(near place: Coordinate, radiusNM: Double, filter: FilterConfig)
    async throws(AirportError) -> [AirportDistance]

  /// The nearest airports: by distance, then by identifier.
  func nearest(to place: Coordinate, count: Int, filter: FilterConfig) async throws(AirportError)
    -> [AirportDistance]

  /// The airports along a route.
  func route(_ idents: [String], corridorNM: Double, filter: FilterConfig)
    async throws(AirportError) -> RouteAnswer

  /// The airports that pass a filter, by identifier, at most `limit`.
  func airports(passing filter: FilterConfig, limit: Int) async throws(AirportError) -> AirportList

  /// The countries in order, each once.
  func countries() async throws(AirportError) -> [String]

  /// The identifiers of known airports where a border may be crossed, in order.
  func borderCrossingIdents() async throws(AirportError) -> [String]

  /// What the database holds, and from when it is.
  func about() async throws(AirportError) -> DatabaseFacts
}

/// What a database of airports holds, so that nobody takes "not in this database" for "none".
public struct DatabaseFacts: Sendable, Hashable {
  /// Where the file is.
  public var path: String
  /// The database's own version, `YYYYMMDD.N`; empty when it has none.
  public var version: String
  /// The schema's number; nothing when the database does not say.
  public var schema: Int?
  /// Where the data come from, in words.
  public var source: String
  /// From when the data are, `YYYY-MM-DD`; empty when unknown.
  public var date: String
  /// What the database says it covers, in words.
  public var coverage: String
  /// How many airports.
  public var airports: Int
  /// How many runways.
  public var runways: Int
  /// How many procedures.
  public var procedures: Int
  /// How many AIP texts.
  public var entries: Int
  /// How many border crossings.
  public var borderCrossings: Int
  /// How many waypoints.
  public var waypoints: Int
  /// How many airports have a procedure.
  public var airportsWithProcedures: Int
  /// How many airports have an AIP text.
  public var airportsWithEntries: Int

  /// Facts of one's own.
  public init(
    path: String, version: String = "", schema: Int? = nil, source: String = "", date: String = "",
    coverage: String = "", airports: Int = 0, runways: Int = 0, procedures: Int = 0, entries: Int = 0,
    borderCrossings: Int = 0, waypoints: Int = 0, airportsWithProcedures: Int = 0,
    airportsWithEntries: Int = 0
  ) {
    self.path = path
    self.version = version
    self.schema = schema
    self.source = source
    self.date = date
    self.coverage = coverage
    self.airports = airports
    self.runways = runways
    self.procedures = procedures
    self.entries = entries
    self.borderCrossings = borderCrossings
    self.waypoints = waypoints
    self.airportsWithProcedures = airportsWithProcedures
    self.airportsWithEntries = airportsWithEntries
  }
}
