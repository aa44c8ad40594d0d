import Aviation

/// Filters in words: those that hold, each with what the address is without it, and sets to begin with.
enum FilterChips {
  /// The filters that hold.
  static func chips(
    _ filters: FilterConfig, _ query: AirportQuery, _ surroundings: any AirportSurroundings,
    _ figures: AirportFigures
  ) -> [MenuChoice<AirportQuery>] {
    var chips: [MenuChoice<AirportQuery>] = []
    func add(_ title: String?, _ change: (inout FilterConfig) -> Void) {
      guard let title else { return }
      var without = filters
      change(&without)
      var next = query
      next.filters = without
      chips.append(MenuChoice(title: title, value: next, isChosen: true))
    }
    add(filters.country.map(surroundings.countryName)) { $0.country = nil }
    for (flag, word) in zip(FilterFields.flags, flagWords) where filters[keyPath: flag.path] == true {
      add(word) { $0[keyPath: flag.path] = nil }
    }
    add(filters.minRunwayLengthFt.map { "Runway ≥ \(figures.runway($0))\u{A0}\(figures.runwayUnit)" }) {
      $0.minRunwayLengthFt = nil
    }
    add(filters.maxRunwayLengthFt.map { "Runway ≤ \(figures.runway($0))\u{A0}\(figures.runwayUnit)" }) {
      $0.maxRunwayLengthFt = nil
    }
    add(filters.aipField.map { "AIP: \($0)" }) { $0.aipField = nil }
    add(filters.maxHoursNotice.map { "Notice ≤ \($0)\u{A0}h" }) { $0.maxHoursNotice = nil }
    add(filters.maxLandingFee.map { "Fee ≤ \(AirportFigures.fixed($0, digits: 0))" }) {
      $0.maxLandingFee = nil
    }
    add(filters.hotel.map { $0 == .vicinity ? "Hotel near" : "Hotel at the airport" }) { $0.hotel = nil }
    add(filters.restaurant.map { $0 == .vicinity ? "Restaurant near" : "Restaurant at the airport" }) {
      $0.restaurant = nil
    }
    return chips
  }

  /// The words of `FilterFields.flags`, in their order.
  static let flagWords = [
    "Border crossing", "Procedures", "Hard runway", "Lighted", "ILS", "RNP or RNAV", "Precision approach",
    "Avgas", "Jet A", "Closed runways do not count", "AIP texts", "No large airports",
  ]

  /// What can be chosen.
  static func choices(
    _ query: AirportQuery, countries: [String], _ surroundings: any AirportSurroundings,
    _ figures: AirportFigures
  ) -> FilterChoices {
    let filters = query.filters ?? FilterConfig()
    let names = countries.map {
      MenuChoice(title: surroundings.countryName($0), value: $0, isChosen: $0 == filters.country)
    }
    .sorted { ($0.title, $0.value) < ($1.title, $1.value) }
    let lengths = Self.lengthsFeet.map { feet in
      MenuChoice(
        title: "\(figures.runway(feet))\u{A0}\(figures.runwayUnit)", value: String(feet),
        isChosen: feet == filters.minRunwayLengthFt)
    }
    return FilterChoices(countries: names, lengths: lengths, presets: presets(query))
  }

  private static func presets(_ query: AirportQuery) -> [MenuChoice<AirportQuery>] {
    func preset(_ title: String, _ set: (inout FilterConfig) -> Void) -> MenuChoice<AirportQuery> {
      var filters = FilterConfig()
      set(&filters)
      var next = query
      next.filters = filters
      return MenuChoice(title: title, value: next, isChosen: filters == query.filters)
    }
    return [
      preset("Border crossings") { $0.pointOfEntry = true },
      preset("IFR airports") { $0.hasProcedures = true },
      preset("Runway ≥ 8,000 ft") { $0.minRunwayLengthFt = 8_000 },
      preset("Hard and lighted") { ($0.hasHardRunway, $0.hasLightedRunway) = (true, true) },
      preset("Avgas") { $0.hasAvgas = true },
    ]
  }

  /// Source: airports 6.
  static let lengthsFeet = [1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 8_000]
}
