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
    let idents = airports.map(\.icao)
    for (rank, icao) in idents.enumerated() {
      ranks[icao] = Int32(rank)
      let upper = icao.uppercased()
      if upper != icao, upperRanks[upper] == nil { upperRanks[upper] = Int32(rank) }
    }
    let byIdent = Self.identOrder(idents)
    var identPlaces = [Int32](repeating: 0, count: airports.count)
    for (place, rank) in byIdent.enumerated() { identPlaces[Int(rank)] = Int32(place) }
    var facts: [AirportFacts] = []
    facts.reserveCapacity(airports.count)
    // Through the buffer, so that an airport with all its fields is not copied to look at it.
    airports.withUnsafeBufferPointer { airports in
      for rank in airports.indices {
        let isCrossing = !crossings.isEmpty && crossings.contains(idents[rank])
        facts.append(
          AirportFacts(of: airports[rank], isPointOfEntry: isCrossing, surfaces: &surfaces))
      }
    }
    self.facts = facts
    let positions = airports.map(\.position)
    let vectors = positions.map { UnitVector($0) }
    latitudes = positions.map(\.latitude)
    longitudes = positions.map(\.longitude)
    self.vectors = vectors
    tree = PointTree(vectors)
    keys = SearchKeys(airports)
    self.byIdent = byIdent
    self.identPlaces = identPlaces
    borderIdents = byIdent.map { idents[Int($0)] }.filter { crossings.contains($0) }
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
    airports.withUnsafeBufferPointer { airports in
      for number in airports.indices where seen.insert(airports[number].icao).inserted {
        keys.append(
          (
            airports[number].longestRunwayFeet() ?? 0, IdentOrder.key(of: airports[number].icao),
            Int32(number)
          ))
      }
    }
    keys.sort { one, other in
      if one.longest != other.longest { return one.longest > other.longest }
      if one.ident != other.ident { return one.ident < other.ident }
      return IdentOrder.precedes(airports[Int(one.number)].icao, airports[Int(other.number)].icao)
    }
    return keys.map(\.number)
  }

  /// The ranks in the order of identifiers.
  private static func identOrder(_ idents: [String]) -> [Int32] {
    var keys = idents.enumerated().map { (key: IdentOrder.key(of: $1), rank: Int32($0)) }
    keys.sort { one, other in
      one.key == other.key
        ? idents[Int(one.rank)].utf8.lexicographicallyPrecedes(idents[Int(other.rank)].utf8)
        : one.key < other.key
    }
    return keys.map(\.rank)
  }

  private static func distinctCountries(_ airports: [Airport]) -> [String] {
    var seen: Set<String> = []
    var countries: [String] = []
    for country in airports.map(\.country) where !country.isEmpty && seen.insert(country).inserted {
      countries.append(country)
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
