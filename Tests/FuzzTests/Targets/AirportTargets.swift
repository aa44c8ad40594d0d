import Aviation
import Geography
import Locks

@testable import AirportData
@testable import Storage

/// Readers of what pilots paste and of tables and databases that others made.
enum AirportTargets {
  /// A table of comma-separated values, line by line: lines count up, nothing is longer than the table, and
  /// what our own export takes from it reads back as the same.
  static func table(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard var reader = try? CSVReader(bytes) else { return .refused }
    let columns = reader.columns.indices
    var (line, rows, length) = (0, 0, 0)
    while let row = try? reader.next() {
      guard row.line > line else { return .broken("line \(row.line) after line \(line)") }
      // A byte that is no UTF-8 would have been refused: no text grows.
      length += columns.reduce(0) { $0 + row.text($1).utf8.count }
      (line, rows) = (row.line, rows + 1)
    }
    guard length <= bytes.count, (0...1).contains(reader.progress) else {
      return .broken("\(length) bytes of text out of \(bytes.count)")
    }
    if let own = try? AirportTable.rows(of: bytes) {
      let again = try? AirportTable.rows(of: Array(AirportTable.text(own).utf8))
      guard again == own else { return .broken("an export reads back differently") }
    }
    return rows > 0 ? .accepted : .refused
  }

  /// A report: what is read of it can be, and each figure stands in the text.
  static func report(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard let report = try? METAR(reading: String(decoding: bytes, as: UTF8.self)) else { return .refused }
    if let wind = report.wind {
      let directions = [wind.degrees, wind.variableFrom, wind.variableTo].compactMap(\.self)
      guard directions.allSatisfy({ (0...360).contains($0) }), (0...2_000).contains(wind.speedKnots),
        wind.gustKnots.map({ (wind.speedKnots...2_000).contains($0) }) ?? true
      else { return .broken("a wind of \(wind)") }
      for heading in [0, 90, 359] where wind.worstCrosswindKnots(runwayHeading: heading) > wind.speedKnots {
        return .broken("more wind across than there is")
      }
    }
    let pressure = report.pressure?.hectopascals ?? 1_000
    let miles = report.visibility?.statuteMiles ?? 0
    guard (846...1_101).contains(pressure), (0...99).contains(abs(report.temperature ?? 0)),
      (0...99_900).contains(report.ceilingFeet ?? 0), (0...99).contains(miles),
      report.unread.count <= METAR.unreadMax, report.clouds.count <= 8
    else { return .broken("figures that cannot be: \(report)") }
    // A better category needs both figures.
    if let category = report.flightCategory, category != .lifr, !report.isCAVOK {
      guard report.visibility != nil, report.knowsCeiling else { return .broken("a category out of nothing") }
    }
    return .accepted
  }

  /// The text of field 302: the same text gives the same rules, within their ranges; so does the notice made
  /// of it.
  static func notice(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    let text = String(decoding: bytes, as: UTF8.self)
    let parsed = NotificationParser.parse(text)
    guard parsed == NotificationParser.parse(text) else { return .broken("read twice, read differently") }
    for rule in parsed.rules {
      let days = [rule.weekdayStart, rule.weekdayEnd].compactMap(\.self)
      guard (0...999).contains(rule.hoursNotice ?? 0), days.allSatisfy({ (0...6).contains($0) }),
        (0...1).contains(rule.confidence), !(rule.isSchengenOnly && rule.isNonSchengenOnly)
      else { return .broken("a rule that cannot be: \(rule)") }
    }
    guard parsed.rules.count <= NotificationParser.rulesMax, (0...1).contains(parsed.hassleScore) else {
      return .broken("\(parsed.rules.count) rules, hassle \(parsed.hassleScore)")
    }
    let notice = AirportNotice(icao: "FUZZ", fieldText: text)
    guard (0...100).contains(notice.easiness), notice.isWithin(maxHours: 999) else {
      return .broken("a notice of \(notice.easiness)")
    }
    var row = AirportNotice.Row(icao: "FUZZ")
    row.kind = "hours"
    row.weekdayRules = text
    let days = (0...6).compactMap(AirportNotice(row: row).noticeHours)
    guard days.allSatisfy({ (0...10_000).contains($0) }) else { return .broken("hours of \(days)") }
    return parsed.rules.isEmpty ? .refused : .accepted
  }

