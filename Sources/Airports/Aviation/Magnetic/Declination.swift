import Geography

/// How far magnetic north lies east of true north at a place, and who says so.
public struct Declination: Sendable, Hashable {
  /// Who says so.
  public enum Source: Sendable, Hashable {
    /// The model of this name, within the years for which it holds.
    case model(name: String)
    /// The aerodrome's own AIP text, of this year when it says so.
    case published(year: Double?)
    /// A radio beacon so many nautical miles away; of no known year.
    case navaid(ident: String, distanceNM: Double)
  }

  /// Degrees, east positive.
  public var degreesEast: Double
  /// Who says so.
  public var source: Source

  /// Joins a figure and its source.
  public init(degreesEast: Double, source: Source) {
    self.degreesEast = degreesEast
    self.source = source
  }

  /// A magnetic direction: M = T − declination, 0…359; nil when `trueDegrees` is no number.
  public func magnetic(of trueDegrees: Double) -> Heading? { Heading(rounding: trueDegrees - degreesEast) }

  /// The best that is known: the model while it holds, else the aerodrome's printed variation, else the
  /// nearest beacon's within `navaidNMMax`, else nothing. Source: airports 4.5.
  ///
  /// An elevation that is not known is taken for that of the sea: 10,000 ft turn the needle by hundredths of
  /// a degree.
  public static func best(
    at place: Coordinate, elevationFeet: Int?, day: UTCDay, model: MagneticModel?,
    published text: String? = nil,
    navaids: [NavaidVariation] = []
  ) -> Declination? {
    let year = day.decimalYear
    let altitudeKm = Double(max(-3_000, min(elevationFeet ?? 0, 60_000))) * 0.0003048
    if let model, let degrees = model.declination(at: place, altitudeKm: altitudeKm, decimalYear: year) {
      return Declination(degreesEast: degrees, source: .model(name: model.name))
    }
    if let text, let published = PublishedVariation(reading: text) {
      return Declination(
        degreesEast: published.degreesEast(in: year), source: .published(year: published.year))
    }
    var nearest: (navaid: NavaidVariation, distance: Double)?
    for navaid in navaids {
      let distance = Sphere.distance(place, navaid.position)
      if distance <= navaidNMMax, distance < nearest?.distance ?? .infinity { nearest = (navaid, distance) }
    }
    return nearest.map {
      Declination(
        degreesEast: $0.navaid.degreesEast, source: .navaid(ident: $0.navaid.ident, distanceNM: $0.distance))
    }
  }

  /// A beacon farther away says nothing about a place, nautical miles.
  public static let navaidNMMax = 100.0
}

/// A radio beacon with the variation that its register gives.
public struct NavaidVariation: Sendable, Hashable {
  /// Its name in the air, `BIG`.
  public var ident: String
  /// Where it stands.
  public var position: Coordinate
  /// Degrees, east positive.
  public var degreesEast: Double

  /// Such a beacon; nil unless the variation is within ±180.
  public init?(ident: String, position: Coordinate, degreesEast: Double) {
    guard abs(degreesEast) <= 180 else { return nil }
    self.ident = ident
    self.position = position
    self.degreesEast = degreesEast
  }
}

extension Declination: CustomStringConvertible {
  /// `1.0° E (WMM-2025)`.
  public var description: String {
    let tenths = WindComponents.whole(abs(max(-180, min(degreesEast, 180))) * 10)
    let figure = "\(tenths / 10).\(tenths % 10)°\(tenths == 0 ? "" : degreesEast < 0 ? " W" : " E")"
    switch source {
    case .model(let name): return "\(figure) (\(name))"
    case .published(let year?) where (1900...2200).contains(year): return "\(figure) (AIP, \(Int(year)))"
    case .published: return "\(figure) (AIP)"
    case .navaid(let ident, let distance):
      return "\(figure) (beacon \(ident), \(WindComponents.whole(min(distance, 20_000))) NM away)"
    }
  }
}
