import Storage

extension AirportWriting {
  /// Takes the airports of a table.
  mutating func writeAirports(_ sources: AirportSources) throws {
    let insertion = AirportSchema.insertion(into: "airports", AirportSchema.airportColumns)
    let table = sources.airports
    let required = ["ident", "type", "name", "latitude_deg", "longitude_deg", "iso_country"]
    var columns: AirportColumns?
    try forEachRow(of: table, phase: .airports, require: required) { writing, row, reader in
      let known = columns ?? AirportColumns(reader)
      columns = known
      guard let ident = writing.identifier(row, known, file: table.name) else { return }
      guard let position = CellNumbers.position(row, known.latitude, known.longitude) else {
        return writing.report.note(.noPosition, file: table.name, line: row.line, example: ident)
      }
      let country = row.text(known.country).uppercased()
      guard writing.countries.updateValue(country, forKey: ident) == nil else {
        return writing.report.note(.sameIdentifier, file: table.name, line: row.line, example: ident)
      }
      let elevation = writing.number(row, known.elevation, CellNumbers.elevationsFeet, table.name)
      let type = writing.type(row, known, file: table.name)
      try writing.connection.run(
        insertion,
        [
          .text(ident), .optional(row.textIfPresent(known.name)), .optional(type), .real(position.latitude),
          .real(position.longitude), elevation, .optional(row.textIfPresent(known.continent)),
          .optional(country.isEmpty ? nil : country), .optional(row.textIfPresent(known.region)),
          .optional(row.textIfPresent(known.municipality)), .optional(row.textIfPresent(known.scheduled)),
          .optional(row.textIfPresent(known.gps)),
          .optional(row.textIfPresent(known.iata)?.uppercased()), .optional(row.textIfPresent(known.local)),
          .optional(row.textIfPresent(known.home)), .optional(row.textIfPresent(known.wikipedia)),
          .optional(row.textIfPresent(known.keywords)), .text(sources.name), .text(writing.moment.text),
          .text(writing.moment.text),
        ])
      writing.report.counts.airports += 1
    }
  }

  /// The identifier of an airport that is kept, in upper case.
  private mutating func identifier(_ row: CSVRow, _ columns: AirportColumns, file: String) -> String? {
    let given = row.text(columns.ident)
    let type = row.text(columns.type)
    // Newer files name the ICAO identifier apart from their own.
    let other = row.text(columns.icao)
    let ident = (AirportIdentifier.isUsable(given) ? given : other).uppercased()
    guard AirportIdentifier.isUsable(ident) else {
      report.note(.otherIdentifier, file: file, line: row.line, example: given)
      return nil
    }
    guard type != "heliport" else {
      report.note(.heliport, file: file, line: row.line, example: ident)
      return nil
    }
    guard type != "closed" else {
      report.note(.closed, file: file, line: row.line, example: ident)
      return nil
    }
    return ident
  }

  private mutating func type(_ row: CSVRow, _ columns: AirportColumns, file: String) -> String? {
    let type = row.text(columns.type)
    if Self.types.contains(type) { return type }
    report.note(.unknownType, file: file, line: row.line, example: type)
    return nil
  }

  /// A number in its range as a value for the database; null, noted, where it is none.
  mutating func number(
    _ row: CSVRow, _ column: Int?, _ range: ClosedRange<Double>, _ file: String
  ) -> SQLValue {
    let text = row.text(column)
    guard !text.isEmpty else { return .null }
    guard let number = CellNumbers.number(text), range.contains(number) else {
      report.note(.unusableNumber, file: file, line: row.line, example: text)
      return .null
    }
    return .real(number)
  }

  private static let types: Set<String> = [
    "large_airport", "medium_airport", "small_airport", "seaplane_base", "balloonport",
  ]
}

/// Which identifiers a database holds.
enum AirportIdentifier {
  /// Four letters or digits (airports 19).
  static func isUsable(_ text: String) -> Bool {
    text.utf8.count == 4
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
      }
  }
}

/// Where the columns of a table of airports stand.
struct AirportColumns {
  let ident, icao, type, name, latitude, longitude, elevation, continent, country, region, municipality,
    scheduled, gps, iata, local, home, wikipedia, keywords: Int?

  init(_ reader: CSVReader) {
    ident = reader.column("ident")
    icao = reader.column("icao_code", "icao")
    type = reader.column("type")
    name = reader.column("name")
    latitude = reader.column("latitude_deg")
    longitude = reader.column("longitude_deg")
    elevation = reader.column("elevation_ft")
    continent = reader.column("continent")
    country = reader.column("iso_country")
    region = reader.column("iso_region")
    municipality = reader.column("municipality")
    scheduled = reader.column("scheduled_service")
    gps = reader.column("gps_code")
    iata = reader.column("iata_code")
    local = reader.column("local_code")
    home = reader.column("home_link")
    wikipedia = reader.column("wikipedia_link")
    keywords = reader.column("keywords")
  }
}

/// Numbers as tables write them.
enum CellNumbers {
  /// What can be the elevation of an airport; the lowest ground is at −1,412 ft, the highest field at 14,472.
  static let elevationsFeet = -2_000.0...30_000.0
  /// What can be the length of a runway.
  static let lengthsFeet = 1.0...60_000.0
  /// What can be its width, water included.
  static let widthsFeet = 1.0...60_000.0
  /// What can be a displaced threshold.
  static let displacementsFeet = 0.0...30_000.0
  /// What can be a direction.
  static let directions = 0.0...360.0

  /// A finite decimal number; nil for anything else, such as hexadecimal digits or words.
  static func number(_ text: String) -> Double? {
    let isDecimal = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
    }
    guard isDecimal, let number = Double(text), number.isFinite else { return nil }
    return number
  }

  /// A place on the globe; nil unless both numbers are there and can be.
  static func position(
    _ row: CSVRow, _ latitude: Int?, _ longitude: Int?
  ) -> (latitude: Double, longitude: Double)? {
    guard let north = number(row.text(latitude)), let east = number(row.text(longitude)),
      abs(north) <= 90, abs(east) <= 180
    else { return nil }
    return (north, east)
  }
}
