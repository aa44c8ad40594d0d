/// The pages of Airports.
public enum AirportPlace: String, Sendable, Hashable, CaseIterable {
  /// The map and the list beside it.
  case map
  /// A route with its airports in flying order.
  case route
  /// The airports nearest to a place.
  case near
  /// The person's own airports.
  case favourites
  /// One airport with everything that is known of it, to read or to print.
  case sheet
}

/// A page of Airports and what its address says.
public struct AirportPage: Sendable, Hashable {
  /// Which page.
  public var place: AirportPlace
  /// What it is about.
  public var query: AirportQuery

  /// Joins the two.
  public init(_ place: AirportPlace, _ query: AirportQuery = AirportQuery()) {
    self.place = place
    self.query = query
  }
}

/// The parts of an airport's detail. Source: airports 9.
public enum AirportTab: String, Sendable, Hashable, CaseIterable {
  /// Runways, procedures, wind, position.
  case airport
  /// Notice and AIP texts.
  case aip
  /// Rules of its country.
  case rules
  /// What the person wrote.
  case notes
}
