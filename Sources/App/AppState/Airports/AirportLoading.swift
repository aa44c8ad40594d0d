import Aviation
import Geography

/// What a page of Airports asks the database, and how the answers are shown. A value; it knows the state of
/// the moment it was made in.
struct AirportLoading: Sendable {
  let repository: any AirportRepository
  let references: any AirportReferences
  let facts: DatabaseFacts
  /// The page, with nothing left open.
  var page: AirportPage
  let settings: AirportSettings
  let borderCrossings: Set<String>
  let favourites: Set<String>
  let surroundings: any AirportSurroundings

  var query: AirportQuery { page.query }
  var filters: FilterConfig { query.filters ?? FilterConfig() }
  var mode: LegendMode { query.legend ?? settings.legend }
  var figures: AirportFigures { AirportFigures(settings: settings) }

  /// What a list is made from, before it is put in words.
  struct Found: Sendable {
    var kind: AirportListScreen.Kind
    var airports: [Airport] = []
    var hidden = 0
    var box: GeoBox?
    var sentence: String
    var notices: [String] = []
    /// By identifier.
    var distances: [String: Double] = [:]
    var route: RouteAnswer?
  }

  // MARK: Lists

  /// The airports of the page. `box` is the part of the map that is asked for.
  @concurrent func list(in box: GeoBox?) async -> Shown<AirportListScreen> {
    do throws(AirportError) {
      let found = try await found(in: box)
      return .ready(await AirportListing(loading: self, found: found).screen())
    } catch {
      return .failed(error.description)
    }
  }

  func found(in box: GeoBox?) async throws(AirportError) -> Found {
    switch page.place {
    case .near: return try await near()
    case .favourites: return try await own()
    case .route: return try await along(query.route)
    case .map, .sheet:
      if !query.route.isEmpty { return try await along(query.route) }
      if let points = AirportQuery.routePoints(in: query.text) { return try await along(points) }
      if !query.text.isEmpty { return try await matching() }
      return try await region(box)
    }
  }

  private func region(_ asked: GeoBox?) async throws(AirportError) -> Found {
    let box = asked ?? query.view?.box ?? .world
    let answer = try await repository.airports(in: box, filter: filters, limit: Self.markersMax)
    let count = answer.airports.count
    return Found(
      kind: .region, airports: answer.airports, hidden: answer.hiddenCount, box: box,
      sentence: count == 0
        ? "No airport here" : "\(AirportFigures.grouped(count)) airport\(count == 1 ? "" : "s") here",
      notices: answer.hiddenCount > 0
        ? [
          "The \(count) with the longest runways are shown; \(AirportFigures.grouped(answer.hiddenCount)) "
            + "more are hidden. Zoom in, or filter."
        ] : [])
  }

  private func matching() async throws(AirportError) -> Found {
    let answer = try await repository.search(query.text, filter: filters, limit: Self.searchMax)
    let count = answer.airports.count
    return Found(
      kind: .search, airports: answer.airports, hidden: answer.hiddenCount,
      sentence: count == 0
        ? "Nothing matches" : "\(count) match\(count == 1 ? "" : "es"), the likeliest first",
      notices: answer.hiddenCount > 0
        ? ["\(AirportFigures.grouped(answer.hiddenCount)) more match; write more of the name."] : [])
  }

  private func along(_ idents: [String]) async throws(AirportError) -> Found {
    guard !idents.isEmpty else { return Found(kind: .route, sentence: "No route yet") }
    let corridor = query.corridorNM ?? AirportQuery.corridorUsualNM
    let answer = try await repository.route(idents, corridorNM: Double(corridor), filter: filters)
    let kept = Set(answer.rows.prefix(Self.markersMax).map(\.airport.icao))
    let rows = answer.rowsAlongTrack.filter { kept.contains($0.airport.icao) }
    var notices: [String] = []
    if !answer.unknownIdents.isEmpty {
      let known = answer.points.isEmpty ? "" : " The other points are used."
      notices.append("Not in this database: \(answer.unknownIdents.joined(separator: ", ")).\(known)")
    }
    let hidden = answer.rows.count - rows.count
    if hidden > 0 {
      notices.append("The \(rows.count) nearest to the route are shown; \(hidden) more are hidden.")
    }
    return Found(
      kind: .route, airports: rows.map(\.airport), hidden: hidden,
      sentence:
        "\(rows.count) airport\(rows.count == 1 ? "" : "s") within \(corridor)\u{A0}NM, in flying order",
      notices: notices, route: answer)
  }

