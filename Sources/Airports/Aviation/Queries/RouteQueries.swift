import Geography

extension KnownAirports {
  /// The airports along a route that pass the filter, by distance from it.
  ///
  /// Points in the order given, all of them (T18); unknown ones are skipped and named, none known gives no
  /// rows. One point is a circle about it. For each airport the nearest leg counts, the earlier one when
  /// two are as near; `corridorNM` itself is inside. Great circles throughout (T14). Source: airports 5.1.
  public func route(
    _ idents: [String], corridorNM: Double, filter: FilterConfig = .none, data: FilterData = .none
  ) -> RouteAnswer {
    let asked = idents.map { SearchText.typed($0) }
    let known = asked.map { airport($0) }
    let points = known.compactMap { airport in
      airport.map { RoutePoint(ident: $0.icao, position: $0.position) }
    }
    let unknown = zip(asked, known).filter { $0.1 == nil }.map { $0.0.uppercased() }
    let ends = known.first.flatMap { $0 } != nil && known.last.flatMap { $0 } != nil
    let legs = zip(points, points.dropFirst()).map { Leg(from: $0.position, to: $1.position) }
    let plan = plan(filter, data)
    return RouteAnswer(
      points: points, unknownIdents: unknown, corridorNM: corridorNM, legLengths: legs.map(\.length),
      rows: rows(points, legs, corridorNM: corridorNM, plan), isLineKnown: ends && !legs.isEmpty)
  }

  private func rows(
    _ points: [RoutePoint], _ legs: [Leg], corridorNM: Double, _ plan: FilterPlan
  ) -> [RouteRow] {
    guard let first = points.first, corridorNM >= 0 else { return [] }
    guard !legs.isEmpty else {
      var rows: [RouteRow] = []
      store.tree.forEach(
        within: Chord.squared(radiusNM: corridorNM), of: UnitVector(first.position)
      ) { number in
        let airport = store.airports[Int(number)]
        let distance = Sphere.distance(first.position, airport.position)
        guard distance <= corridorNM, passes(Int(number), plan) else { return }
        rows.append(
          RouteRow(
            airport: airport, segmentDistance: distance, enrouteDistance: 0, alongTrack: 0,
            crossTrack: 0, legIndex: 0))
      }
      return rows.sorted(by: Self.isNearer)
    }
    return nearestLegs(legs, corridorNM: corridorNM).compactMap { near in
      guard passes(near.rank, plan) else { return nil }
      return RouteRow(
        airport: store.airports[near.rank], segmentDistance: near.place.distance,
        enrouteDistance: near.before + near.place.directFromStart,
        alongTrack: near.before + near.place.alongTrack, crossTrack: near.place.crossTrack,
        legIndex: near.leg)
    }.sorted(by: Self.isNearer)
  }

  private static func isNearer(_ one: RouteRow, _ other: RouteRow) -> Bool {
    let rounded = (
      (one.segmentDistance * 100).rounded(), (other.segmentDistance * 100).rounded()
    )
    return rounded.0 == rounded.1
      ? IdentOrder.precedes(one.airport.icao, other.airport.icao) : rounded.0 < rounded.1
  }

  private struct NearLeg {
    let rank: Int
    var leg: Int
    var before: Double
    var place: LegDistance
  }

  /// The nearest leg of each airport within the corridor of any.
  private func nearestLegs(_ legs: [Leg], corridorNM: Double) -> [NearLeg] {
    var found: [NearLeg] = []
    var places = [Int32](repeating: -1, count: store.airports.count)
    var before = 0.0
    for (number, leg) in legs.enumerated() {
      let band = LegBand(leg, corridorNM: corridorNM)
      store.vectors.withUnsafeBufferPointer { vectors in
        for rank in vectors.indices where band.mayHold(vectors[rank]) {
          let place = Sphere.leg(of: store.airports[rank].position, by: leg)
          guard place.distance <= corridorNM else { continue }
          if places[rank] < 0 {
            places[rank] = Int32(found.count)
            found.append(NearLeg(rank: rank, leg: number, before: before, place: place))
          } else if place.distance < found[Int(places[rank])].place.distance {
            found[Int(places[rank])] = NearLeg(
              rank: rank, leg: number, before: before, place: place)
          }
        }
      }
      before += leg.length
    }
    return found
  }
}

/// Two planes and a cap about a leg: who is outside of them is outside of the corridor.
///
/// Two products of vectors a point; the few that pass are measured.
private struct LegBand {
  private let pole: UnitVector
  private let poleMax: Double
  private let middle: UnitVector
  private let middleMin: Double

  init(_ leg: Leg, corridorNM: Double) {
    let latitude = Degrees.radians(leg.start.latitude)
    let longitude = Degrees.radians(leg.start.longitude)
    let course = Degrees.radians(leg.bearing)
    let start = UnitVector(leg.start)
    // Where the leg heads at its start: north and east there, turned by its bearing.
    let (north, east) = (Radians.cosine(course), Radians.sine(course))
    let ahead = UnitVector(
      x: -north * Radians.sine(latitude) * Radians.cosine(longitude) - east * Radians.sine(longitude),
      y: -north * Radians.sine(latitude) * Radians.sine(longitude) + east * Radians.cosine(longitude),
      z: north * Radians.cosine(latitude))
    pole = UnitVector(
      x: start.y * ahead.z - start.z * ahead.y, y: start.z * ahead.x - start.x * ahead.z,
      z: start.x * ahead.y - start.y * ahead.x)
    let half = leg.length / Sphere.radiusNM / 2
    middle = UnitVector(
      x: start.x * Radians.cosine(half) + ahead.x * Radians.sine(half),
      y: start.y * Radians.cosine(half) + ahead.y * Radians.sine(half),
      z: start.z * Radians.cosine(half) + ahead.z * Radians.sine(half))
    let width = corridorNM / Sphere.radiusNM
    let isStraight = leg.length >= Leg.lengthMinNM && width < .pi / 2
    poleMax = isStraight ? Radians.sine(width) + Self.margin : 2
    // A leg without direction is a circle about its start, wide enough for both ends.
    let reach = half + width + (leg.length < Leg.lengthMinNM ? half : 0)
    middleMin = reach < .pi ? Radians.cosine(reach) - Self.margin : -2
  }

  func mayHold(_ vector: UnitVector) -> Bool {
    vector.dot(middle) >= middleMin && abs(vector.dot(pole)) <= poleMax
  }

  /// Far more than arithmetic loses, 3 metres on the ground.
  private static let margin = 1e-6
}
