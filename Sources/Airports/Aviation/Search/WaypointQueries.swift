import Geography
import Text

extension KnownAirports {
  /// The waypoint of this name, case aside.
  public func waypoint(_ name: String) -> Waypoint? {
    let wanted = Text.trimmed(name).uppercased()
    return store.waypoints.first { $0.name.uppercased() == wanted }
  }

  /// The waypoints nearest to a place: by distance, then by name.
  public func nearestWaypoints(to place: Coordinate, count: Int) -> [Waypoint] {
    let measured = store.waypoints.map { ($0, Sphere.distance(place, $0.position)) }
    return measured.sorted { one, other in
      one.1 == other.1 ? IdentOrder.precedes(one.0.name, other.0.name) : one.1 < other.1
    }.prefix(max(0, count)).map(\.0)
  }

  /// The waypoints whose name begins with the text, then those that contain it; by name in each group.
  public func searchWaypoints(_ text: String, limit: Int = 20) -> [Waypoint] {
    let needle = SearchKeys.folded(text)
    guard !needle.isEmpty else { return [] }
    let keyed = store.waypoints.map { ($0, SearchKeys.folded($0.name)) }
    let beginning = keyed.filter { $0.1.starts(with: needle) }
    let containing = keyed.filter {
      !$0.1.starts(with: needle) && ByteSearch.contains(needle, in: $0.1)
    }
    return (beginning + containing).prefix(max(0, limit)).map(\.0)
  }

  /// The waypoints of a flight information region, by name.
  public func waypoints(inFIR code: String) -> [Waypoint] {
    let wanted = code.uppercased()
    return store.waypoints.filter { $0.firCodes.contains { $0.uppercased() == wanted } }
  }

  /// The waypoints of a type, by name.
  public func waypoints(ofType type: String) -> [Waypoint] {
    let wanted = type.uppercased()
    return store.waypoints.filter { $0.pointType?.uppercased() == wanted }
  }
}
