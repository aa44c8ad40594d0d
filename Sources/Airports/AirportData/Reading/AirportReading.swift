import Aviation
import Geography
import Storage
import Timebase

/// One reading of a database, on one connection.
struct AirportReading {
  let connection: Connection
  let path: String
  let selection: AirportSelection
  private var loaded = LoadedAirports()
  /// Where each airport stands in `loaded.airports`.
  private var places: [String: Int] = [:]
  /// Lists of sources that were split before: most rows have the same.
  private var sourceLists: [String: [String]] = [:]
  /// The time that was read last: most rows have the same.
  private var lastTime: (text: String, time: Timestamp?) = ("", nil)

  init(connection: Connection, path: String, selection: AirportSelection) {
    self.connection = connection
    self.path = path
    self.selection = selection
  }

  /// Reads all tables.
  mutating func load() throws -> LoadedAirports {
    loaded.description = try DatabaseDescription.read(connection, path)
    try readAirports()
    guard !loaded.airports.isEmpty else { throw AirportDataError.noAirports(path: path) }
    try readRunways()
    try readProcedures()
    try readEntries()
    try readBorderCrossings()
    try readWaypoints()
    return loaded
  }

  /// Whether there is one airport that could be shown.
  mutating func hasAirport() throws -> Bool {
    let columns = try airportColumns()
    return try connection.first(columns + " WHERE latitude_deg IS NOT NULL AND longitude_deg IS NOT NULL") {
      Cell.text($0, 0)
    } != nil
  }

  private func airportColumns() throws -> String {
    let columns = try TableColumns(of: "airports", wanted: AirportSchema.airportColumns, on: connection)
    guard let statement = columns.statement else {
      throw AirportDataError.notAirports(path: path, missingTables: ["airports"])
    }
    let needed = columns.missing.filter { ["icao_code", "latitude_deg", "longitude_deg"].contains($0) }
    guard needed.isEmpty else {
      throw AirportDataError.missingColumns(path: path, table: "airports", columns: needed)
    }
    return statement
  }

  private mutating func readAirports() throws {
    let count = min(loaded.description.counts.airports, Self.airportsMax)
    loaded.airports.reserveCapacity(count)
    places.reserveCapacity(count)
    try connection.forEach(try airportColumns() + " LIMIT \(Self.airportsMax)") { row in
      guard let icao = Cell.text(row, 0), Self.isShowable(icao), places[icao] == nil else {
        loaded.passedOver.withoutIdentifier += 1
        return
      }
      let country = Cell.text(row, 7) ?? ""
      guard selection.takes(icao: icao, country: country) else {
        loaded.passedOver.notSelected += 1
        return
      }
      guard let position = position(row, 3) else {
        loaded.passedOver.withoutPosition += 1
        return
      }
      places[icao] = loaded.airports.count
      loaded.airports.append(airport(row, icao: icao, country: country, position: position))
    }
  }

  private mutating func airport(
    _ row: borrowing Row, icao: String, country: String, position: Coordinate
  ) -> Airport {
    Airport(
      icao: icao, name: Cell.text(row, 1) ?? "", city: Cell.text(row, 9) ?? "", country: country,
      isoRegion: Cell.text(row, 8), kind: AirportKind(text: Cell.text(row, 2)),
      continent: Continent(text: Cell.text(row, 6)), position: position,
      elevationFeet: Cell.whole(row, 5, in: CellNumbers.elevationsFeet),
      hasScheduledService: Self.scheduled(Cell.text(row, 10)), gpsCode: Cell.text(row, 11),
      iataCode: Cell.text(row, 12)?.uppercased(), localCode: Cell.text(row, 13), homeLink: Cell.text(row, 14),
      wikipediaLink: Cell.text(row, 15), keywords: Cell.text(row, 16), sources: sources(Cell.text(row, 17)),
      createdAt: time(Cell.text(row, 18)), updatedAt: time(Cell.text(row, 19)))
  }

  private mutating func readRunways() throws {
    let columns = try TableColumns(of: "runways", wanted: AirportSchema.runwayColumns, on: connection)
    guard let statement = columns.statement else { return }
    try connection.forEach(statement + " LIMIT \(Self.rowsMax)") { row in
      guard let place = place(row, 0) else { return }
      loaded.airports[place].runways.append(
        Runway(
          lengthFeet: Cell.whole(row, 3, in: CellNumbers.lengthsFeet),
          widthFeet: Cell.whole(row, 4, in: CellNumbers.widthsFeet), surface: Cell.text(row, 5) ?? "",
          isLighted: Cell.flag(row, 6), isClosed: Cell.flag(row, 7), low: end(row, ident: 1, from: 8),
          high: end(row, ident: 2, from: 13)))
    }
  }

  private func end(_ row: borrowing Row, ident: Int, from first: Int) -> RunwayEnd {
    let heading = Cell.number(row, first + 3).flatMap { CellNumbers.directions.contains($0) ? $0 : nil }
    let elevation = Cell.number(row, first + 2).flatMap {
      CellNumbers.elevationsFeet.contains($0) ? $0 : nil
    }
    let displaced = Cell.number(row, first + 4).flatMap {
      CellNumbers.displacementsFeet.contains($0) ? $0 : nil
    }
    return RunwayEnd(
      ident: Cell.text(row, ident) ?? "", position: position(row, first), elevationFeet: elevation,
      headingTrue: heading, displacedThresholdFeet: displaced)
  }

