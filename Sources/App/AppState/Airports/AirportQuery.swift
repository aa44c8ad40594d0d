import Aviation
import Geography

/// What the address of a page of Airports says. What it leaves out is as it was chosen last: place of the
/// map, legend and filters; everything else is then not asked for.
public struct AirportQuery: Sendable, Hashable {
  /// Where the map is.
  public struct View: Sendable, Hashable {
    /// The middle.
    public var centre: Coordinate
    /// Leaflet's zoom, 2...15.
    public var zoom: Double

    /// Joins the two; the zoom is brought into range.
    public init(centre: Coordinate, zoom: Double) {
      self.centre = centre
      self.zoom = min(max(zoom, Self.zoomRange.lowerBound), Self.zoomRange.upperBound)
    }

    /// The zooms there are.
    public static let zoomRange = 2.0...15.0
  }

  /// What is searched for.
  public var text = ""
  /// The points of a route, upper case, as asked for.
  public var route: [String] = []
  /// Half the width of the route's corridor.
  public var corridorNM: Int?
  /// What the nearest airports are near to: an identifier, or two degrees with a comma.
  public var near = ""
  /// How far the nearest ones may be.
  public var radiusNM: Int?
  /// Which airports; nil as chosen last.
  public var filters: FilterConfig?
  /// By what markers are coloured; nil as chosen last.
  public var legend: LegendMode?
  /// Where the map is; nil as looked at last.
  public var view: View?
  /// The airport looked at.
  public var airport = ""
  /// The part of it that is shown.
  public var tab: AirportTab?

  /// Asks for nothing.
  public init() {}

  /// At most so many points of a route are taken.
  public static let routePointsMax = 20
  /// At most so many characters of a search are taken.
  public static let textCharactersMax = 100
  /// The corridor of a route that names none. Source: airports 7.
  public static let corridorUsualNM = 50
  /// The corridors that can be chosen.
  public static let corridorRange = 5...200
  /// The radius of a page that names none.
  public static let radiusUsualNM = 50
  /// The radii that can be chosen.
  public static let radiusRange = 5...500
  /// The longest identifier that is taken.
  public static let identCharactersMax = 8

  /// Whether something is searched for, or a route is.
  public var isSearching: Bool { !text.isEmpty || !route.isEmpty }

  /// The points a search names when it is a route: two or more, each of four letters. Source: airports 7.
  public static func routePoints(in text: String) -> [String]? {
    let parts = text.uppercased().split(separator: " ").map(String.init)
    let isRoute =
      parts.count >= 2
      && parts.allSatisfy { part in
        part.utf8.count == 4 && part.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      }
    return isRoute ? Array(parts.prefix(routePointsMax)) : nil
  }
}

// MARK: Addresses

extension AirportQuery {
  /// Reads the fields of an address; what cannot be read is left out.
  public init(items: [(name: String, value: String)]) {
    self.init()
    var points: (from: String?, via: [String], to: String?) = (nil, [], nil)
    for (name, value) in items {
      switch name {
      case "q": text = String(value.prefix(Self.textCharactersMax))
      case "route": route = Self.idents(value)
      case "from": points.from = Self.idents(value).first
      case "via": points.via += Self.idents(value)
      case "to": points.to = Self.idents(value).first
      case "corridor": corridorNM = Self.number(value, in: Self.corridorRange)
      case "near": near = Self.cut(value, 40)
      case "radius": radiusNM = Self.number(value, in: Self.radiusRange)
      case "legend": legend = LegendMode(address: value)
      case "at": view = View(value)
      case "airport": airport = Self.idents(value).first ?? ""
      case "tab": tab = AirportTab(rawValue: value)
      default: break
      }
    }
    if points.from != nil || points.to != nil {
      let all = [points.from].compactMap { $0 } + points.via + [points.to].compactMap { $0 }
      route = Array(all.prefix(Self.routePointsMax))
    }
    filters = FilterFields.config(items)
  }

  /// The fields of the address, in a fixed order.
  public var items: [(name: String, value: String)] {
    var items: [(name: String, value: String)] = []
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { items.append((name, value)) }
    }
    add("q", text)
    add("route", route.joined(separator: " "))
    add("corridor", corridorNM.map(String.init))
    add("near", near)
    add("radius", radiusNM.map(String.init))
    if let filters { items += FilterFields.items(filters) }
    add("legend", legend?.address)
    add("at", view?.text)
    add("airport", airport)
    add("tab", tab?.rawValue)
    return items
  }

  private static func idents(_ text: String) -> [String] {
    text.uppercased().split { $0 == " " || $0 == "," }.prefix(routePointsMax)
      .map { cut(String($0), identCharactersMax) }
  }

  private static func cut(_ text: String, _ characters: Int) -> String { String(text.prefix(characters)) }

  static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
    Int(text).map { min(max($0, range.lowerBound), range.upperBound) }
  }
}

extension AirportQuery.View {
  /// `50.1234,10.5,6.5`.
  var text: String {
    "\(Self.short(centre.latitude)),\(Self.short(centre.longitude)),\(Self.short(zoom))"
  }

  init?(_ text: String) {
    let parts = text.split(separator: ",").map { Double($0) }
    guard parts.count == 3, let latitude = parts[0], let longitude = parts[1], let zoom = parts[2],
      zoom.isFinite, let centre = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    self.init(centre: centre, zoom: zoom)
  }

  private static func short(_ value: Double) -> String {
    let rounded = (value * 10_000).rounded() / 10_000
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
