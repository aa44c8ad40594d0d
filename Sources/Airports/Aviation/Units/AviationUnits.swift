/// The units in which figures are shown; inside everything is nautical miles and feet. Source: airports 11.
public struct AviationUnits: Sendable, Hashable {
  /// Of distances. Raw values are those of the setting `units.distance`.
  public enum Distance: String, Sendable, Hashable, CaseIterable {
    /// Nautical miles.
    case nauticalMiles = "nm"
    /// Kilometres.
    case kilometres = "km"
    /// Statute miles.
    case statuteMiles = "mi"

    /// As it stands after a figure.
    public var symbol: String {
      switch self {
      case .nauticalMiles: "NM"
      case .kilometres: "km"
      case .statuteMiles: "mi"
      }
    }

    /// How many of it make a nautical mile.
    public var perNauticalMile: Double {
      switch self {
      case .nauticalMiles: 1
      case .kilometres: 1.852
      case .statuteMiles: 1.15078
      }
    }
  }

  /// Of heights and lengths. Raw values are those of the settings `units.altitude` and `units.runway`.
  public enum Length: String, Sendable, Hashable, CaseIterable {
    /// Feet.
    case feet
    /// Metres, of which a part is cut off.
    case metres = "meters"

    /// As it stands after a figure.
    public var symbol: String { self == .feet ? "ft" : "m" }
  }

  /// Of distances.
  public var distance: Distance
  /// Of elevations and heights.
  public var altitude: Length
  /// Of runways.
  public var runway: Length

  /// Those of pilots, or others.
  public init(distance: Distance = .nauticalMiles, altitude: Length = .feet, runway: Length = .feet) {
    self.distance = distance
    self.altitude = altitude
    self.runway = runway
  }

  /// A distance with one decimal and its unit: `12.3 NM`; `? NM` for what is no number.
  public func text(distanceNM: Double) -> String {
    "\(Decimals.fixed(distanceNM * distance.perNauticalMile, places: 1)) \(distance.symbol)"
  }

  /// An elevation: `1582 ft`, `482 m`.
  public func text(altitudeFeet: Int) -> String { Self.text(altitudeFeet, altitude) }

  /// A length of a runway: `6070 ft`, `1850 m`.
  public func text(runwayFeet: Int) -> String { Self.text(runwayFeet, runway) }

  /// Metres of feet, what is less than one cut off.
  public static func metres(ofFeet feet: Int) -> Int {
    Int((Double(max(-10_000_000, min(feet, 10_000_000))) * 0.3048).rounded(.towardZero))
  }

  private static func text(_ feet: Int, _ unit: Length) -> String {
    "\(unit == .feet ? feet : metres(ofFeet: feet)) \(unit.symbol)"
  }
}

/// Numbers as text, without locale.
public enum Decimals {
  /// With so many decimals (0…9), halves away from zero; `?` for what is no number or beyond ±10⁹.
  public static func fixed(_ value: Double, places: Int) -> String {
    guard value.isFinite, abs(value) <= 1e9 else { return "?" }
    let kept = max(0, min(places, 9))
    let scale = (0..<kept).reduce(1) { power, _ in power * 10 }
    let scaled = Int((abs(value) * Double(scale)).rounded(.toNearestOrAwayFromZero))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard kept > 0 else { return sign + String(scaled) }
    return "\(sign)\(scaled / scale).\(UTCDay.padded(scaled % scale, kept))"
  }

  /// The shortest digits that read as this number again, without an exponent; `0` for what is no number.
  public static func exact(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let text = value.description
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]) else {
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    let sign = text.hasPrefix("-") ? "-" : ""
    let parts = text[..<mark].drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    let whole = String(parts.first ?? "0")
    let fraction = parts.count > 1 && parts[1] != "0" ? String(parts[1]) : ""
    let digits = whole + fraction
    let point = whole.count + exponent
    if point <= 0 { return "\(sign)0.\(String(repeating: "0", count: -point))\(digits)" }
    if point >= digits.count { return sign + digits + String(repeating: "0", count: point - digits.count) }
    return "\(sign)\(digits.prefix(point)).\(digits.dropFirst(point))"
  }
}

/// Places and times as pilots write them.
public enum AviationFormat {
  /// A position with its hemispheres: `51.4706°N 0.4619°W`.
  public static func position(latitude: Double, longitude: Double) -> String {
    "\(part(latitude, "N", "S")) \(part(longitude, "E", "W"))"
  }

  /// A moment of a day in UTC, to the minute: `0512 UTC`; seconds since 1970.
  public static func clock(_ seconds: Int64) -> String {
    let (minutes, _) = seconds.quotientAndRemainder(dividingBy: 60)
    let ofDay = Int(((minutes % 1440) + 1440) % 1440)
    return "\(UTCDay.padded(ofDay / 60, 2))\(UTCDay.padded(ofDay % 60, 2)) UTC"
  }

  private static func part(_ degrees: Double, _ positive: String, _ negative: String) -> String {
    let figure = Decimals.fixed(abs(degrees), places: 4)
    return "\(figure)°\(degrees < 0 && figure != "0.0000" ? negative : positive)"
  }
}
