import Aviation
import Geography

extension LocalAirports {
  /// The airports in a box: longest runway first, at most `limit`; filtered before they are cut.
  public nonisolated func airports(
    in box: GeoBox, filter: FilterConfig, limit: Int
  ) async throws(AirportError) -> AirportList {
    let snapshot = try await snapshot()
    return snapshot.known.airports(in: box, filter: filter, data: snapshot.filterData, limit: limit)
  }

  /// Ranked search (airports 7).
  public nonisolated func search(
    _ query: String, filter: FilterConfig, limit: Int
  ) async throws(AirportError) -> AirportList {
    let snapshot = try await snapshot()
    return snapshot.known.rankedSearch(query, limit: limit, filter: filter, data: snapshot.filterData)
  }

  /// One airport whole, or nothing.
  public nonisolated func airport(_ icao: String) async throws(AirportError) -> Airport? {
    try await snapshot().known.airport(icao)
  }

  /// Every airport within a radius, by distance.
  public nonisolated func airports(
    near place: Coordinate, radiusNM: Double, filter: FilterConfig
  ) async throws(AirportError) -> [AirportDistance] {
    let snapshot = try await snapshot()
    return snapshot.known.airports(
      near: place, radiusNM: radiusNM, filter: filter, data: snapshot.filterData)
  }

  /// The nearest airports, by distance.
  public nonisolated func nearest(
    to place: Coordinate, count: Int, filter: FilterConfig
  ) async throws(AirportError) -> [AirportDistance] {
    let snapshot = try await snapshot()
    return snapshot.known.nearest(to: place, count: count, filter: filter, data: snapshot.filterData)
  }

  /// The airports along a route, by distance from it.
  public nonisolated func route(
    _ idents: [String], corridorNM: Double, filter: FilterConfig
  ) async throws(AirportError) -> RouteAnswer {
    let snapshot = try await snapshot()
    return snapshot.known.route(
      idents, corridorNM: corridorNM, filter: filter, data: snapshot.filterData)
  }

  /// The airports that pass a filter, by identifier.
  public nonisolated func airports(
    passing filter: FilterConfig, limit: Int
  ) async throws(AirportError) -> AirportList {
    let snapshot = try await snapshot()
    let airports = snapshot.known.airports(passing: filter, data: snapshot.filterData)
    return AirportList(airports: Array(airports.prefix(max(0, limit))), total: airports.count)
  }

  /// The countries in order, each once.
  public nonisolated func countries() async throws(AirportError) -> [String] {
    try await snapshot().known.countries
  }

  /// The identifiers of known airports where a border may be crossed.
  public nonisolated func borderCrossingIdents() async throws(AirportError) -> [String] {
    try await snapshot().known.borderCrossingIdents
  }

  /// What the database holds, and from when it is.
  public nonisolated func about() async throws(AirportError) -> DatabaseFacts {
    try await snapshot().facts
  }
}
