import Geography

/// All airports of a database in memory, and every question about them.
///
/// A value that may be shared and copied freely; it never changes. Making it takes time in proportion to
/// the airports, some 100 ms for the world; a question about the world takes well under a millisecond,
/// a search a few. Distances are great circles in nautical miles (T11, T14), ties go by identifier, and
/// nothing is cut before it is filtered (T12, T13, T17, T19). Source: airports 5.
public struct KnownAirports: Sendable {
  let store: AirportStore

  /// Knows these airports; of several with one identifier the first.
  public init(
    airports: [Airport], borderCrossings: [BorderCrossing] = [], waypoints: [Waypoint] = []
  ) {
    store = AirportStore(airports: airports, borderCrossings: borderCrossings, waypoints: waypoints)
  }

  /// How many there are.
  public var count: Int { store.airports.count }

  /// All of them by identifier.
  public var all: [Airport] { store.byIdent.map { store.airports[Int($0)] } }

  /// The countries in order, each once.
  public var countries: [String] { store.countries }

  /// The waypoints by name.
  public var waypoints: [Waypoint] { store.waypoints }

  /// The list of border crossings as it was given.
  public var borderCrossings: [BorderCrossing] { store.borderCrossings }

  /// The identifiers of known airports where a border may be crossed, in order: the list's own and those
  /// it was matched with.
  public var borderCrossingIdents: [String] { store.borderIdents }

  /// The airport of this identifier; case, white space and invisible characters around it aside.
  public func airport(_ icao: String) -> Airport? {
    store.rank(of: SearchText.typed(icao)).map { store.airports[$0] }
  }

  /// Whether a border may be crossed at this airport.
  public func isPointOfEntry(_ icao: String) -> Bool {
    store.rank(of: SearchText.typed(icao)).map { store.facts[$0].flags.contains(.pointOfEntry) } ?? false
  }

  /// The airports that pass a filter, by identifier.
  public func airports(passing filter: FilterConfig, data: FilterData = .none) -> [Airport] {
    let plan = plan(filter, data)
    return byIdent(store.airports.indices.filter { passes($0, plan) })
  }

  /// How many airports pass a filter, in all and in each country.
  public func countByCountry(passing filter: FilterConfig = .none, data: FilterData = .none)
    -> [(country: String, count: Int)]
  {
    let plan = plan(filter, data)
    var counts: [String: Int] = [:]
    for rank in store.airports.indices where passes(rank, plan) {
      counts[store.airports[rank].country, default: 0] += 1
    }
    return store.countries.compactMap { country in counts[country].map { (country, $0) } }
  }

  /// The airports in a box that pass a filter: longest runway first, then identifier, at most `limit`.
  public func airports(
    in box: GeoBox, filter: FilterConfig = .none, data: FilterData = .none, limit: Int? = nil
  ) -> AirportList {
    let plan = plan(filter, data)
    var total = 0
    var airports: [Airport] = []
    forEachRank(in: box) { rank in
      guard passes(rank, plan) else { return }
      total += 1
      if airports.count < limit ?? .max { airports.append(store.airports[rank]) }
    }
    return AirportList(airports: airports, total: total)
  }

  /// The airports whose identifier or name contains `needle`, case and accents aside, by identifier; all
  /// for an empty needle.
  public func matching(_ needle: String) -> [Airport] {
    let bytes = SearchKeys.folded(needle)
    return byIdent(store.airports.indices.filter { store.keys.matches($0, bytes) })
  }

  /// The airports with an AIP entry of this name, by identifier: the standard name, or the published
  /// one; the published one alone when not `standardised`.
  public func airports(withAIPField name: String, standardised: Bool = true) -> [Airport] {
    byIdent(
      store.airports.indices.filter { rank in
        store.facts[rank].flags.contains(.entries)
          && store.airports[rank].entries.contains { entry in
            (standardised && entry.standardField?.name == name) || entry.field == name
          }
      })
  }

  /// The airports where a border may be crossed, by identifier.
  public func airportsWithBorderCrossing() -> [Airport] {
    byIdent(store.airports.indices.filter { store.facts[$0].flags.contains(.pointOfEntry) })
  }

  func plan(_ filter: FilterConfig, _ data: FilterData) -> FilterPlan {
    FilterPlan(filter, data: data) { airport($0)?.position }
  }

  func passes(_ rank: Int, _ plan: FilterPlan) -> Bool {
    plan.passesAll || plan.accepts(store.facts[rank], store.airports[rank])
  }

  func byIdent(_ ranks: [Int]) -> [Airport] {
    ranks.sorted { store.identPlaces[$0] < store.identPlaces[$1] }.map { store.airports[$0] }
  }

  /// Visits the airports in a box in the order of their ranks.
  private func forEachRank(in box: GeoBox, _ visit: (Int) -> Void) {
    store.latitudes.withUnsafeBufferPointer { latitudes in
      store.longitudes.withUnsafeBufferPointer { longitudes in
        for rank in latitudes.indices
        where box.contains(latitude: latitudes[rank], longitude: longitudes[rank]) {
          visit(rank)
        }
      }
    }
  }
}
