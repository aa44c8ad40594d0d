/// A box of the map between two parallels and two meridians, edges included.
///
/// `south` ≤ `north`. A `west` greater than `east` means that the box lies across 180°. Degrees.
public struct GeoBox: Sendable, Hashable {
  /// The lower parallel, -90…90.
  public let south: Double
  /// The left meridian, -180…180.
  public let west: Double
  /// The upper parallel, -90…90.
  public let north: Double
  /// The right meridian, -180…180.
  public let east: Double

  /// The box with these edges; nothing unless all are finite and in range and the parallels in order.
  public init?(south: Double, west: Double, north: Double, east: Double) {
    guard (-90...90).contains(south), (-90...90).contains(north), south <= north,
      (-180...180).contains(west), (-180...180).contains(east)
    else { return nil }
    self.init(checked: south, west, north, east)
  }

  /// The box between two opposite corners, whichever they are; it never lies across 180°.
  public init(corner one: Coordinate, corner other: Coordinate) {
    self.init(
      checked: min(one.latitude, other.latitude), min(one.longitude, other.longitude),
      max(one.latitude, other.latitude), max(one.longitude, other.longitude))
  }

  /// The box of `latitudeSpan` by `longitudeSpan` degrees about `centre`.
  ///
  /// What would reach over a pole is cut there; a span of 360 or more is the whole round.
  public init(centre: Coordinate, latitudeSpan: Double, longitudeSpan: Double) {
    let up = latitudeSpan.isFinite ? max(0, latitudeSpan) / 2 : 90
    let side = longitudeSpan.isFinite ? max(0, longitudeSpan) / 2 : 180
    let south = max(-90, centre.latitude - up)
    let north = min(90, centre.latitude + up)
    guard side < 180 else {
      self.init(checked: south, -180, north, 180)
      return
    }
    self.init(
      checked: south, Self.edge(centre.longitude - side), north, Self.edge(centre.longitude + side))
  }

  /// All of the earth.
  public static let world = GeoBox(checked: -90, -180, 90, 180)

  /// Whether it lies across 180°.
  @inlinable public var crossesAntimeridian: Bool { west > east }

  /// Degrees from edge to edge, south to north.
  public var latitudeSpan: Double { north - south }

  /// Degrees from edge to edge, west to east, 0…360.
  public var longitudeSpan: Double { crossesAntimeridian ? east - west + 360 : east - west }

  /// The middle.
  public var centre: Coordinate {
    Coordinate(wrapping: (south + north) / 2, west + longitudeSpan / 2)
  }

  /// Whether `place` lies inside or on an edge.
  ///
  /// A place on 180° is the same as on -180°; a pole lies on every meridian.
  public func contains(_ place: Coordinate) -> Bool {
    contains(latitude: place.latitude, longitude: place.longitude)
  }

  /// As `contains(_:)`, for the numbers of a place that are kept apart; both are in range.
  @inlinable public func contains(latitude: Double, longitude: Double) -> Bool {
    guard latitude >= south, latitude <= north else { return false }
    if abs(latitude) == 90 { return true }
    return holds(longitude) || (abs(longitude) == 180 && holds(-longitude))
  }

  /// Whether all of `other` lies inside.
  public func contains(_ other: GeoBox) -> Bool {
    guard other.south >= south, other.north <= north else { return false }
    if longitudeSpan >= 360 { return true }
    let offset = Degrees.course(other.west - west)
    return offset + other.longitudeSpan <= longitudeSpan
  }

  /// The box about the same middle with both spans multiplied by `factor`, cut at the poles.
  public func padded(by factor: Double) -> GeoBox {
    guard factor.isFinite, factor > 0 else { return self }
    let side = longitudeSpan * (factor - 1) / 2
    let up = latitudeSpan * (factor - 1) / 2
    let lower = max(-90, min(centre.latitude, south - up))
    let upper = min(90, max(centre.latitude, north + up))
    guard longitudeSpan * factor < 360 else { return GeoBox(checked: lower, -180, upper, 180) }
    return GeoBox(checked: lower, Self.edge(west - side), upper, Self.edge(east + side))
  }

  private init(checked south: Double, _ west: Double, _ north: Double, _ east: Double) {
    self.south = south
    self.west = west
    self.north = north
    self.east = east
  }

  @inlinable func holds(_ longitude: Double) -> Bool {
    crossesAntimeridian
      ? longitude >= west || longitude <= east : longitude >= west && longitude <= east
  }

  /// A meridian brought into range; 180 stays 180, so that a box that ends there does not turn round.
  private static func edge(_ longitude: Double) -> Double {
    (-180...180).contains(longitude) ? longitude : Degrees.longitude(longitude)
  }
}
