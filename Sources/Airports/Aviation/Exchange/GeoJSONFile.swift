import Geography
import StrictJSON

/// Airports as GeoJSON (RFC 7946): a point each, a line for a route.
public enum GeoJSONFile {
  /// The file as one line of text.
  public static func text(_ export: AirportExport) -> String {
    var features = export.rows.map(feature)
    if !export.route.isEmpty { features.append(line(export)) }
    return JSONValue.object([
      JSONMember(name: "type", value: .string("FeatureCollection")),
      JSONMember(name: "name", value: .string(export.title)),
      JSONMember(name: "source", value: .string(export.source)),
      JSONMember(name: "statement", value: .string(AirportExport.statement)),
      JSONMember(name: "features", value: .array(features)),
    ]).serialized()
  }

  /// Reads a file that was written so.
  public static func export(of bytes: [UInt8]) throws(ExchangeError) -> AirportExport {
    guard bytes.count <= AirportExport.bytesMax else {
      throw .tooLarge(bytes: bytes.count, maximum: AirportExport.bytesMax)
    }
    let value: JSONValue
    do throws(StrictJSONError) {
      value = try JSONValue(
        parsing: bytes, limits: JSONLimits(bytesMax: AirportExport.bytesMax, depthMax: 16))
    } catch {
      throw .notAnExport("JSON: \(error)")
    }
    guard value["type"]?.string == "FeatureCollection", let features = value["features"]?.array else {
      throw .notAnExport("a feature collection")
    }
    guard features.count <= AirportExport.rowsMax + 1 else {
      throw .tooMany(rows: features.count, maximum: AirportExport.rowsMax)
    }
    var rows: [ExportRow] = []
    var route: [String] = []
    for (index, feature) in features.enumerated() {
      if feature["geometry"]?["type"]?.string == "LineString" {
        route = feature["properties"]?["route"]?.array?.compactMap(\.string) ?? []
        continue
      }
      guard let row = row(feature) else { throw .badRow(index + 1) }
      rows.append(row)
    }
    return AirportExport(
      title: value["name"]?.string ?? "", source: value["source"]?.string ?? "", rows: rows, route: route)
  }

  private static func feature(_ row: ExportRow) -> JSONValue {
    var properties: [JSONMember] = [JSONMember(name: "ident", value: .string(row.ident))]
    for (name, text) in [
      ("name", row.name), ("city", row.city), ("country", row.country), ("kind", row.kind),
      ("note", row.note),
    ] where !text.isEmpty {
      properties.append(JSONMember(name: name, value: .string(text)))
    }
    // Said to be unknown: whoever reads 0 for what is missing puts the airport at the sea.
    properties.append(.integer("elevation_ft", row.elevationFeet))
    if let longest = row.longestRunwayFeet {
      properties.append(JSONMember(name: "longest_runway_ft", value: .integer(Int64(longest))))
    }
    if let distance = row.distanceNM {
      properties.append(JSONMember(name: "distance_nm", value: .number(distance)))
    }
    return object("Point", coordinates(row.position), properties)
  }

  private static func line(_ export: AirportExport) -> JSONValue {
    var places: [String: Coordinate] = [:]
    for row in export.rows where places[row.ident] == nil { places[row.ident] = row.position }
    let points = export.route.compactMap { places[$0] }.map(coordinates)
    return object(
      "LineString", .array(points),
      [JSONMember(name: "route", value: .array(export.route.map(JSONValue.string)))])
  }

  private static func object(_ type: String, _ coordinates: JSONValue, _ properties: [JSONMember])
    -> JSONValue
  {
    .object([
      JSONMember(name: "type", value: .string("Feature")),
      JSONMember(
        name: "geometry",
        value: .object([
          JSONMember(name: "type", value: .string(type)), JSONMember(name: "coordinates", value: coordinates),
        ])),
      JSONMember(name: "properties", value: .object(properties)),
    ])
  }

  private static func coordinates(_ place: Coordinate) -> JSONValue {
    .array([.number(place.longitude), .number(place.latitude)])
  }

  private static func row(_ feature: JSONValue) -> ExportRow? {
    guard let longitude = feature["geometry"]?["coordinates"]?[0]?.double,
      let latitude = feature["geometry"]?["coordinates"]?[1]?.double,
      let position = Coordinate(latitude: latitude, longitude: longitude),
      let properties = feature["properties"]
    else { return nil }
    func text(_ name: String) -> String { properties[name]?.string ?? "" }
    func whole(_ name: String) -> Int? { properties[name]?.integer.map { Int(clamping: $0) } }
    return ExportRow(
      ident: text("ident"), name: text("name"), city: text("city"), country: text("country"),
      position: position,
      elevationFeet: whole("elevation_ft"), kind: text("kind"), longestRunwayFeet: whole("longest_runway_ft"),
      distanceNM: properties["distance_nm"]?.double, note: text("note"))
  }
}
