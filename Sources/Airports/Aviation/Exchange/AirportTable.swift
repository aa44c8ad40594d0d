import Geography
import Text

/// Why bytes are not one of our exports.
public enum ExchangeError: Error, Sendable, Equatable {
  /// More bytes than are read.
  case tooLarge(bytes: Int, maximum: Int)
  /// The form is broken at this byte.
  case malformed(offset: Int)
  /// It is well formed, but something else: what is missing.
  case notAnExport(String)
  /// This row, counted from 1, has no identifier or no position.
  case badRow(Int)
  /// More rows than are read.
  case tooMany(rows: Int, maximum: Int)
}

/// An airport as it leaves the program: a line of a table, a waypoint.
public struct ExportRow: Sendable, Hashable {
  /// The identifier, never empty.
  public let ident: String
  /// The name.
  public let name: String
  /// The town.
  public let city: String
  /// Two letters.
  public let country: String
  /// Where it is.
  public let position: Coordinate
  /// Feet above the sea, when they are known.
  public let elevationFeet: Int?
  /// What it is, as in the database: `small_airport`.
  public let kind: String
  /// The longest runway, feet.
  public let longestRunwayFeet: Int?
  /// How far from the place or along the route that was asked for, nautical miles.
  public let distanceNM: Double?
  /// The user's own note.
  public let note: String

  /// A row; nil without an identifier. Texts are made safe to show and cut at `textBytesMax`, figures that
  /// are none or out of range are left out.
  public init?(
    ident: String, name: String = "", city: String = "", country: String = "", position: Coordinate,
    elevationFeet: Int? = nil, kind: String = "", longestRunwayFeet: Int? = nil, distanceNM: Double? = nil,
    note: String = ""
  ) {
    self.ident = Self.line(ident)
    guard !self.ident.isEmpty else { return nil }
    self.name = Self.line(name)
    self.city = Self.line(city)
    self.country = Self.line(country)
    self.position = position
    self.elevationFeet = elevationFeet.flatMap { abs($0) <= 100_000 ? $0 : nil }
    self.kind = Self.line(kind)
    self.longestRunwayFeet = longestRunwayFeet.flatMap { (0...100_000).contains($0) ? $0 : nil }
    self.distanceNM = distanceNM.flatMap { $0 >= 0 && $0 <= 100_000 ? $0 : nil }
    self.note = Self.text(note)
  }

  /// The longest text of a field, UTF-8 bytes.
  public static let textBytesMax = 4_096

  /// Safe to show, without white space at the ends; applying it twice changes nothing more.
  static func text(_ raw: String) -> String {
    let shown = Text.displayText(raw).unicodeScalars.filter { $0.value != 0xFFFE && $0.value != 0xFFFF }
    // A mark at the beginning has lost its letter, and a reader would drop it.
    let begun = shown.drop { $0.properties.isWhitespace || isMark($0) }
    return Text.trimmed(
      Text.split(String(String.UnicodeScalarView(begun)), utf8BytesMax: textBytesMax).first ?? "")
  }

  /// The same in one line.
  static func line(_ raw: String) -> String {
    text(text(raw).split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format: true
    default: false
    }
  }
}

extension ExportRow {
  /// The row of an airport.
  public init?(_ airport: Airport, distanceNM: Double? = nil, note: String = "") {
    self.init(
      ident: airport.icao, name: airport.name, city: airport.city, country: airport.country,
      position: airport.position, elevationFeet: airport.elevationFeet, kind: airport.kind.rawValue,
      longestRunwayFeet: airport.longestRunwayFeet(), distanceNM: distanceNM, note: note)
  }
}

/// Airports on their way out of the program and back: a title, rows, and the order of a route when there is
/// one.
public struct AirportExport: Sendable, Hashable {
  /// What it is: `Favourites`, `EGTF to LFMD`.
  public let title: String
  /// Where the data come from and how old they are.
  public let source: String
  /// The airports.
  public let rows: [ExportRow]
  /// The identifiers of a route in flying order; empty without one. All are in `rows`.
  public let route: [String]

  /// An export; points of the route that are no rows are left out.
  public init(title: String, source: String, rows: [ExportRow], route: [String] = []) {
    self.title = ExportRow.line(title)
    self.source = ExportRow.line(source)
    self.rows = rows
    let known = Set(rows.map(\.ident))
    self.route = route.filter(known.contains)
  }