  /// Rows of a database: a line each, the first letter says of which table, the fields stand between tabs and
  /// are null, numbers, bytes (behind `!`) or texts. What is read can be, and the queries find it. Sixteen
  /// rows are enough for each to meet another, and each execution stays short.
  static func rows(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    let lines = bytes.split(separator: UInt8(ascii: "\n")).prefix(16)
    guard let loaded = rowsTable.withLock({ $0?.read(lines.map(Array.init)) }) else { return .refused }
    for airport in loaded.airports {
      guard Set(loaded.airports.map(\.icao)).count == loaded.airports.count,
        airport.elevationFeet.map({ CellNumbers.elevationsFeet.contains(Double($0)) }) ?? true
      else { return .broken("an airport twice, or at \(airport.elevationFeet ?? 0) ft") }
      for runway in airport.runways {
        let sizes = [runway.lengthFeet, runway.widthFeet].compactMap(\.self)
        let headings = Runway.Side.allCases.compactMap { runway.heading(of: $0)?.degrees }
        guard sizes.allSatisfy({ (1...60_000).contains($0) }), headings.allSatisfy({ (0..<360).contains($0) })
        else { return .broken("a runway that cannot be: \(runway)") }
      }
      let best = BestRunway(of: airport.runways, windFrom: 240, speedKnots: 20)
      guard best.map({ $0.wind.along == .ahead }) ?? true else { return .broken("a best runway downwind") }
    }
    return queries(loaded)
  }

  private static func queries(_ loaded: LoadedAirports) -> FuzzTarget.Outcome {
    let known = KnownAirports(
      airports: loaded.airports, borderCrossings: loaded.borderCrossings, waypoints: loaded.waypoints)
    for airport in loaded.airports {
      let nearest = known.nearest(to: airport.position, count: loaded.airports.count)
      guard nearest.count == loaded.airports.count, nearest.contains(where: { $0.airport == airport }),
        (nearest.first?.distance ?? 1) < 0.001
      else { return .broken("\(airport.icao) is not near itself") }
    }
    _ = known.rankedSearch("a")
    let rows = loaded.airports.compactMap {
      ExportRow($0, distanceNM: 1, note: $0.entries.first?.value ?? "")
    }
    let export = AirportExport(title: "fuzz", source: "fuzz", rows: rows, route: rows.prefix(2).map(\.ident))
    guard (try? GPXFile.export(of: Array(GPXFile.text(export).utf8))) == export,
      (try? GeoJSONFile.export(of: Array(GeoJSONFile.text(export).utf8))) == export,
      (try? AirportTable.rows(of: Array(AirportTable.text(rows).utf8))) == rows
    else { return .broken("an export reads back differently") }
    return .accepted
  }

  private static let rowsTable = Mutex(RowsTable())
}

/// An empty database of airports in memory, for rows that are gone again after each reading.
private struct RowsTable {
  private let connection: Connection
  private var insertions: [String: String] = [:]

  init?() {
    let opened = try? Connection.openMemory(
      name: Connection.freshMemoryName(), path: "fuzz", options: ForeignOptions())
    guard let opened, (try? opened.script(AirportSchema.tables)) != nil else { return nil }
    connection = opened
    let columns = [
      "a": ("airports", AirportSchema.airportColumns), "r": ("runways", AirportSchema.runwayColumns),
      "p": ("procedures", ["airport_icao", "name", "procedure_type", "approach_type", "runway_ident"]),
      "e": ("aip_entries", ["airport_icao", "section", "field", "value", "std_field_id", "mapping_score"]),
      "b": ("border_crossing_points", ["icao_code", "country_iso", "airport_name", "source", "is_airport"]),
      "w": ("waypoints", ["name", "latitude_deg", "longitude_deg", "point_type", "fir_codes"]),
    ]
    for (letter, table) in columns {
      insertions[letter] =
        "INSERT OR IGNORE INTO \(table.0) (\(table.1.joined(separator: ", "))) VALUES ("
        + table.1.map { _ in "?" }.joined(separator: ", ") + ")"
    }
  }

  /// What the reader makes of these rows; nil when it refuses them.
  func read(_ lines: [[UInt8]]) -> LoadedAirports? {
    guard (try? connection.run("BEGIN")) != nil else { return nil }
    defer { _ = try? connection.run("ROLLBACK") }
    for line in lines {
      guard let letter = line.first, let insertion = insertions[String(decoding: [letter], as: UTF8.self)]
      else {
        continue
      }
      let count = insertion.utf8.count { $0 == UInt8(ascii: "?") }
      var values = line.dropFirst().split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .prefix(count).map(Self.value)
      while values.count < count { values.append(.null) }
      _ = try? connection.run(insertion, values)
    }
    var reading = AirportReading(connection: connection, path: "fuzz", selection: .everything)
    return try? reading.load()
  }

  private static func value(_ bytes: ArraySlice<UInt8>) -> SQLValue {
    if bytes.isEmpty { return .null }
    if bytes.first == UInt8(ascii: "!") { return .blob(Array(bytes.dropFirst())) }
    let text = String(decoding: bytes, as: UTF8.self)
    if let whole = Int64(text) { return .integer(whole) }
    return Double(text).map(SQLValue.real) ?? .text(text)
  }
}
