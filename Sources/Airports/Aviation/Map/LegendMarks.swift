import Text

/// What a legend needs to know of an airport, computed once when it is loaded.
public struct LegendFacts: Sendable, Hashable {
  /// Whether a border may be crossed there.
  public var isPointOfEntry: Bool
  /// The longest runway in feet, closed ones included; nothing when unknown.
  public var longestRunwayFeet: Int?
  /// How many procedures it has.
  public var procedureCount: Int
  /// Whether any is typed ILS.
  public var hasILS: Bool
  /// Whether any is typed RNP or RNAV.
  public var hasRNAV: Bool
  /// The country's two letters.
  public var country: String
  /// How easy notice of arrival is, 0…100; nothing without data.
  public var easiness: Int?
  /// The quarter of the persona's scores it falls into, 1 (worst) to 4 (best); nothing without a score.
  public var relevanceQuarter: Int?

  /// The facts of an airport with what other databases tell.
  public init(
    _ airport: Airport, isPointOfEntry: Bool, easiness: Int? = nil, relevanceQuarter: Int? = nil
  ) {
    self.isPointOfEntry = isPointOfEntry
    longestRunwayFeet = airport.longestRunwayFeet()
    procedureCount = airport.procedures.count
    hasILS = airport.procedures.contains { $0.approach == .ils }
    hasRNAV = airport.procedures.contains { $0.approach == .rnp || $0.approach == .rnav }
    country = airport.country
    self.easiness = easiness
    self.relevanceQuarter = relevanceQuarter
  }
}

/// The legend: one mark for each airport and mode, and the list that explains the marks.
public enum Legend {
  /// How an airport with these facts is marked.
  public static func mark(_ facts: LegendFacts, in mode: LegendMode) -> LegendMark {
    switch mode {
    case .airportType: airportType(facts)
    case .runwayLength: runwayLength(facts.longestRunwayFeet)
    case .procedures: procedures(facts)
    case .country: country(facts.country)
    case .notification: notification(easiness: facts.easiness)
    case .relevance: relevance(quarter: facts.relevanceQuarter)
    }
  }

  /// The marks of a mode, best first, for the list beside the map; countries are given by the caller.
  public static func classes(of mode: LegendMode) -> [LegendMark] {
    switch mode {
    case .airportType: [border, withProcedures, otherAirport]
    case .runwayLength: [runwayLength(8001), runwayLength(4001), runwayLength(1), runwayLength(nil)]
    case .procedures:
      [
        approaches(count: 1, hasILS: true, hasRNAV: false),
        approaches(count: 1, hasILS: false, hasRNAV: true),
        approaches(count: 1, hasILS: false, hasRNAV: false),
        approaches(count: 0, hasILS: false, hasRNAV: false),
      ]
    case .country: []
    case .notification: [80, 60, 40, 0, nil].map(notification(easiness:))
    case .relevance: [4, 3, 2, 1, nil].map(relevance(quarter:))
    }
  }

  private static let border = LegendMark("Border crossing", .circle, "#28A745", 16, sign: .check)
  private static let withProcedures = LegendMark("Procedures", .diamond, "#FFC107", 14, sign: .dot)
  private static let otherAirport = LegendMark("Other", .triangle, "#DC3545", 12)

  private static func airportType(_ facts: LegendFacts) -> LegendMark {
    if facts.isPointOfEntry { return border }
    return facts.procedureCount > 0 ? withProcedures : otherAirport
  }

  private static func runwayLength(_ feet: Int?) -> LegendMark {
    switch feet {
    case .some(let feet) where feet > 8000:
      LegendMark("Over 8,000 ft", .circle, "#28A745", 20, sign: .longBar)
    case .some(let feet) where feet > 4000:
      LegendMark("Over 4,000 ft", .diamond, "#FFC107", 14, sign: .shortBar)
    case .some: LegendMark("4,000 ft or less", .triangle, "#DC3545", 10)
    case nil: LegendMark("No runway length", .ring, "#DC3545", 10)
    }
  }

  private static func procedures(_ facts: LegendFacts) -> LegendMark {
    approaches(count: facts.procedureCount, hasILS: facts.hasILS, hasRNAV: facts.hasRNAV)
  }

  private static func approaches(count: Int, hasILS: Bool, hasRNAV: Bool) -> LegendMark {
    let size = count >= 10 ? 20 : count >= 5 ? 16 : count >= 1 ? 12 : 8
    if count == 0 { return LegendMark("No procedures", .ring, "gray", size) }
    if hasILS { return LegendMark("ILS", .circle, "#FFFF00", size) }
    if hasRNAV { return LegendMark("RNP or RNAV", .roundedSquare, "#0080FF", size) }
    return LegendMark("Other procedures", .diamond, "orange", size)
  }

  /// The mark of a country; the colour depends on its letters alone, today and tomorrow (T20).
  public static func country(_ code: String) -> LegendMark {
    let upper = code.uppercased()
    let colour = palette[Int(fnv1a(upper) % UInt32(palette.count))]
    return LegendMark(upper, .circle, colour, 14, sign: .countryCode)
  }

  private static let palette = [
    "blue", "green", "orange", "purple", "pink", "cyan", "mint", "indigo", "teal", "brown",
  ]

  /// The 32-bit hash of Fowler, Noll and Vo, variant 1a.
  static func fnv1a(_ text: String) -> UInt32 {
    text.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }

  private static func notification(easiness: Int?) -> LegendMark {
    switch easiness {
    case .some(80...): LegendMark("Easy", .circle, "green", 16)
    case .some(60...): LegendMark("Moderate", .roundedSquare, "blue", 14)
    case .some(40...): LegendMark("Some hassle", .diamond, "orange", 12)
    case .some: LegendMark("High hassle", .triangle, "red", 10)
    case nil: LegendMark("No data", .ring, "gray", 8)
    }
  }

  private static func relevance(quarter: Int?) -> LegendMark {
    switch quarter {
    case .some(4...): LegendMark("Best quarter", .circle, "#27AE60", 14)
    case .some(3): LegendMark("Second quarter", .roundedSquare, "#3498DB", 14)
    case .some(2): LegendMark("Third quarter", .diamond, "#E67E22", 14)
    case .some: LegendMark("Last quarter", .triangle, "#E74C3C", 14)
    case nil: LegendMark("No score", .ring, "#95A5A6", 14)
    }
  }
}

/// The quarters of the persona's scores over the airports loaded. Source: airports 8.2, Relevance.
public struct RelevanceQuarters: Sendable, Hashable {
  private let bounds: [Double]

  /// The quarters of these scores; with fewer than four nothing can be told.
  public init(scores: [Double]) {
    let sorted = scores.filter(\.isFinite).sorted()
    bounds = sorted.count < 4 ? [] : [1, 2, 3].map { sorted[sorted.count * $0 / 4] }
  }

  /// The quarter of a score, 1 (worst) to 4 (best); nothing when nothing can be told.
  public func quarter(of score: Double?) -> Int? {
    guard let score, !bounds.isEmpty else { return nil }
    return 1 + bounds.count { score >= $0 }
  }
}