  /// Stands in every export that has room for words.
  public static let statement = "Information only, not for navigation: check AIP, NOTAM and operator."
  /// The largest file that is read, bytes.
  public static let bytesMax = 33_554_432
  /// The most rows that are read.
  public static let rowsMax = 100_000
}

/// Airports as comma-separated values (RFC 4180): UTF-8, CRLF, a header, quotes where needed.
///
/// The title, the source and a route have no place in a table; the file's name and the page tell them.
public enum AirportTable {
  /// The columns.
  public static let header = [
    "ident", "name", "city", "country", "latitude", "longitude", "elevation_ft", "kind", "longest_runway_ft",
    "distance_nm", "note",
  ]

  /// The rows as a table.
  public static func text(_ rows: [ExportRow]) -> String {
    let lines = rows.map { row in
      [
        row.ident, row.name, row.city, row.country, Decimals.exact(row.position.latitude),
        Decimals.exact(row.position.longitude), row.elevationFeet.map(String.init) ?? "", row.kind,
        row.longestRunwayFeet.map(String.init) ?? "", row.distanceNM.map(Decimals.exact) ?? "", row.note,
      ]
    }
    return ([header] + lines).map { line in
      line.map { Text.delimitedField($0) }.joined(separator: ",") + "\r\n"
    }.joined()
  }

  /// Reads a table that was written so; columns are found by their names, others are left aside.
  public static func rows(of bytes: [UInt8]) throws(ExchangeError) -> [ExportRow] {
    guard bytes.count <= AirportExport.bytesMax else {
      throw .tooLarge(bytes: bytes.count, maximum: AirportExport.bytesMax)
    }
    let lines = try lines(bytes)
    guard let first = lines.first else { throw .notAnExport("a header") }
    guard lines.count <= AirportExport.rowsMax + 1 else {
      throw .tooMany(rows: lines.count - 1, maximum: AirportExport.rowsMax)
    }
    for name in ["ident", "latitude", "longitude"] where !first.contains(name) {
      throw .notAnExport("a column \(name)")
    }
    var rows: [ExportRow] = []
    for (number, line) in lines.enumerated().dropFirst() {
      func value(_ name: String) -> String {
        guard let index = first.firstIndex(of: name), line.indices.contains(index) else { return "" }
        return line[index]
      }
      guard let latitude = Double(value("latitude")), let longitude = Double(value("longitude")),
        let position = Coordinate(latitude: latitude, longitude: longitude),
        let row = ExportRow(
          ident: value("ident"), name: value("name"), city: value("city"), country: value("country"),
          position: position, elevationFeet: Int(value("elevation_ft")), kind: value("kind"),
          longestRunwayFeet: Int(value("longest_runway_ft")), distanceNM: Double(value("distance_nm")),
          note: value("note"))
      else { throw .badRow(number) }
      rows.append(row)
    }
    return rows
  }

  /// The fields of every line; a quote that is not closed or closes within a field is refused.
  private static func lines(_ bytes: [UInt8]) throws(ExchangeError) -> [[String]] {
    var lines: [[String]] = []
    var line: [String] = []
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while index < bytes.count {
      var field: [UInt8] = []
      if bytes[index] == 0x22 {
        let start = index
        index += 1
        while true {
          guard index < bytes.count else { throw .malformed(offset: start) }
          if bytes[index] == 0x22 {
            index += 1
            guard index < bytes.count, bytes[index] == 0x22 else { break }
          }
          field.append(bytes[index])
          index += 1
        }
        guard index >= bytes.count || [0x2C, 0x0A, 0x0D].contains(bytes[index]) else {
          throw .malformed(offset: index)
        }
      } else {
        let end = bytes[index...].firstIndex { [0x2C, 0x0A, 0x0D].contains($0) } ?? bytes.count
        field = Array(bytes[index..<end])
        index = end
      }
      guard let text = String(validating: field, as: UTF8.self) else { throw .malformed(offset: index) }
      line.append(text)
      guard index < bytes.count else { break }
      if bytes[index] == 0x2C {
        index += 1
        if index == bytes.count { line.append("") }
        continue
      }
      index += bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
      if line != [""] { lines.append(line) }
      line = []
    }
    if !line.isEmpty, line != [""] { lines.append(line) }
    return lines
  }
}
