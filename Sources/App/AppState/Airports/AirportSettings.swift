import Aviation

/// Units and defaults of Airports. Source: airports 11.
public struct AirportSettings: Sendable, Hashable {
  /// Units of distances, elevations and runways.
  public var units = AviationUnits()
  /// By what markers are coloured at first.
  public var legend = LegendMode.airportType
  /// Only airports with procedures at first.
  public var onlyProcedures = false
  /// Only border crossings at first.
  public var onlyBorderCrossings = false
  /// Only this country at first; empty for all.
  public var country = ""
  /// Whether the area opens as it was left.
  public var restoresSession = true

  /// The usual ones.
  public init() {}

  /// The filters the area opens with where nothing was left.
  public var filters: FilterConfig {
    var filters = FilterConfig()
    if onlyProcedures { filters.hasProcedures = true }
    if onlyBorderCrossings { filters.pointOfEntry = true }
    if country.utf8.count == 2 { filters.country = country }
    return filters
  }
}

extension AirportSettings {
  /// Reads fields of a form or of what was kept; a switch that is not there is off.
  public init(items: [(name: String, value: String)]) {
    self.init()
    restoresSession = false
    for (name, value) in items {
      switch name {
      case "distance": units.distance = AviationUnits.Distance(rawValue: value) ?? units.distance
      case "altitude": units.altitude = AviationUnits.Length(rawValue: value) ?? units.altitude
      case "runway": units.runway = AviationUnits.Length(rawValue: value) ?? units.runway
      case "legend": legend = LegendMode(address: value) ?? legend
      case "procedures": onlyProcedures = value == "1"
      case "entry": onlyBorderCrossings = value == "1"
      case "country": country = value.utf8.count == 2 ? value.uppercased() : ""
      case "restore": restoresSession = value == "1"
      default: break
      }
    }
  }

  /// The same as fields.
  public var items: [(name: String, value: String)] {
    var items = [
      ("distance", units.distance.rawValue), ("altitude", units.altitude.rawValue),
      ("runway", units.runway.rawValue),
      ("legend", legend.address),
    ]
    if onlyProcedures { items.append(("procedures", "1")) }
    if onlyBorderCrossings { items.append(("entry", "1")) }
    if !country.isEmpty { items.append(("country", country)) }
    if restoresSession { items.append(("restore", "1")) }
    return items.map { (name: $0.0, value: $0.1) }
  }
}
