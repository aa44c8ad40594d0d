import Glibc

/// Distances, directions and legs on one sphere, the only earth this product measures on.
///
/// Nautical miles and degrees true. Pure arithmetic: every call answers, whatever the two places.
/// Source: airports 4.1 and 4.2.
public enum Sphere {
  /// Radius in nautical miles.
  public static let radiusNM = 3440.065

  /// Kilometres in a nautical mile.
  public static let kilometresPerNM = 1.852

  /// Statute miles in a nautical mile, as the specification rounds it.
  public static let statuteMilesPerNM = 1.15078

  /// The great-circle distance in nautical miles (haversine).
  public static func distance(_ one: Coordinate, _ other: Coordinate) -> Double {
    let latitude1 = Degrees.radians(one.latitude)
    let latitude2 = Degrees.radians(other.latitude)
    let halfNorth = sin(Degrees.radians(other.latitude - one.latitude) / 2)
    let halfEast = sin(Degrees.radians(other.longitude - one.longitude) / 2)
    let a = halfNorth * halfNorth + cos(latitude1) * cos(latitude2) * halfEast * halfEast
    let share = min(1, max(0, a))
    return 2 * radiusNM * atan2(share.squareRoot(), (1 - share).squareRoot())
  }

  /// The direction in which the great circle leaves `start`, 0..<360; 0 for the same place.
  public static func initialBearing(from start: Coordinate, to end: Coordinate) -> Double {
    let latitude1 = Degrees.radians(start.latitude)
    let latitude2 = Degrees.radians(end.latitude)
    let east = Degrees.radians(end.longitude - start.longitude)
    let y = sin(east) * cos(latitude2)
    let x = cos(latitude1) * sin(latitude2) - sin(latitude1) * cos(latitude2) * cos(east)
    return Degrees.course(Degrees.degrees(atan2(y, x)) + 360)
  }

  /// The place `distance` nautical miles from `start` on the great circle leaving in direction `bearing`.
  ///
  /// A number that is not finite leaves the place where it is.
  public static func destination(
    from start: Coordinate, bearing: Double, distance: Double
  ) -> Coordinate {
    guard bearing.isFinite, distance.isFinite else { return start }
    let latitude = Degrees.radians(start.latitude)
    let course = Degrees.radians(bearing)
    let turn = distance / radiusNM
    // The formula of airports 4.1 as a vector over the start's meridian: it keeps its digits at the poles,
    // where the arcsine and the difference of cosines lose theirs.
    let ahead = cos(course) * sin(turn)
    let x = cos(latitude) * cos(turn) - sin(latitude) * ahead
    let y = sin(course) * sin(turn)
    let z = sin(latitude) * cos(turn) + cos(latitude) * ahead
    return Coordinate(
      wrapping: Degrees.degrees(atan2(z, (x * x + y * y).squareRoot())),
      start.longitude + Degrees.degrees(atan2(y, x)))
  }

  /// Where `point` lies by the leg from `start` to `end`.
  ///
  /// A leg of less than 0.1 NM is its two ends and nothing between. Source: airports 4.2.
  public static func leg(of point: Coordinate, from start: Coordinate, to end: Coordinate)
    -> LegDistance
  {
    leg(of: point, by: Leg(from: start, to: end))
  }

  /// As `leg(of:from:to:)`, for a leg that is asked about often.
  public static func leg(of point: Coordinate, by leg: Leg) -> LegDistance {
    let toStart = distance(leg.start, point)
    guard leg.length >= Leg.lengthMinNM else {
      return LegDistance(
        distance: min(toStart, distance(leg.end, point)), alongTrack: 0, directFromStart: toStart,
        crossTrack: 0)
    }
    let turn = toStart / radiusNM
    let bearing = initialBearing(from: leg.start, to: point)
    let cross = asin(
      min(1, max(-1, sin(turn) * sin(Degrees.radians(bearing - leg.bearing)))))
    let cosine = cos(turn) / cos(cross)
    var along = acos(min(1, max(-1, cosine))) * radiusNM
    if Degrees.difference(bearing, leg.bearing) > 90 { along = -along }
    let distanceNM: Double
    if along < 0 || along > leg.length {
      // Behind the start of a leg that goes half round the earth its end may be nearer.
      distanceNM = min(toStart, distance(leg.end, point))
    } else {
      distanceNM = abs(cross) * radiusNM
    }
    return LegDistance(
      distance: distanceNM, alongTrack: min(leg.length, max(0, along)), directFromStart: toStart,
      crossTrack: cross * radiusNM)
  }

  /// How much longer the way from `start` to `end` becomes by way of `point`.
  public static func detour(by point: Coordinate, from start: Coordinate, to end: Coordinate) -> Double {
    distance(start, point) + distance(point, end) - distance(start, end)
  }
}

/// The great-circle way from one place to another.
public struct Leg: Sendable, Hashable {
  /// Where it begins.
  public let start: Coordinate
  /// Where it ends.
  public let end: Coordinate
  /// Its length in nautical miles.
  public let length: Double
  /// The direction in which it leaves, 0..<360.
  public let bearing: Double

  /// The shorter way between two places.
  public init(from start: Coordinate, to end: Coordinate) {
    self.start = start
    self.end = end
    length = Sphere.distance(start, end)
    bearing = Sphere.initialBearing(from: start, to: end)
  }

  /// A shorter leg has no direction worth the name.
  public static let lengthMinNM = 0.1
}

/// Where a place lies by a leg, in nautical miles.
public struct LegDistance: Sendable, Hashable {
  /// To the nearest place of the leg, its ends included.
  public let distance: Double
  /// From the leg's start to the place abeam, cut to the leg.
  public let alongTrack: Double
  /// From the leg's start straight to the place.
  public let directFromStart: Double
  /// To the leg's whole great circle: positive right of the way, negative left, 0 for a leg without
  /// direction.
  public let crossTrack: Double

  /// Distances of one's own.
  public init(distance: Double, alongTrack: Double, directFromStart: Double, crossTrack: Double) {
    self.distance = distance
    self.alongTrack = alongTrack
    self.directFromStart = directFromStart
    self.crossTrack = crossTrack
  }
}
