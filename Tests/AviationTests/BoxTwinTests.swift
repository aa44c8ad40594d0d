import Aviation
import Geography
import Testing

/// Boxes against a twin that turns every longitude into degrees east of the box's west edge.
@Suite struct BoxTwinTests {
  @Test func tenThousandBoxesEqualTheSlowTwin() throws {
    let failures = try compare(boxes: 10_000, seed: 0xB0C5, twin: Self.twin)
    #expect(failures.isEmpty, "\(failures.prefix(5).joined(separator: "\n"))")
  }

  @Test func aTwinThatForgetsTheAntimeridianIsFoundOut() throws {
    let failures = try compare(boxes: 1000, seed: 0xB0C5) { box, airport in
      let place = airport.position
      return place.latitude >= box.south && place.latitude <= box.north
        && place.longitude >= box.west && place.longitude <= box.east
    }
    #expect(failures.count > 50)
  }

  @Test func aTwinThatCutsByIdentifierIsFoundOut() throws {
    let failures = try compare(boxes: 1000, seed: 0xB0C5, twin: Self.twin) { $0.icao < $1.icao }
    #expect(failures.count > 50)
  }

  private static func twin(_ box: GeoBox, _ airport: Airport) -> Bool {
    let place = airport.position
    guard place.latitude >= box.south, place.latitude <= box.north else { return false }
    if abs(place.latitude) == 90 { return true }
    let east = box.west <= box.east ? box.east : box.east + 360
    // -180 and 180 are one meridian.
    return [-360.0, 0, 360].contains { turn in
      place.longitude + turn >= box.west && place.longitude + turn <= east
    }
  }

  private static func isCutLater(_ one: Airport, _ other: Airport) -> Bool {
    let lengths = (one.longestRunwayFeet() ?? 0, other.longestRunwayFeet() ?? 0)
    return lengths.0 == lengths.1
      ? one.icao.utf8.lexicographicallyPrecedes(other.icao.utf8) : lengths.0 > lengths.1
  }

  private func compare(
    boxes: Int, seed: UInt64, twin: (GeoBox, Airport) -> Bool,
    order: (Airport, Airport) -> Bool = isCutLater
  ) throws -> [String] {
    var random = SeededNumbers(seed: seed)
    let airports = RandomWorld.airports(80, &random)
    let known = KnownAirports(airports: airports)
    let ordered = airports.sorted(by: order)
    var failures: [String] = []
    for number in 0..<boxes {
      let box = try Self.box(&random, airports)
      let limit = random.pick([0, 1, 10, 500])
      let expected = ordered.filter { twin(box, $0) }
      let found = known.airports(in: box, limit: limit)
      if found.total != expected.count || found.airports.map(\.icao) != expected.prefix(limit).map(\.icao) {
        failures.append("box \(number) of seed \(seed): \(box), \(found.total) for \(expected.count)")
      }
    }
    return failures
  }

  /// Any box, small ones about places, whole rounds, boxes across 180° and at the poles, edges on places.
  private static func box(_ random: inout SeededNumbers, _ airports: [Airport]) throws -> GeoBox {
    switch random.whole(0...5) {
    case 0:
      return GeoBox(
        centre: RandomWorld.place(&random), latitudeSpan: random.real(0...60),
        longitudeSpan: random.real(0...400))
    case 1:
      return GeoBox(
        centre: RandomWorld.place(&random), latitudeSpan: random.real(0...4),
        longitudeSpan: random.real(0...6)
      ).padded(by: 1.3)
    case 2: return GeoBox(corner: random.pick(airports).position, corner: random.pick(airports).position)
    case 3: return .world
    default:
      let latitudes = [random.real(-90...90), random.pick([-90, 0, 90])].sorted()
      return try #require(
        GeoBox(
          south: latitudes[0], west: random.pick([-180, 180, 0, random.real(-180...180)]),
          north: latitudes[1], east: random.pick([-180, 180, 0, random.real(-180...180)])))
    }
  }
}
