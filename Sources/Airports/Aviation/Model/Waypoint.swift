import Geography

/// A named point of the airways. Source: airports 2.1 and 5.
public struct Waypoint: Sendable, Hashable {
  /// Its name, upper case.
  public var name: String
  /// Where it is.
  public var position: Coordinate
  /// What it is, `5LNC`, `VOR`, …; nothing when unknown.
  public var pointType: String?
  /// The flight information regions it belongs to, in their order.
  public var firCodes: [String]
  /// Between which levels it can be used, as published.
  public var levelAvailability: String?
  /// Where it was read.
  public var source: String?

  /// A point with these facts.
  public init(
    name: String, position: Coordinate, pointType: String? = nil, firCodes: [String] = [],
    levelAvailability: String? = nil, source: String? = nil
  ) {
    self.name = name
    self.position = position
    self.pointType = pointType
    self.firCodes = firCodes
    self.levelAvailability = levelAvailability
    self.source = source
  }

  /// Whether a transmitter stands there: the type is known and is not a mere name.
  public var isNavaid: Bool { pointType.map { $0 != "5LNC" } ?? false }
}

/// A place where a border may be crossed. Source: airports 2.1.
public struct BorderCrossing: Sendable, Hashable {
  /// The identifier in the list.
  public var icao: String
  /// The country's two letters.
  public var country: String
  /// The name in the list.
  public var name: String
  /// Whether the list calls it an airport.
  public var isAirport: Bool
  /// Which list.
  public var source: String
  /// The airport it was recognised as, when that is another.
  public var matchedAirport: String?
  /// How sure that is, 0…1.
  public var matchScore: Double?

  /// A crossing with these facts.
  public init(
    icao: String, country: String, name: String = "", isAirport: Bool = true, source: String = "",
    matchedAirport: String? = nil, matchScore: Double? = nil
  ) {
    self.icao = icao
    self.country = country
    self.name = name
    self.isAirport = isAirport
    self.source = source
    self.matchedAirport = matchedAirport
    self.matchScore = matchScore
  }
}
