extension AirportExport {
  /// The airports of a route's corridor as rows, in flying order and with their distance along the route.
  ///
  /// `kept` are those of the answer that are to leave. A point of the route is a row also where a filter
  /// passes it over, else the route would lose it; `points` are the airports of the points.
  public static func rows(along answer: RouteAnswer, kept: [RouteRow], points: [Airport]) -> [ExportRow] {
    var places = kept.map { (airport: $0.airport, along: $0.alongTrack) }
    var known = Set(kept.map(\.airport.icao))
    var flown = 0.0
    for (index, point) in answer.points.enumerated() {
      if !known.contains(point.ident), let airport = points.first(where: { $0.icao == point.ident }) {
        // The first of those that are beyond it follows it.
        let next = places.firstIndex { $0.along > flown } ?? places.endIndex
        places.insert((airport, flown), at: next)
        known.insert(point.ident)
      }
      if answer.legLengths.indices.contains(index) { flown += answer.legLengths[index] }
    }
    return places.compactMap { ExportRow($0.airport, distanceNM: $0.along) }
  }
}
