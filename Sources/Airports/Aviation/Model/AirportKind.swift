/// What an aerodrome is, as OurAirports classes it.
public enum AirportKind: String, Sendable, Hashable, CaseIterable {
  /// A large airport.
  case large = "large_airport"
  /// A medium airport.
  case medium = "medium_airport"
  /// A small airport or airfield.
  case small = "small_airport"
  /// Water, for seaplanes.
  case seaplaneBase = "seaplane_base"
  /// For balloons.
  case balloonport
  /// No longer there.
  case closed
  /// Anything else, and no text at all.
  case other = "none"

  /// The kind of this text; what is not known is `other`.
  public init(text: String?) {
    self = text.flatMap(Self.init(rawValue:)) ?? .other
  }
}

/// Part of the world, by the two letters of OurAirports.
public enum Continent: String, Sendable, Hashable, CaseIterable {
  /// Africa.
  case africa = "AF"
  /// Antarctica.
  case antarctica = "AN"
  /// Asia.
  case asia = "AS"
  /// Europe.
  case europe = "EU"
  /// North America.
  case northAmerica = "NA"
  /// Oceania.
  case oceania = "OC"
  /// South America.
  case southAmerica = "SA"
  /// Anything else, and no text at all.
  case unknown = "none"

  /// The part of this text; what is not known is `unknown`.
  public init(text: String?) {
    self = text.flatMap(Self.init(rawValue:)) ?? .unknown
  }
}
