import Aviation
import Geography
import Testing

/// Nearest and radius against sorting everything by distance.
@Suite struct NearestTwinTests {
  @Test func tenThousandPointsEqualTheSlowTwin() {
    let failures = compare(points: 10_000, seed: 0x4EA5, distance: Sphere.distance)
    #expect(failures.isEmpty, "\(failures.prefix(5).joined(separator: "\n"))")
  }

  @Test func aTwinInThePlaneIsFoundOut() {
    let failures = compare(points: 1000, seed: 0x4EA5) { one, other in
      let north = one.latitude - other.latitude
      let east = one.longitude - other.longitude
      return (north * north + east * east).squareRoot() * 60
    }
    #expect(failures.count > 500)
  }

  @Test func aSparseKindIsFoundHoweverManyOthersAreNearer() throws {
    var random = SeededNumbers(seed: 7)
    let crowd = RandomWorld.airports(200, &random).map { airport in
      var airport = airport
      airport.procedures = []
      airport.position = Coordinate(latitude: 50, longitude: 5) ?? airport.position
      return airport
    }
    let far = try #require(Coordinate(latitude: 50.5, longitude: 5))
    let ils = Airport(
      icao: "ZZZZ", position: far, procedures: [Procedure(name: "ILS", kind: .approach, approach: .ils)])
    let known = KnownAirports(
      airports: crowd + [ils], borderCrossings: [BorderCrossing(icao: "ZZZZ", country: "FR")])
    let here = try #require(crowd.first?.position)
    let kinds = known.airports(withApproach: .ils, near: here, radiusNM: 50)
    let precision = known.airportsWithPrecisionApproaches(near: here, radiusNM: 50)
    let border = known.airportsWithBorderCrossing(near: here, radiusNM: 50)
    #expect(kinds.map(\.airport.icao) == ["ZZZZ"])
    #expect(precision.map(\.airport.icao) == ["ZZZZ"])
    #expect(border.map(\.airport.icao) == ["ZZZZ"])
    #expect(known.airports(withApproach: .ils, near: here, radiusNM: 20).isEmpty)
  }

  @Test func everyAirportWithinTheRadiusIsThere() throws {
    var random = SeededNumbers(seed: 8)
    let place = try #require(Coordinate(latitude: 50, longitude: 5))
    let airports = RandomWorld.airports(150, &random).map { airport in
      var airport = airport
      airport.position = place
      return airport
    }
    let found = KnownAirports(airports: airports).airports(near: place, radiusNM: 0)
    #expect(found.count == 150)
    #expect(found.map(\.airport.icao) == airports.map(\.icao).sorted())
  }

  private func compare(
    points: Int, seed: UInt64, distance: (Coordinate, Coordinate) -> Double
  ) -> [String] {
    var random = SeededNumbers(seed: seed)
    let airports = RandomWorld.airports(60, &random)
    let known = KnownAirports(airports: airports)
    let byIdent = airports.sorted { $0.icao.utf8.lexicographicallyPrecedes($1.icao.utf8) }
    var failures: [String] = []
    for number in 0..<points {
      let place = random.chance(10) ? random.pick(airports).position : RandomWorld.place(&random)
      let count = random.pick([1, 3, 10, 30, 60, 500])
      let radius = random.pick([0.0, 1, 50, 500, 3000, 10_800, 20_000])
      // A stable sort over the order of identifiers: ties keep it.
      let measured = byIdent.enumerated().map { ($0.offset, distance(place, $0.element.position)) }
        .sorted { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 < $1.1 }
      let nearest = known.nearest(to: place, count: count).map(\.airport.icao)
      let within = known.airports(near: place, radiusNM: radius).map(\.airport.icao)
      if nearest != measured.prefix(count).map({ byIdent[$0.0].icao }) {
        failures.append("nearest \(count) of point \(number), seed \(seed): \(place)")
      }
      if within != measured.filter({ $0.1 <= radius }).map({ byIdent[$0.0].icao }) {
        failures.append("within \(radius) of point \(number), seed \(seed): \(place)")
      }
    }
    return failures
  }
}
