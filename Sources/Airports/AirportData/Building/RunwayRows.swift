import Storage

extension AirportWriting {
  /// Takes the runways of a table; answers whose. Airports that have theirs from a newer table are passed
  /// over.
  mutating func writeRunways(
    _ table: AirportSources.Table, exceptOf airports: Set<String>
  ) throws -> Set<String> {
    let insertion = AirportSchema.insertion(into: "runways", AirportSchema.runwayColumns)
    var columns: RunwayColumns?
    var seen: Set<String> = []
    try forEachRow(of: table, phase: .runways, require: ["airport_ident"]) { writing, row, reader in
      let known = columns ?? RunwayColumns(reader)
      columns = known
      let ident = row.text(known.airport).uppercased()
      guard writing.countries[ident] != nil else {
        return writing.report.note(.runwayOfNoAirport, file: table.name, line: row.line, example: ident)
      }
      guard !airports.contains(ident) else {
        return writing.report.note(.olderRunway, file: table.name, line: row.line, example: ident)
      }
      seen.insert(ident)
      let own: [SQLValue] = [
        .text(ident), .optional(row.textIfPresent(known.low.ident)),
        .optional(row.textIfPresent(known.high.ident)),
        writing.length(row, known.length, CellNumbers.lengthsFeet, table.name),
        writing.length(row, known.width, CellNumbers.widthsFeet, table.name),
        .optional(row.textIfPresent(known.surface)), .flag(Self.isSet(row.text(known.lighted))),
        .flag(Self.isSet(row.text(known.closed))),
      ]
      let low = writing.end(row, known.low, table.name)
      let high = writing.end(row, known.high, table.name)
      let times: [SQLValue] = [.text(writing.moment.text), .text(writing.moment.text)]
      try writing.connection.run(insertion, own + low + high + times)
      writing.report.counts.runways += 1
    }
    return seen
  }

  /// A length; 0 stands for one that is not known.
  private mutating func length(
    _ row: CSVRow, _ column: Int?, _ range: ClosedRange<Double>, _ file: String
  ) -> SQLValue {
    if let number = CellNumbers.number(row.text(column)), number == 0 { return .null }
    return number(row, column, range, file)
  }

  /// Position, elevation, direction and displaced threshold of an end.
  private mutating func end(_ row: CSVRow, _ end: RunwayColumns.End, _ file: String) -> [SQLValue] {
    let hasPosition = !row.text(end.latitude).isEmpty || !row.text(end.longitude).isEmpty
    let position = CellNumbers.position(row, end.latitude, end.longitude)
    if hasPosition, position == nil {
      report.note(.unusableNumber, file: file, line: row.line, example: row.text(end.latitude))
    }
    return [
      position.map { .real($0.latitude) } ?? .null, position.map { .real($0.longitude) } ?? .null,
      number(row, end.elevation, CellNumbers.elevationsFeet, file),
      number(row, end.heading, CellNumbers.directions, file),
      number(row, end.displaced, CellNumbers.displacementsFeet, file),
    ]
  }

  private static func isSet(_ text: String) -> Bool {
    text == "1" || text.lowercased() == "true" || text.lowercased() == "yes"
  }
}

/// Where the columns of a table of runways stand.
struct RunwayColumns {
  /// One end.
  struct End {
    let ident, latitude, longitude, elevation, heading, displaced: Int?

    init(_ reader: CSVReader, _ prefix: String) {
      ident = reader.column(prefix + "ident")
      latitude = reader.column(prefix + "latitude_deg")
      longitude = reader.column(prefix + "longitude_deg")
      elevation = reader.column(prefix + "elevation_ft")
      heading = reader.column(prefix + "heading_degt")
      displaced = reader.column(prefix + "displaced_threshold_ft")
    }
  }

  let airport, length, width, surface, lighted, closed: Int?
  let low, high: End

  init(_ reader: CSVReader) {
    airport = reader.column("airport_ident")
    length = reader.column("length_ft")
    width = reader.column("width_ft")
    surface = reader.column("surface")
    lighted = reader.column("lighted")
    closed = reader.column("closed")
    low = End(reader, "le_")
    high = End(reader, "he_")
  }
}
