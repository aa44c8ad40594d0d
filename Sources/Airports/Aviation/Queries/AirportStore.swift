import Geography

/// The airports of `KnownAirports` and what is computed from them once.
///
/// Everything is in the order in which lists are cut (T19): longest runway first, then identifier. So a
/// scan from the front meets airports in the order in which they are shown, and a number of an airport is
/// its rank.
final class AirportStore: Sendable {
  let airports: [Airport]
  let facts: [AirportFacts]
  let latitudes: [Double]
  let longitudes: [Double]
  let vectors: [UnitVector]
  let tree: PointTree
  let keys: SearchKeys
  /// Ranks in the order of identifiers.
  let byIdent: [Int32]
  /// The place of each rank in `byIdent`.
  let identPlaces: [Int32]
  let waypoints: [Waypoint]
  let borderCrossings: [BorderCrossing]
  /// Identifiers of the airports known where a border may be crossed, in order.
  let borderIdents: [String]
  let countries: [String]
  private let ranks: [String: Int32]
  private let upperRanks: [String: Int32]

  init(airports given: [Airport], borderCrossings: [BorderCrossing], waypoints: [Waypoint]) {
    let order = Self.rankOrder(given)
    let airports = order.map { given[Int($0)] }
    var crossings: Set<String> = []
    for crossing in borderCrossings {
      crossings.insert(crossing.icao)
      if let matched = crossing.matchedAirport { crossings.insert(matched) }
    }
    var surfaces = SurfaceCache()
    var (ranks, upperRanks): ([String: Int32], [String: Int32]) = ([:], [:])
    ranks.reserveCapacity(airports.count)
    for (rank, airport) in airports.enumerated() {
      ranks[airport.icao] = Int32(rank)
      let upper = airport.icao.uppercased()
      if upper != airport.icao, upperRanks[upper] == nil { upperRanks[upper] = Int32(rank) }
    }
    let byIdent = [Int32](0..<Int32(airports.count)).sorted {
      IdentOrder.precedes(airports[Int($0)].icao, airports[Int($1)].icao)
    }
    var identPlaces = [Int32](repeating: 0, count: airports.count)
    for (place, rank) in byIdent.enumerated() { identPlaces[Int(rank)] = Int32(place) }
    facts = airports.map {
      AirportFacts(of: $0, isPointOfEntry: crossings.contains($0.icao), surfaces: &surfaces)
    }
    let vectors = airports.map { UnitVector($0.position) }
    latitudes = airports.map(\.position.latitude)
    longitudes = airports.map(\.position.longitude)
    self.vectors = vectors
    tree = PointTree(vectors)
    keys = SearchKeys(airports)
    self.byIdent = byIdent
    self.identPlaces = identPlaces
    borderIdents = byIdent.map { airports[Int($0)].icao }.filter { crossings.contains($0) }
    countries = Self.distinctCountries(airports)
    self.airports = airports
    self.ranks = ranks
    self.upperRanks = upperRanks
    self.borderCrossings = borderCrossings
    self.waypoints = waypoints.sorted { IdentOrder.precedes($0.name, $1.name) }
  }

  /// The rank of the airport with this identifier: as written first, then in upper case.
  func rank(of icao: String) -> Int? {
    if let rank = ranks[icao] { return Int(rank) }
    let upper = icao.uppercased()
    return (ranks[upper] ?? upperRanks[upper]).map(Int.init)
  }

  /// The numbers of the airports in their order; of those with one identifier only the first.
  private static func rankOrder(_ airports: [Airport]) -> [Int32] {
    var seen: Set<String> = []
    seen.reserveCapacity(airports.count)
    var keys: [(longest: Int, ident: UInt64, number: Int32)] = []
    keys.reserveCapacity(airports.count)
    for (number, airport) in airports.enumerated() where seen.insert(airport.icao).inserted {
      keys.append(
        (airport.longestRunwayFeet() ?? 0, IdentOrder.key(of: airport.icao), Int32(number)))
    }
    keys.sort { one, other in
      if one.longest != other.longest { return one.longest > other.longest }
      if one.ident != other.ident { return one.ident < other.ident }
      return IdentOrder.precedes(airports[Int(one.number)].icao, airports[Int(other.number)].icao)
    }
    return keys.map(\.number)
  }

  private static func distinctCountries(_ airports: [Airport]) -> [String] {
    var seen: Set<String> = []
    var countries: [String] = []
    for airport in airports where !airport.country.isEmpty && seen.insert(airport.country).inserted {
      countries.append(airport.country)
    }
    return countries.sorted(by: IdentOrder.precedes)
  }
}

/// The order of identifiers: by bytes, the same everywhere.
enum IdentOrder {
  /// Whether `one` comes before `other`.
  static func precedes(_ one: String, _ other: String) -> Bool {
    let keys = (key(of: one), key(of: other))
    return keys.0 == keys.1 ? one.utf8.lexicographicallyPrecedes(other.utf8) : keys.0 < keys.1
  }

  /// The first eight bytes as a number that sorts like them.
  static func key(of ident: String) -> UInt64 {
    var key: UInt64 = 0
    var count = 0
    for byte in ident.utf8.prefix(8) {
      key = key << 8 | UInt64(byte)
      count += 1
    }
    return count == 0 ? 0 : key << (8 * UInt64(8 - count))
  }
}
