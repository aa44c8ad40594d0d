import Aviation
import Geography
import Observation

/// What was looked at last in Airports: place of the map, airport, legend, filters, route. It fills in what
/// an address leaves out, and is kept from run to run. Main actor only. Source: airports 10, 11 (session).
@MainActor @Observable public final class AirportNavigationDomain {
  /// What was looked at last.
  public private(set) var last = AirportQuery()
  private var keeping: (any AirportKeeping)?

  /// Nothing was looked at; `connect` reads what was kept.
  public init() {}

  /// Reads what was kept; with `restores` the area opens as it was left.
  public func connect(_ keeping: any AirportKeeping, restores: Bool) async {
    self.keeping = keeping
    guard restores, let text = await keeping.text(.session) else { return }
    last = AirportQuery(items: KeptLines.items(text))
  }

  /// Somebody looks at this: it is kept.
  public func remember(_ query: AirportQuery) async {
    let filled = filled(query, AirportSettings())
    guard filled != last else { return }
    last = filled
    await keeping?.keep(KeptLines.text(filled.items), as: .session)
  }

  /// A query with what it leaves open filled in: from what was looked at last, else from the settings.
  public func filled(_ query: AirportQuery, _ settings: AirportSettings) -> AirportQuery {
    var query = query
    query.view = query.view ?? last.view ?? Self.usualView
    query.legend = query.legend ?? last.legend ?? settings.legend
    query.filters = query.filters ?? last.filters ?? settings.filters
    return query
  }

  /// The area's own address leads back to the route or the airport that was looked at last.
  public func resumed(_ query: AirportQuery) -> AirportQuery {
    guard query == AirportQuery() else { return query }
    var resumed = query
    (resumed.airport, resumed.tab) = (last.airport, last.tab)
    (resumed.text, resumed.route, resumed.corridorNM) = (last.text, last.route, last.corridorNM)
    return resumed
  }

  /// Where the map is at first: 50° N 10° E. Source: airports 8.1.
  static let usualView = Coordinate(latitude: 50, longitude: 10).map {
    AirportQuery.View(centre: $0, zoom: 5)
  }
}
