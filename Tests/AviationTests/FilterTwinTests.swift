import Aviation
import Geography
import Testing

/// The one filter rule against a twin that reads the table of the specification row by row.
@Suite struct FilterTwinTests {
  @Test func tenThousandFiltersEqualTheSlowTwin() {
    let failures = compare(filters: 10_000, seed: 0xF117E4, twin: FilterTwin())
    #expect(failures.isEmpty, "\(failures.prefix(5).joined(separator: "\n"))")
  }

  @Test func aTwinThatTakesAnyRunwayBelowTheMaximumIsFoundOut() {
    #expect(compare(filters: 2000, seed: 1, twin: FilterTwin(maximumOfAnyRunway: true)).count > 10)
  }

  @Test func aTwinThatIgnoresFuelIsFoundOut() {
    #expect(compare(filters: 2000, seed: 2, twin: FilterTwin(ignoresFuel: true)).count > 10)
  }

  @Test func aTwinThatTakesFalseForMustNotHaveIsFoundOut() {
    #expect(compare(filters: 2000, seed: 3, twin: FilterTwin(falseIsMustNotHave: true)).count > 10)
  }

  /// Lists, boxes, radius, nearest, corridor and search pass through the same rule, before they are cut.
  private func compare(filters: Int, seed: UInt64, twin: FilterTwin) -> [String] {
    var random = SeededNumbers(seed: seed)
    let airports = RandomWorld.airports(20, &random)
    let crossings = airports.prefix(8).map { BorderCrossing(icao: $0.icao, country: "FR") }
    let known = KnownAirports(airports: airports, borderCrossings: crossings)
    let border = Set(crossings.map(\.icao))
    let data = RandomFilters.data(airports, &random)
    var failures: [String] = []
    for number in 0..<filters {
      let filter = RandomFilters.filter(airports, &random)
      let expected = airports.filter {
        twin.accepts($0, filter, data, isPointOfEntry: border.contains($0.icao), among: airports)
      }
      let icaos = expected.map(\.icao).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      let place = RandomWorld.place(&random)
      let found = [
        known.airports(passing: filter, data: data).map(\.icao),
        known.airports(in: .world, filter: filter, data: data).airports.map(\.icao).sorted(),
        known.nearest(to: place, count: 99, filter: filter, data: data).map(\.airport.icao).sorted(),
        known.airports(near: place, radiusNM: 99_999, filter: filter, data: data)
          .map(\.airport.icao).sorted(),
        known.route([airports[0].icao], corridorNM: 99_999, filter: filter, data: data).rows
          .map(\.airport.icao).sorted(),
      ]
      let lists = number % 20 == 0 ? found : [found[0]]
      if !lists.allSatisfy({ $0 == icaos }) {
        failures.append("filter \(number) of seed \(seed): \(filter.description)")
      }
    }
    return failures
  }
}

/// Conditions at random, about two of them a filter.
enum RandomFilters {
  static func filter(_ airports: [Airport], _ random: inout SeededNumbers) -> FilterConfig {
    var filter = FilterConfig()
    func flag() -> Bool? { random.chance(12) ? random.chance(75) : nil }
    func maybe<Value>(_ values: [Value], _ percent: Int = 10) -> Value? {
      random.chance(percent) ? random.pick(values) : nil
    }
    filter.country = maybe(["FR", "fr", "gb", "DE", "", "Xx"])
    filter.hasProcedures = flag()
    filter.hasHardRunway = flag()
    filter.hasLightedRunway = flag()
    filter.pointOfEntry = flag()
    filter.minRunwayLengthFt = maybe([0, 900, 1500, 3000, 8000, 99_999], 25)
    filter.maxRunwayLengthFt = maybe([0, 900, 1500, 3499, 4000, 8001, 99_999], 25)
    filter.hasILS = flag()
    filter.hasRNAV = flag()
    filter.hasPrecisionApproach = flag()
    filter.aipField = maybe(["Hotels", "Fuel", "Fuel and oil types", "Remarks", "Nope"])
    filter.hasAvgas = flag()
    filter.hasJetA = flag()
    filter.maxLandingFee = maybe([0, 10.5, 50])
    filter.openOnly = flag()
    filter.hasAIPData = flag()
    filter.hotel = maybe(HospitalityReach.allCases)
    filter.restaurant = maybe(HospitalityReach.allCases)
    filter.excludeLargeAirports = flag()
    filter.maxHoursNotice = maybe([0, 2, 24])
    filter.aipOperator = maybe(AIPOperator.allCases)
    filter.aipValue = maybe(["jet", "AVGAS 100LL", "site", "", "no"], 20)
    if random.chance(8) {
      filter.tripDistance = TripDistance(
        from: random.chance(80) ? random.pick(airports).icao.lowercased() : "NONE",
        min: maybe([0, 100, 2000], 50), max: maybe([50, 3000, 11_000], 50))
    }
    return filter
  }

  static func data(_ airports: [Airport], _ random: inout SeededNumbers) -> FilterData {
    var data = FilterData()
    for airport in airports {
      let icao = airport.icao.uppercased()
      if random.chance(50) { data.landingFee[icao] = random.pick([0.0, 10.5, 11, 80]) }
      if random.chance(50) { data.noticeHours[icao] = random.pick([0, 2, 3, 48]) }
      if random.chance(50) { data.hotel[icao] = random.pick(HospitalityReach.allCases) }
      if random.chance(50) { data.restaurant[icao] = random.pick(HospitalityReach.allCases) }
    }
    return data
  }
}
