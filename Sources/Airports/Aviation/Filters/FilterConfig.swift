/// What airports are wanted: plain data; every condition that is set must hold.
///
/// A truth value filters only when `true`: `false` is not "must not have". Lengths in feet. The one rule
/// that reads it is `FilterPlan` (T24). Source: airports 6.
public struct FilterConfig: Sendable, Hashable, Codable {
  /// The country's two letters, in either case.
  public var country: String?
  /// With any published procedure.
  public var hasProcedures: Bool?
  /// With a runway of the class `hard`.
  public var hasHardRunway: Bool?
  /// With a lighted runway.
  public var hasLightedRunway: Bool?
  /// Where a border may be crossed.
  public var pointOfEntry: Bool?
  /// With a runway at least this long; together with a maximum, one single runway lies between both.
  public var minRunwayLengthFt: Int?
  /// Alone: the longest runway is known and at most this long (T15).
  public var maxRunwayLengthFt: Int?
  /// With a procedure typed ILS.
  public var hasILS: Bool?
  /// With a procedure typed RNP or RNAV.
  public var hasRNAV: Bool?
  /// With an approach typed ILS.
  public var hasPrecisionApproach: Bool?
  /// With an AIP entry of this standard or published name.
  public var aipField: String?
  /// Where AVGAS is known to be had (T16).
  public var hasAvgas: Bool?
  /// Where jet fuel is known to be had (T16).
  public var hasJetA: Bool?
  /// Where a landing of a light single costs at most this; what is unknown passes.
  public var maxLandingFee: Double?

  /// Closed runways do not count.
  public var openOnly: Bool?
  /// With any AIP entry.
  public var hasAIPData: Bool?
  /// With a hotel at least this near; what is unknown does not pass.
  public var hotel: HospitalityReach?
  /// With a restaurant at least this near; what is unknown does not pass.
  public var restaurant: HospitalityReach?
  /// Without the large airports.
  public var excludeLargeAirports: Bool?
  /// At a distance from another airport.
  public var tripDistance: TripDistance?
  /// Where so many hours of notice are enough; what is unknown passes.
  public var maxHoursNotice: Int?
  /// What the text of `aipField` (of any entry without it) must be like; a text that says "none" never is.
  public var aipOperator: AIPOperator?
  /// What `aipOperator` compares with, in either case; `contains` when there is no operator.
  public var aipValue: String?

  /// Nothing is filtered.
  public init() {}

  /// Nothing is filtered.
  public static let none = FilterConfig()

  /// Everything back to nothing.
  public mutating func reset() { self = FilterConfig() }
}

/// How near a hotel or a restaurant is.
public enum HospitalityReach: String, Sendable, Hashable, Codable, CaseIterable {
  /// Near the aerodrome; one at the airport is near too.
  case vicinity
  /// At the airport itself.
  case atAirport = "at_airport"
}

/// A distance from an airport, in nautical miles.
public struct TripDistance: Sendable, Hashable, Codable {
  /// The airport; when it is not known no airport passes.
  public var from: String
  /// At least so far.
  public var min: Double?
  /// At most so far.
  public var max: Double?

  /// A distance from an airport.
  public init(from: String, min: Double? = nil, max: Double? = nil) {
    self.from = from
    self.min = min
    self.max = max
  }
}

/// How an AIP text is compared, without regard to case.
public enum AIPOperator: String, Sendable, Hashable, Codable, CaseIterable {
  /// The value stands somewhere in it.
  case contains
  /// It is the value.
  case equals
  /// There is a text.
  case notEmpty = "not_empty"
  /// It begins with the value.
  case startsWith = "starts_with"
  /// It ends with the value.
  case endsWith = "ends_with"
}

/// What filters need that stands in other databases: by identifier in upper case, absent when unknown.
public struct FilterData: Sendable, Hashable {
  /// The landing fee of a Cessna 172 (1157 kg, the band 750–1199).
  public var landingFee: [String: Double]
  /// The hours of notice asked for; 0 around the clock, nothing on request.
  public var noticeHours: [String: Int]
  /// How near a hotel is.
  public var hotel: [String: HospitalityReach]
  /// How near a restaurant is.
  public var restaurant: [String: HospitalityReach]

  /// Data of one's own.
  public init(
    landingFee: [String: Double] = [:], noticeHours: [String: Int] = [:],
    hotel: [String: HospitalityReach] = [:], restaurant: [String: HospitalityReach] = [:]
  ) {
    self.landingFee = landingFee
    self.noticeHours = noticeHours
    self.hotel = hotel
    self.restaurant = restaurant
  }

  /// Nothing is known.
  public static let none = FilterData()
}
