import Geography
import Text
import Timebase

/// An aerodrome and all that is known of it, one type for the whole product.
///
/// Degrees, feet. Identity is `icao`: four characters as the database has them, some local identifiers in
/// lower case. Texts that the source leaves out are nothing, save `name` (the identifier then), `city`
/// and `country` (empty then). Source: airports 2.1 and 3.
public struct Airport: Sendable, Hashable, Identifiable {
  /// The identifier, as stored.
  public var icao: String
  /// The name; the identifier when there is none.
  public var name: String
  /// The municipality, or empty.
  public var city: String
  /// The country's two letters, or empty.
  public var country: String
  /// Country and region, `FR-HDF`.
  public var isoRegion: String?
  /// What it is.
  public var kind: AirportKind
  /// Which part of the world it belongs to.
  public var continent: Continent
  /// Where it is.
  public var position: Coordinate
  /// Feet above the sea, the fraction cut off; nothing when the source does not say: 0 is a height.
  public var elevationFeet: Int?
  /// Whether airlines call; nothing when the source does not say.
  public var hasScheduledService: Bool?
  /// The code in GPS databases.
  public var gpsCode: String?
  /// The three letters of the airlines, upper case.
  public var iataCode: String?
  /// The code of the country's own register.
  public var localCode: String?
  /// The aerodrome's own page.
  public var homeLink: String?
  /// Its article.
  public var wikipediaLink: String?
  /// Other names and words to find it by.
  public var keywords: String?
  /// Names of the sources, in their order.
  public var sources: [String]
  /// When the row was first written.
  public var createdAt: Timestamp?
  /// When the row was last written.
  public var updatedAt: Timestamp?
  /// Its runways in the order of the database.
  public var runways: [Runway]
  /// Its procedures in the order of the database.
  public var procedures: [Procedure]
  /// Its AIP texts in the order of the database.
  public var entries: [AIPEntry]

  /// An airport with these facts; an empty name becomes the identifier.
  public init(
    icao: String, name: String = "", city: String = "", country: String = "",
    isoRegion: String? = nil, kind: AirportKind = .other, continent: Continent = .unknown,
    position: Coordinate, elevationFeet: Int? = nil, hasScheduledService: Bool? = nil,
    gpsCode: String? = nil, iataCode: String? = nil, localCode: String? = nil, homeLink: String? = nil,
    wikipediaLink: String? = nil, keywords: String? = nil, sources: [String] = [],
    createdAt: Timestamp? = nil, updatedAt: Timestamp? = nil, runways: [Runway] = [],
    procedures: [Procedure] = [], entries: [AIPEntry] = []
  ) {
    self.icao = icao
    self.name = name.isEmpty ? icao : name
    self.city = city
    self.country = country
    self.isoRegion = isoRegion
    self.kind = kind
    self.continent = continent
    self.position = position
    self.elevationFeet = elevationFeet
    self.hasScheduledService = hasScheduledService
    self.gpsCode = gpsCode
    self.iataCode = iataCode
    self.localCode = localCode
    self.homeLink = homeLink
    self.wikipediaLink = wikipediaLink
    self.keywords = keywords
    self.sources = sources
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.runways = runways
    self.procedures = procedures
    self.entries = entries
  }

  /// The identifier.
  public var id: String { icao }
}

extension Airport {
  /// The longest runway in feet, closed ones included unless `openOnly`; nothing when no length is known.
  public func longestRunwayFeet(openOnly: Bool = false) -> Int? {
    var longest: Int?
    for runway in runways where !(openOnly && runway.isClosed) {
      guard let length = runway.lengthFeet, length > 0 else { continue }
      longest = max(longest ?? 0, length)
    }
    return longest
  }

  /// The approaches among its procedures.
  public var approaches: [Procedure] { procedures.filter { $0.kind == .approach } }

  /// The approaches that give a glide path from an ILS.
  public var precisionApproaches: [Procedure] { approaches.filter { $0.approach == .ils } }

  /// The runways, longest first; those without a length last, in their order.
  public var runwaysByLength: [Runway] {
    runways.enumerated().sorted { one, other in
      let lengths = (one.element.lengthFeet ?? -1, other.element.lengthFeet ?? -1)
      return lengths.0 == lengths.1 ? one.offset < other.offset : lengths.0 > lengths.1
    }.map(\.element)
  }
}
