import Aviation
import Geography

extension AirportLoading {
  /// The airport looked at, or what the page lists, for a file; nil where that cannot be read. The name has
  /// no ending: `EDLE-LFAT`.
  func export() async -> (name: String, export: AirportExport)? {
    if page.place == .sheet || (page.place == .map && !query.isSearching && !query.airport.isEmpty) {
      guard let airport = try? await repository.airport(query.airport) else { return nil }
      return (airport.icao, export([airport], title: "\(airport.icao) \(airport.name)"))
    }
    guard let found = try? await found(in: nil) else { return nil }
    let name = name(found)
    guard let route = found.route else { return (name, export(found.airports, title: name, found)) }
    var points: [Airport] = []
    for point in route.points {
      if let airport = try? await repository.airport(point.ident) { points.append(airport) }
    }
    let kept = Set(found.airports.map(\.icao))
    let rows = AirportExport.rows(
      along: route, kept: route.rowsAlongTrack.filter { kept.contains($0.airport.icao) }, points: points)
    let source = AirportSourceWords.source(facts).words
    return (
      name,
      AirportExport(title: name, source: source, rows: rows, route: route.points.map(\.ident))
    )
  }

  private func export(_ airports: [Airport], title: String, _ found: Found? = nil) -> AirportExport {
    let rows = airports.compactMap { ExportRow($0, distanceNM: found?.distances[$0.icao]) }
    return AirportExport(title: title, source: AirportSourceWords.source(facts).words, rows: rows)
  }

  private func name(_ found: Found) -> String {
    switch found.kind {
    case .route:
      let ends = [found.route?.points.first?.ident, found.route?.points.last?.ident].compactMap { $0 }
      return ends.isEmpty ? "route" : ends.joined(separator: "-")
    case .near: return "near"
    case .favourites: return "favourites"
    case .search: return "search"
    case .region: return "airports"
    }
  }
}
