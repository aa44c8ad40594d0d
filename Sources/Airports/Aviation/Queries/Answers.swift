import Geography

/// Airports of a list that may have been cut, and how many there were before.
public struct AirportList: Sendable, Hashable {
  /// The airports, at most the limit.
  public var airports: [Airport]
  /// How many there were.
  public var total: Int

  /// A list of one's own.
  public init(airports: [Airport], total: Int) {
    self.airports = airports
    self.total = total
  }

  /// How many were left out; what hides airports says so.
  public var hiddenCount: Int { total - airports.count }
}

/// An airport and its great-circle distance in nautical miles.
public struct AirportDistance: Sendable, Hashable {
  /// The airport.
  public var airport: Airport
  /// Nautical miles.
  public var distance: Double

  /// A pair of one's own.
  public init(airport: Airport, distance: Double) {
    self.airport = airport
    self.distance = distance
  }
}

/// An airport of a route's corridor. Nautical miles. Source: airports 5.1.
public struct RouteRow: Sendable, Hashable {
  /// The airport.
  public var airport: Airport
  /// To the nearest place of the route.
  public var segmentDistance: Double
  /// Length of the legs before, and straight from the leg's start to the airport.
  public var enrouteDistance: Double
  /// Length of the legs before, and along the leg to the place abeam.
  public var alongTrack: Double
  /// To the leg's great circle: positive right of the way, negative left.
  public var crossTrack: Double
  /// Which leg is nearest, counted from 0; 0 also for a route of one point.
  public var legIndex: Int

  /// A row of one's own.
  public init(
    airport: Airport, segmentDistance: Double, enrouteDistance: Double, alongTrack: Double,
    crossTrack: Double, legIndex: Int
  ) {
    self.airport = airport
    self.segmentDistance = segmentDistance
    self.enrouteDistance = enrouteDistance
    self.alongTrack = alongTrack
    self.crossTrack = crossTrack
    self.legIndex = legIndex
  }
}

/// A point of a route.
public struct RoutePoint: Sendable, Hashable {
  /// Its identifier.
  public var ident: String
  /// Where it is.
  public var position: Coordinate

  /// A point of one's own.
  public init(ident: String, position: Coordinate) {
    self.ident = ident
    self.position = position
  }
}

/// A route and the airports of its corridor.
public struct RouteAnswer: Sendable, Hashable {
  /// The points known, in their order.
  public var points: [RoutePoint]
  /// The identifiers that are not known, in their order.
  public var unknownIdents: [String]
  /// Half the corridor's width in nautical miles.
  public var corridorNM: Double
  /// The length of each leg in nautical miles.
  public var legLengths: [Double]
  /// By distance from the route, rounded to hundredths, then by identifier.
  public var rows: [RouteRow]
  /// Whether the first and the last identifier asked for are known: only then a line is drawn.
  public var isLineKnown: Bool

  /// An answer of one's own.
  public init(
    points: [RoutePoint], unknownIdents: [String], corridorNM: Double, legLengths: [Double],
    rows: [RouteRow], isLineKnown: Bool
  ) {
    self.points = points
    self.unknownIdents = unknownIdents
    self.corridorNM = corridorNM
    self.legLengths = legLengths
    self.rows = rows
    self.isLineKnown = isLineKnown
  }

  /// The length of the whole route in nautical miles.
  public var totalNM: Double { legLengths.reduce(0, +) }

  /// The rows by their place along the route, then by distance from it, then by identifier.
  public var rowsAlongTrack: [RouteRow] {
    rows.sorted { one, other in
      if one.alongTrack != other.alongTrack { return one.alongTrack < other.alongTrack }
      if one.segmentDistance != other.segmentDistance {
        return one.segmentDistance < other.segmentDistance
      }
      return IdentOrder.precedes(one.airport.icao, other.airport.icao)
    }
  }
}
