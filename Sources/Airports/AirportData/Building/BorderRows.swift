import Storage
import StrictJSON

extension AirportWriting {
  /// Takes a list of border crossing points: columns `ICAO` and `Country`, and where they are there `Name`,
  /// `Type`, `Comment` and `Airfield Name`. A country is a two-letter code or an English name; where it is
  /// neither, the airport's own country holds.
  mutating func writeBorder(_ table: AirportSources.Table) throws {
    let insertion = AirportSchema.insertion(into: "border_crossing_points", AirportSchema.borderColumns)
    var seen: Set<String> = []
    try forEachRow(of: table, phase: .border, require: []) { writing, row, reader in
      let columns = BorderColumns(reader)
      guard columns.icao != nil else { throw CSVError.missingColumns(["ICAO"]) }
      let ident = row.text(columns.icao).uppercased()
      guard AirportIdentifier.isUsable(ident) else {
        return writing.report.note(
          .borderWithoutIdentifier, file: table.name, line: row.line, example: row.text(columns.name))
      }
      let own = writing.countries[ident]
      guard let country = CountryNames.code(row.text(columns.country)) ?? own, !country.isEmpty else {
        return writing.report.note(.borderWithoutCountry, file: table.name, line: row.line, example: ident)
      }
      guard seen.insert(ident + country).inserted else {
        return writing.report.note(.sameBorderPoint, file: table.name, line: row.line, example: ident)
      }
      if own == nil {
        writing.report.note(.borderOfNoAirport, file: table.name, line: row.line, example: ident)
      }
      try writing.connection.run(
        insertion,
        [
          .text(ident), .text(country), .text(row.textIfPresent(columns.name) ?? ident),
          .flag(columns.isAirport(row)), .text("border_crossing_csv"), .text("csv_parsing"),
          .text(columns.metadata(row)), .optional(own == nil ? nil : ident), .null,
          .text(writing.moment.text), .text(writing.moment.text),
        ])
      writing.report.counts.borderCrossingPoints += 1
    }
  }
}

/// Where the columns of a border list stand.
struct BorderColumns {
  let icao, country, name, type, comment, airfield: Int?

  init(_ reader: CSVReader) {
    icao = reader.column("icao", "icao_code")
    country = reader.column("country", "country_iso", "iso_country")
    name = reader.column("name", "airport_name")
    type = reader.column("type")
    comment = reader.column("comment", "remarks")
    airfield = reader.column("airfield name", "airfield_name")
  }

  /// Whether it is an airport rather than a harbour or a station; so it is where nothing is said.
  func isAirport(_ row: CSVRow) -> Bool {
    guard let type = row.textIfPresent(type) else { return true }
    return type.lowercased() == "airport"
  }

  func metadata(_ row: CSVRow) -> String {
    JSONValue.object([
      JSONMember(name: "type", value: .string(row.text(type))),
      JSONMember(name: "comment", value: .string(row.text(comment))),
      JSONMember(name: "airfield_name", value: .string(row.text(airfield))),
      JSONMember(name: "row_number", value: .integer(Int64(row.line))),
    ]).serialized()
  }
}