  private func near() async throws(AirportError) -> Found {
    let asked = try await centre()
    guard let (centre, name) = asked else {
      return Found(
        kind: .near, sentence: query.near.isEmpty ? "Near what?" : "Nothing is known at \(query.near)",
        notices: query.near.isEmpty ? [] : ["Not in this database: \(query.near)."])
    }
    let radius = query.radiusNM ?? AirportQuery.radiusUsualNM
    var all = try await repository.airports(near: centre, radiusNM: Double(radius), filter: filters)
    var notices: [String] = []
    if all.isEmpty {
      all = try await repository.nearest(to: centre, count: Self.nearestCount, filter: filters)
      if !all.isEmpty {
        notices.append("None within \(radius)\u{A0}NM; these are the nearest beyond it.")
      }
    }
    let shown = all.prefix(Self.nearMax)
    if all.count > shown.count {
      notices.append("The \(shown.count) nearest are listed; \(all.count - shown.count) more are in reach.")
    }
    return Found(
      kind: .near, airports: shown.map(\.airport), hidden: all.count - shown.count,
      sentence: "\(shown.count) near \(name), the nearest first", notices: notices,
      distances: Dictionary(shown.map { ($0.airport.icao, $0.distance) }) { first, _ in first })
  }

  /// The place the nearest ones are near to, and its name: two degrees, an identifier, else the middle of the
  /// map.
  private func centre() async throws(AirportError) -> (Coordinate, String)? {
    let parts = query.near.split(separator: ",").map { Double($0.filter { $0 != " " }) }
    if parts.count == 2, let latitude = parts[0], let longitude = parts[1] {
      return Coordinate(latitude: latitude, longitude: longitude).map { ($0, Self.position($0)) }
    }
    if query.near.isEmpty {
      return query.view.map { ($0.centre, "the middle of the map") }
    }
    if let airport = try await repository.airport(query.near) {
      return (airport.position, airport.icao)
    }
    let found = try await repository.search(query.near, filter: FilterConfig(), limit: 1).airports.first
    return found.map { ($0.position, "\($0.icao), \($0.name)") }
  }

  private func own() async throws(AirportError) -> Found {
    var airports: [Airport] = []
    var missing: [String] = []
    for icao in favourites.sorted() {
      if let airport = try await repository.airport(icao) {
        airports.append(airport)
      } else {
        missing.append(icao)
      }
    }
    return Found(
      kind: .favourites, airports: airports,
      sentence: "\(airports.count) of your own",
      notices: missing.isEmpty ? [] : ["Not in this database: \(missing.joined(separator: ", "))."])
  }

  /// `50.5183° N, 1.6217° E`.
  static func position(_ place: Coordinate) -> String {
    let latitude = AirportFigures.fixed(abs(place.latitude), digits: 4)
    let longitude = AirportFigures.fixed(abs(place.longitude), digits: 4)
    return "\(latitude)°\(place.latitude < 0 ? "S" : "N") \(longitude)°\(place.longitude < 0 ? "W" : "E")"
  }

  /// At most so many markers. Source: airports 8.1.
  static let markersMax = 500
  /// At most so many answers of a search. Source: airports 7.
  static let searchMax = 50
  /// At most so many near a place.
  static let nearMax = 100
  /// So many where none is within the radius.
  static let nearestCount = 10
}

extension AirportQuery.View {
  /// What a window of 1600 by 1000 shows of the map, about.
  var box: GeoBox {
    let degrees = 360.0 / 256 / Self.powerOfTwo(zoom)
    let latitude = degrees * max(0.2, Self.cosine(centre.latitude))
    return GeoBox(centre: centre, latitudeSpan: latitude * 1_000, longitudeSpan: degrees * 1_600)
  }

  /// Enough for a guess: halves between whole zooms are taken linearly.
  private static func powerOfTwo(_ zoom: Double) -> Double {
    let whole = Int(zoom)
    return Double(1 << whole) * (1 + zoom - Double(whole))
  }

  /// The cosine of a latitude, by its series; four terms are right to a thousandth.
  private static func cosine(_ degrees: Double) -> Double {
    let turn = degrees * .pi / 180
    let square = turn * turn
    return 1 - square / 2 + square * square / 24 - square * square * square / 720
  }
}
