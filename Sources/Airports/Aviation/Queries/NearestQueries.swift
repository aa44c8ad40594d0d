import Geography

extension KnownAirports {
  /// The `count` airports nearest to `place` that pass the filter and whose identifier or name contains
  /// `needle`: by distance, then by identifier.
  ///
  /// Distances are great circles: degrees of longitude shrink toward the poles (T11).
  public func nearest(
    to place: Coordinate, count: Int, needle: String = "", filter: FilterConfig = .none,
    data: FilterData = .none
  ) -> [AirportDistance] {
    let plan = plan(filter, data)
    let bytes = SearchKeys.folded(needle)
    return nearest(to: place, count: count) { rank in
      passes(rank, plan) && (bytes.isEmpty || store.keys.matches(rank, bytes))
    }
  }

  /// Every airport within `radiusNM` of `place` that passes the filter (T13): by distance, then by
  /// identifier.
  public func airports(
    near place: Coordinate, radiusNM: Double, filter: FilterConfig = .none,
    data: FilterData = .none
  ) -> [AirportDistance] {
    let plan = plan(filter, data)
    return within(radiusNM, of: place) { passes($0, plan) }
  }

  /// The airports within `radiusNM` that have an approach of this kind, at most `limit`: every airport
  /// inside the radius is looked at (T12).
  public func airports(
    withApproach kind: ApproachKind, near place: Coordinate, radiusNM: Double, limit: Int = 10
  ) -> [AirportDistance] {
    first(limit, radiusNM, place) { rank in
      store.facts[rank].flags.contains(.procedures)
        && store.airports[rank].procedures.contains { $0.kind == .approach && $0.approach == kind }
    }
  }

  /// The airports within `radiusNM` that have a precision approach, at most `limit` (T12).
  public func airportsWithPrecisionApproaches(
    near place: Coordinate, radiusNM: Double, limit: Int = 10
  ) -> [AirportDistance] {
    first(limit, radiusNM, place) { store.facts[$0].flags.contains(.precision) }
  }

  /// The airports within `radiusNM` where a border may be crossed, at most `limit` (T12).
  public func airportsWithBorderCrossing(
    near place: Coordinate, radiusNM: Double, limit: Int = 10
  ) -> [AirportDistance] {
    first(limit, radiusNM, place) { store.facts[$0].flags.contains(.pointOfEntry) }
  }

  private func first(
    _ limit: Int, _ radiusNM: Double, _ place: Coordinate, where accepts: (Int) -> Bool
  ) -> [AirportDistance] {
    Array(within(radiusNM, of: place, where: accepts).prefix(max(0, limit)))
  }

  private func nearest(
    to place: Coordinate, count: Int, where accepts: (Int) -> Bool
  ) -> [AirportDistance] {
    guard count > 0 else { return [] }
    let vector = UnitVector(place)
    let chord = store.tree.chordSquared(holding: count, nearTo: vector) { accepts(Int($0)) }
    var found: [Found] = []
    store.tree.forEach(within: Chord.widened(chord), of: vector) { number in
      if accepts(Int(number)) { found.append(measure(Int(number), from: place)) }
    }
    return sorted(found, limit: count)
  }

  private func within(
    _ radiusNM: Double, of place: Coordinate, where accepts: (Int) -> Bool
  ) -> [AirportDistance] {
    guard radiusNM >= 0 else { return [] }
    var found: [Found] = []
    store.tree.forEach(within: Chord.squared(radiusNM: radiusNM), of: UnitVector(place)) { number in
      guard accepts(Int(number)) else { return }
      let measured = measure(Int(number), from: place)
      if measured.distance <= radiusNM { found.append(measured) }
    }
    return sorted(found, limit: found.count)
  }

  private typealias Found = (rank: Int, distance: Double)

  private func measure(_ rank: Int, from place: Coordinate) -> Found {
    (rank, Sphere.distance(place, store.airports[rank].position))
  }

  private func sorted(_ found: [Found], limit: Int) -> [AirportDistance] {
    found.sorted { one, other in
      one.distance == other.distance
        ? store.identPlaces[one.rank] < store.identPlaces[other.rank] : one.distance < other.distance
    }.prefix(limit).map { AirportDistance(airport: store.airports[$0.rank], distance: $0.distance) }
  }
}

/// Chords of the unit sphere, widened by more than arithmetic can lose.
enum Chord {
  /// The square of a chord that no place within `radiusNM` exceeds.
  static func squared(radiusNM: Double) -> Double {
    let half = radiusNM / Sphere.radiusNM / 2
    guard half < .pi / 2 else { return 5 }
    return widened(4 * Radians.sine(half) * Radians.sine(half))
  }

  /// The square of a slightly longer chord; of one that holds all for nothing, and near the antipode,
  /// where distances are less exact than chords.
  static func widened(_ squared: Double?) -> Double {
    guard let squared, squared < 3.9 else { return 5 }
    let chord = squared.squareRoot() + 1e-12
    return chord * chord
  }
}
