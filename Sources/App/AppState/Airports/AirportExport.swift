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
    return (name, export(found.airports, title: name, found))
  }

  private func export(_ airports: [Airport], title: String, _ found: Found? = nil) -> AirportExport {
    let offTrack = Dictionary(
      (found?.route?.rows ?? []).map { ($0.airport.icao, $0.alongTrack) }
    ) { first, _ in first }
    let rows = airports.compactMap { airport in
      ExportRow(airport, distanceNM: found?.distances[airport.icao] ?? offTrack[airport.icao])
    }
    return AirportExport(
      title: title, source: AirportSourceWords.source(facts).words, rows: rows,
      route: found?.route?.points.map(\.ident) ?? [])
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
