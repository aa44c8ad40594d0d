import Aviation
import Geography
import Testing

/// Corridors against a twin that knows legs as arcs between vectors.
@Suite struct RouteTwinTests {
  @Test func tenThousandRoutesEqualTheSlowTwin() {
    let failures = compare(routes: 10_000, seed: 0x4007E, firstOnly: false)
    #expect(failures.isEmpty, "\(failures.prefix(5).joined(separator: "\n"))")
  }

  @Test func aTwinThatDropsMiddlePointsIsFoundOut() {
    #expect(compare(routes: 500, seed: 0x4007E, firstOnly: true).count > 100)
  }

  private struct Expected {
    var distance: Double
    var enroute: Double
    var leg: Int
  }

  private func compare(routes: Int, seed: UInt64, firstOnly: Bool) -> [String] {
    var random = SeededNumbers(seed: seed)
    let airports = RandomWorld.airports(30, &random)
    let known = KnownAirports(airports: airports)
    var failures: [String] = []
    for number in 0..<routes {
      let points = (0..<random.pick([1, 2, 2, 3, 5])).map { _ in random.pick(airports) }
      let corridor = random.pick([0.0, 5, 50, 500, 2000])
      let found = known.route(points.map(\.icao), corridorNM: corridor)
      let twinPoints = firstOnly ? [points.first, points.last].compactMap { $0 } : points
      let what = "route \(number) of seed \(seed), \(points.map(\.icao)) \(corridor)"
      failures += differences(
        found, Self.twin(twinPoints.map(\.position), corridor, airports), corridor, what)
    }
    return failures
  }

  /// Rows must be equal but for places within a foot of the corridor's edge or as near to two legs.
  private func differences(
    _ found: RouteAnswer, _ expected: [String: Expected], _ corridor: Double, _ what: String
  ) -> [String] {
    var failures: [String] = []
    let rows = Dictionary(uniqueKeysWithValues: found.rows.map { ($0.airport.icao, $0) })
    for (icao, twin) in expected {
      guard let row = rows[icao] else {
        if twin.distance < corridor - Self.tolerance { failures.append("\(what): \(icao) is missing") }
        continue
      }
      if abs(row.segmentDistance - twin.distance) > Self.tolerance {
        failures.append("\(what): \(icao) at \(row.segmentDistance), not \(twin.distance)")
      } else if row.legIndex == twin.leg, abs(row.enrouteDistance - twin.enroute) > Self.tolerance {
        failures.append("\(what): \(icao) enroute \(row.enrouteDistance), not \(twin.enroute)")
      }
    }
    for row in found.rows where expected[row.airport.icao] == nil {
      failures.append("\(what): \(row.airport.icao) is too much")
    }
    let keys = found.rows.map { (($0.segmentDistance * 100).rounded(), $0.airport.icao) }
    if !zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }) { failures.append("\(what): order") }
    return failures
  }

  /// A thousandth of a mile; near the antipode distances are good to a ten-thousandth.
  private static let tolerance = 1e-3

  private static func twin(_ points: [Coordinate], _ corridor: Double, _ airports: [Airport])
    -> [String: Expected]
  {
    var expected: [String: Expected] = [:]
    for airport in airports {
      var best: Expected?
      var before = 0.0
      if points.count == 1 {
        best = Expected(distance: Sphere.distance(points[0], airport.position), enroute: 0, leg: 0)
      }
      for (leg, (start, end)) in zip(points, points.dropFirst()).enumerated() {
        let distance = Self.distance(airport.position, start, end)
        if distance < best?.distance ?? .infinity {
          best = Expected(
            distance: distance, enroute: before + Sphere.distance(start, airport.position), leg: leg)
        }
        before += Sphere.distance(start, end)
      }
      if let best, best.distance <= corridor + tolerance { expected[airport.icao] = best }
    }
    return expected
  }

  /// To the arc between two places: its plane where the point is abeam, else the nearer end.
  private static func distance(_ point: Coordinate, _ start: Coordinate, _ end: Coordinate) -> Double {
    let ends = min(Sphere.distance(point, start), Sphere.distance(point, end))
    guard Sphere.distance(start, end) >= 0.1 else { return ends }
    let (p, a, b) = (vector(point), vector(start), vector(end))
    // Opposite ends span no plane; the leg's own bearing chooses one.
    let ahead = vector(
      Sphere.destination(
        from: start, bearing: Sphere.initialBearing(from: start, to: end), distance: 2000))
    let normal = unit(cross(a, ahead))
    let isAbeam = dot(cross(normal, a), p) >= 0 && dot(cross(b, normal), p) >= 0
    guard isAbeam else { return ends }
    return abs(Radians.arcsine(dot(normal, p))) * Sphere.radiusNM
  }

  private typealias Vector = (x: Double, y: Double, z: Double)

  private static func vector(_ place: Coordinate) -> Vector {
    let (latitude, longitude) = (Degrees.radians(place.latitude), Degrees.radians(place.longitude))
    return (
      Radians.cosine(latitude) * Radians.cosine(longitude),
      Radians.cosine(latitude) * Radians.sine(longitude), Radians.sine(latitude)
    )
  }

  private static func dot(_ a: Vector, _ b: Vector) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }

  private static func cross(_ a: Vector, _ b: Vector) -> Vector {
    (a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  private static func unit(_ a: Vector) -> Vector {
    let length = dot(a, a).squareRoot()
    return (a.x / length, a.y / length, a.z / length)
  }
}
