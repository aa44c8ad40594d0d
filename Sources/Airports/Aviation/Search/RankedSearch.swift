import Text

extension KnownAirports {
  /// The airports that answer to a text and pass the filter, best first; none for an empty text.
  ///
  /// Case and accents aside, by tiers: identifier, IATA code, beginning of the identifier, of a word of
  /// the name, of a word of the municipality, then anywhere in identifier, name, municipality; inside a
  /// tier the longest runway first, then by identifier. Source: airports 7.
  public func rankedSearch(
    _ text: String, limit: Int = 20, filter: FilterConfig = .none, data: FilterData = .none
  ) -> AirportList {
    let needle = SearchKeys.folded(text)
    guard !needle.isEmpty else { return AirportList(airports: [], total: 0) }
    let plan = plan(filter, data)
    var tiers = [[Int]](repeating: [], count: SearchTier.allCases.count)
    for rank in store.airports.indices {
      guard let tier = store.keys.tier(of: rank, for: needle), passes(rank, plan) else { continue }
      tiers[tier.rawValue].append(rank)
    }
    let total = tiers.reduce(0) { $0 + $1.count }
    let ranks = tiers.joined().prefix(max(0, limit))
    return AirportList(airports: ranks.map { store.airports[$0] }, total: total)
  }
}

/// A search text that is a route: two or more identifiers of four letters (T18). Source: airports 7.
public struct RouteQuery: Sendable, Hashable {
  /// The identifiers in their order, upper case; all of them are points of the route.
  public let idents: [String]

  /// Half the corridor's width for a route that is typed into the search field.
  public static let corridorNM = 50.0

  /// Reads a search text; nothing when it is not a route.
  public init?(_ text: String) {
    let parts = text.split(whereSeparator: \.isWhitespace)
    let areIdents = parts.allSatisfy { part in
      part.utf8.count == 4 && part.utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) && $0 < 0x80 }
    }
    guard parts.count >= 2, areIdents else { return nil }
    idents = parts.map { $0.uppercased() }
  }
}
