/// A place on the earth, in degrees.
///
/// `latitude` -90…90, north positive; `longitude` -180…180, east positive. Both are finite: a value that
/// exists is a place.
public struct Coordinate: Sendable, Hashable {
  /// Degrees north of the equator, -90…90.
  public let latitude: Double
  /// Degrees east of Greenwich, -180…180.
  public let longitude: Double

  /// The place, or nothing unless both numbers are finite and in range.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The place with numbers brought into range: latitude is cut at the poles, longitude goes round.
  ///
  /// For results of our own arithmetic, which are finite and at most a rounding step outside.
  init(wrapping latitude: Double, _ longitude: Double) {
    self.latitude = min(90, max(-90, latitude))
    self.longitude = Degrees.longitude(longitude)
  }
}

/// Arithmetic of angles in degrees.
public enum Degrees {
  /// The same longitude in -180..<180.
  public static func longitude(_ degrees: Double) -> Double {
    if (-180..<180).contains(degrees) { return degrees }
    let turned = course(degrees + 180) - 180
    return turned
  }

  /// The same direction in 0..<360.
  public static func course(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let positive = rest < 0 ? rest + 360 : rest
    // A tiny negative number plus 360 rounds to 360 itself.
    return positive >= 360 ? 0 : positive
  }

  /// The angle between two directions, 0…180.
  public static func difference(_ one: Double, _ other: Double) -> Double {
    let turned = course(one - other)
    return turned > 180 ? 360 - turned : turned
  }

  /// Degrees as radians.
  public static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

  /// Radians as degrees.
  public static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
}
