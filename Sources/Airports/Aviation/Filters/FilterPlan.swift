import Geography

/// A filter made ready for many airports: the one rule of filtering (T24).
///
/// What the facts tell is decided by them, the rest by the airport itself.
struct FilterPlan: Sendable {
  private let config: FilterConfig
  private let data: FilterData
  private let required: AirportFacts.Flags
  private let country: UInt64?
  private let longCountry: String?
  private let condition: AIPCondition?
  private let tripStart: Coordinate?
  /// Whether every airport passes.
  let passesAll: Bool
  private let readsAirport: Bool

  /// Makes `config` ready; `place` tells where the airport of its trip distance is.
  init(_ config: FilterConfig, data: FilterData = .none, place: (String) -> Coordinate?) {
    self.config = config
    self.data = data
    let openOnly = config.openOnly == true
    var required: AirportFacts.Flags = []
    if config.hasProcedures == true { required.insert(.procedures) }
    if config.hasHardRunway == true { required.insert(openOnly ? .hardOpen : .hard) }
    if config.hasLightedRunway == true { required.insert(openOnly ? .lightedOpen : .lighted) }
    if config.pointOfEntry == true { required.insert(.pointOfEntry) }
    if config.hasILS == true { required.insert(.ils) }
    if config.hasRNAV == true { required.insert(.rnav) }
    if config.hasPrecisionApproach == true { required.insert(.precision) }
    if config.hasAvgas == true { required.insert(.avgas) }
    if config.hasJetA == true { required.insert(.jetA) }
    if config.hasAIPData == true { required.insert(.entries) }
    if config.excludeLargeAirports == true { required.insert(.notLarge) }
    self.required = required
    country = config.country.map(CountryKey.key(of:))
    longCountry = country == .max ? config.country?.uppercased() : nil
    condition = config.aipCondition
    tripStart = config.tripDistance.flatMap { place($0.from) }
    passesAll = !config.hasActiveFilters
    let readsRunways = config.minRunwayLengthFt != nil && config.maxRunwayLengthFt != nil
    readsAirport =
      readsRunways || longCountry != nil || config.aipField != nil || condition != nil
      || config.maxLandingFee != nil || config.maxHoursNotice != nil || config.hotel != nil
      || config.restaurant != nil || config.tripDistance != nil
  }

  /// Whether an airport with these facts passes; `airport` is asked for only when facts do not suffice.
  func accepts(_ facts: AirportFacts, _ airport: @autoclosure () -> Airport) -> Bool {
    guard facts.flags.isSuperset(of: required) else { return false }
    if let country, facts.country != country { return false }
    let longest = config.openOnly == true ? facts.longestOpen : facts.longest
    if let min = config.minRunwayLengthFt, Int(longest) < min { return false }
    if let max = config.maxRunwayLengthFt, config.minRunwayLengthFt == nil {
      guard longest > 0, Int(longest) <= max else { return false }
    }
    return readsAirport ? acceptsDetails(of: airport()) : true
  }

  private func acceptsDetails(of airport: Airport) -> Bool {
    if let longCountry, airport.country.uppercased() != longCountry { return false }
    return hasRunwayInRange(airport) && hasEntry(airport) && acceptsData(of: airport)
      && acceptsTrip(to: airport)
  }

  /// One single runway lies between both limits.
  private func hasRunwayInRange(_ airport: Airport) -> Bool {
    guard let min = config.minRunwayLengthFt, let max = config.maxRunwayLengthFt else { return true }
    return airport.runways.contains { runway in
      guard let length = runway.lengthFeet, length > 0, !(config.openOnly == true && runway.isClosed) else {
        return false
      }
      return length >= min && length <= max
    }
  }

  private func hasEntry(_ airport: Airport) -> Bool {
    guard config.aipField != nil || condition != nil else { return true }
    return airport.entries.contains { entry in
      if let field = config.aipField, entry.standardField?.name != field, entry.field != field {
        return false
      }
      return condition?.holds(for: entry.effectiveValue) ?? true
    }
  }

  private func acceptsData(of airport: Airport) -> Bool {
    let readsData =
      config.maxLandingFee != nil || config.maxHoursNotice != nil || config.hotel != nil
      || config.restaurant != nil
    guard readsData else { return true }
    let icao = airport.icao.uppercased()
    if let max = config.maxLandingFee, let fee = data.landingFee[icao], fee > max { return false }
    if let max = config.maxHoursNotice, let hours = data.noticeHours[icao], hours > max { return false }
    return Self.reaches(config.hotel, data.hotel[icao])
      && Self.reaches(config.restaurant, data.restaurant[icao])
  }

  private func acceptsTrip(to airport: Airport) -> Bool {
    guard let trip = config.tripDistance else { return true }
    guard let tripStart else { return false }
    let distance = Sphere.distance(tripStart, airport.position)
    return distance >= trip.min ?? 0 && distance <= trip.max ?? .infinity
  }

  private static func reaches(_ wanted: HospitalityReach?, _ known: HospitalityReach?) -> Bool {
    switch (wanted, known) {
    case (nil, _), (.vicinity, .some), (.atAirport, .atAirport): true
    case (_, nil), (.atAirport, .vicinity): false
    }
  }
}

extension AIPCondition {
  /// Whether a text is like that, without regard to case; a text that says "none" never is.
  func holds(for text: String) -> Bool {
    guard !text.isEmpty, !AIPText.saysNone(text) else { return false }
    let lower = Array(text.lowercased().utf8)
    func bytes(_ value: String) -> [UInt8] { Array(value.lowercased().utf8) }
    switch self {
    case .notEmpty: return !lower.allSatisfy { $0 == 0x20 }
    case .contains(let value): return ByteSearch.contains(bytes(value), in: lower)
    case .equals(let value): return lower == bytes(value)
    case .startsWith(let value): return lower.starts(with: bytes(value))
    case .endsWith(let value): return lower.reversed().starts(with: bytes(value).reversed())
    }
  }
}

extension FilterConfig {
  /// Whether one airport passes, by the rule that filters many.
  public func accepts(
    _ airport: Airport, isPointOfEntry: Bool = false, data: FilterData = .none,
    place: (String) -> Coordinate? = { _ in nil }
  ) -> Bool {
    var surfaces = SurfaceCache()
    let facts = AirportFacts(of: airport, isPointOfEntry: isPointOfEntry, surfaces: &surfaces)
    return FilterPlan(self, data: data, place: place).accepts(facts, airport)
  }
}