  private mutating func readProcedures() throws {
    let columns = try TableColumns(
      of: "procedures",
      wanted: [
        "airport_icao", "name", "procedure_type", "approach_type", "runway_number", "runway_letter",
        "runway_ident", "source", "authority", "raw_name",
      ], on: connection)
    guard let statement = columns.statement else { return }
    try connection.forEach(statement + " LIMIT \(Self.rowsMax)") { row in
      guard let place = place(row, 0) else { return }
      guard let kind = ProcedureKind(text: Cell.text(row, 2)) else {
        loaded.passedOver.unusable += 1
        return
      }
      loaded.airports[place].procedures.append(
        Procedure(
          name: Cell.text(row, 1) ?? "", kind: kind, approach: ApproachKind(text: Cell.text(row, 3)),
          runwayNumber: Cell.text(row, 4), runwayLetter: Cell.text(row, 5), runwayIdent: Cell.text(row, 6),
          source: Cell.text(row, 7), authority: Cell.text(row, 8), rawName: Cell.text(row, 9)))
    }
  }

  private mutating func readEntries() throws {
    let columns = try TableColumns(
      of: "aip_entries",
      wanted: [
        "airport_icao", "section", "field", "value", "std_field_id", "mapping_score", "alt_field",
        "alt_value", "source",
      ], on: connection)
    guard let statement = columns.statement else { return }
    try connection.forEach(statement + " LIMIT \(Self.rowsMax)") { row in
      guard let place = place(row, 0) else { return }
      let (value, other) = (Cell.text(row, 3), Cell.text(row, 7))
      guard value != nil || other != nil else {
        loaded.passedOver.unusable += 1
        return
      }
      let standard = Cell.whole(row, 4, in: 0...9_999).flatMap { StandardField(id: $0) }
      loaded.airports[place].entries.append(
        AIPEntry(
          ident: loaded.airports[place].icao, section: AIPSection(text: Cell.text(row, 1)),
          field: Cell.text(row, 2) ?? "", value: value ?? "", standardField: standard,
          mappingScore: Cell.number(row, 5), altField: Cell.text(row, 6), altValue: other,
          source: Cell.text(row, 8)))
    }
  }

  private mutating func readBorderCrossings() throws {
    let columns = try TableColumns(
      of: "border_crossing_points",
      wanted: [
        "icao_code", "country_iso", "airport_name", "is_airport", "source", "matched_airport_icao",
        "match_score",
      ], on: connection)
    guard let statement = columns.statement else { return }
    try connection.forEach(statement + " LIMIT \(Self.rowsMax)") { row in
      guard let icao = Cell.text(row, 0), Self.isShowable(icao) else {
        loaded.passedOver.unusable += 1
        return
      }
      loaded.borderCrossings.append(
        BorderCrossing(
          icao: icao, country: Cell.text(row, 1) ?? "", name: Cell.text(row, 2) ?? "",
          isAirport: Cell.flag(row, 3), source: Cell.text(row, 4) ?? "", matchedAirport: Cell.text(row, 5),
          matchScore: Cell.number(row, 6)))
    }
  }

  private mutating func readWaypoints() throws {
    let columns = try TableColumns(
      of: "waypoints",
      wanted: [
        "name", "latitude_deg", "longitude_deg", "point_type", "fir_codes", "level_availability", "source",
      ], on: connection)
    guard let statement = columns.statement else { return }
    try connection.forEach(statement + " LIMIT \(Self.rowsMax)") { row in
      guard let name = Cell.text(row, 0), Self.isShowable(name), let position = position(row, 1) else {
        loaded.passedOver.unusable += 1
        return
      }
      loaded.waypoints.append(
        Waypoint(
          name: name.uppercased(), position: position, pointType: Cell.text(row, 3),
          firCodes: Self.list(Cell.text(row, 4)), levelAvailability: Cell.text(row, 5),
          source: Cell.text(row, 6)))
    }
  }

  /// The airport a row belongs to; counts rows of none.
  private mutating func place(_ row: borrowing Row, _ column: Int) -> Int? {
    guard let icao = Cell.text(row, column), let place = places[icao] else {
      loaded.passedOver.ofNoAirport += 1
      return nil
    }
    return place
  }

  private func position(_ row: borrowing Row, _ column: Int) -> Coordinate? {
    guard let latitude = Cell.number(row, column), let longitude = Cell.number(row, column + 1) else {
      return nil
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private mutating func sources(_ text: String?) -> [String] {
    guard let text else { return [] }
    if let known = sourceLists[text] { return known }
    let list = Self.list(text)
    if sourceLists.count < Self.sourceListsMax { sourceLists[text] = list }
    return list
  }

  private mutating func time(_ text: String?) -> Timestamp? {
    guard let text else { return nil }
    if text != lastTime.text { lastTime = (text, AirportTime.timestamp(text)) }
    return lastTime.time
  }

  /// Whether an identifier can be shown and typed: nothing in it is a control, a break or invisible.
  private static func isShowable(_ ident: String) -> Bool {
    ident.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
  }

  private static func list(_ text: String?) -> [String] {
    guard let text else { return [] }
    return text.split(separator: ",").map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }

  private static func scheduled(_ text: String?) -> Bool? {
    switch text?.lowercased() {
    case "yes", "1": true
    case "no", "0": false
    default: nil
    }
  }

  /// The most airports that are read; there are some 75,000 on earth.
  static let airportsMax = 200_000
  /// The most rows of each other table.
  private static let rowsMax = 1_000_000
  private static let sourceListsMax = 1_000
}
