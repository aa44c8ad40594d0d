import Geography

/// Airports as GPX 1.1: a waypoint each, a route when there is one. What GPX has no element for stands in
/// an extension of our own, which other programs leave aside.
public enum GPXFile {
  /// The file.
  public static func text(_ export: AirportExport) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Tern" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:tern="urn:tern:airports">
      <metadata><name>\(escaped(export.title))</name><desc>\(escaped(AirportExport.statement))</desc>\
      <keywords>\(escaped(export.source))</keywords></metadata>

      """
    for row in export.rows { text += waypoint(row) }
    if !export.route.isEmpty { text += route(export) }
    return text + "</gpx>\n"
  }

  /// Reads a file that was written so; files of other programs give what they have.
  public static func export(of bytes: [UInt8]) throws(ExchangeError) -> AirportExport {
    guard bytes.count <= AirportExport.bytesMax else {
      throw .tooLarge(bytes: bytes.count, maximum: AirportExport.bytesMax)
    }
    var reader = XMLTreeReader(bytes)
    let root = try reader.root()
    guard root.name == "gpx" else { throw .notAnExport("an element gpx") }
    let metadata = root.first("metadata")
    let waypoints = root.children.filter { $0.name == "wpt" }
    guard waypoints.count <= AirportExport.rowsMax else {
      throw .tooMany(rows: waypoints.count, maximum: AirportExport.rowsMax)
    }
    var rows: [ExportRow] = []
    for (index, element) in waypoints.enumerated() {
      guard let row = row(element) else { throw .badRow(index + 1) }
      rows.append(row)
    }
    let points = root.first("rte")?.children.filter { $0.name == "rtept" } ?? []
    return AirportExport(
      title: metadata?.first("name")?.text ?? "", source: metadata?.first("keywords")?.text ?? "", rows: rows,
      route: points.compactMap { $0.first("name")?.text })
  }

  private static func waypoint(_ row: ExportRow) -> String {
    var text = "<wpt \(place(row.position))>"
    // Feet are multiples of 0.3048 m: the figure has four decimals at most.
    if let feet = row.elevationFeet {
      text += "<ele>\(Decimals.fixed(Double(feet) * 0.3048, places: 4))</ele>"
    }
    text += "<name>\(escaped(row.ident))</name>"
    if !row.note.isEmpty { text += "<cmt>\(escaped(row.note))</cmt>" }
    if !row.name.isEmpty { text += "<desc>\(escaped(row.name))</desc>" }
    text += "<sym>Airport</sym>"
    if !row.kind.isEmpty { text += "<type>\(escaped(row.kind))</type>" }
    var attributes = ""
    if !row.city.isEmpty { attributes += " city=\"\(escaped(row.city))\"" }
    if !row.country.isEmpty { attributes += " country=\"\(escaped(row.country))\"" }
    if let feet = row.longestRunwayFeet { attributes += " longest_runway_ft=\"\(feet)\"" }
    if let distance = row.distanceNM { attributes += " distance_nm=\"\(Decimals.exact(distance))\"" }
    if !attributes.isEmpty { text += "<extensions><tern:airport\(attributes)/></extensions>" }
    return text + "</wpt>\n"
  }

  private static func route(_ export: AirportExport) -> String {
    var places: [String: Coordinate] = [:]
    for row in export.rows where places[row.ident] == nil { places[row.ident] = row.position }
    let points = export.route.compactMap { ident in
      places[ident].map { "<rtept \(place($0))><name>\(escaped(ident))</name></rtept>" }
    }
    return "<rte><name>\(escaped(export.route.joined(separator: " ")))</name>\(points.joined())</rte>\n"
  }

  private static func row(_ element: XMLElement) -> ExportRow? {
    guard let latitude = element.attributes["lat"].flatMap(Double.init),
      let longitude = element.attributes["lon"].flatMap(Double.init),
      let position = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    let own = element.first("extensions")?.first("tern:airport")?.attributes ?? [:]
    let metres = element.first("ele").flatMap { Double($0.text) }
    return ExportRow(
      ident: element.first("name")?.text ?? "", name: element.first("desc")?.text ?? "",
      city: own["city"] ?? "",
      country: own["country"] ?? "", position: position,
      elevationFeet: metres.flatMap { abs($0) <= 30_000 ? WindComponents.whole($0 / 0.3048) : nil },
      kind: element.first("type")?.text ?? "",
      longestRunwayFeet: own["longest_runway_ft"].flatMap { Int($0) },
      distanceNM: own["distance_nm"].flatMap(Double.init), note: element.first("cmt")?.text ?? "")
  }

  private static func place(_ place: Coordinate) -> String {
    "lat=\"\(Decimals.exact(place.latitude))\" lon=\"\(Decimals.exact(place.longitude))\""
  }

  /// Line breaks and tabs as references, since readers may change them.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t", "\r": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
