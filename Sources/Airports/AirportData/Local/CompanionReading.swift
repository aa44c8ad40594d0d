import Aviation
import Storage

/// Reads the files beside the database of airports; each throws what makes it unusable.
enum CompanionReading {
  /// Customs notices (airports 2.3): of an airport's rows the one that is shown.
  static func notices(_ path: String) async throws(AirportDataError) -> [String: AirportNotice] {
    try await AirportDatabase.reading(path) { connection in
      let statement = try statement(
        "ga_notification_requirements",
        [
          "icao", "rule_type", "notification_type", "hours_notice", "operating_hours_start",
          "operating_hours_end", "weekday_rules", "schengen_rules", "contact_info", "summary", "raw_text",
          "confidence", "created_utc",
        ], on: connection, path)
      var rows: [String: [AirportNotice]] = [:]
      try connection.forEach(statement) { row in
        guard let icao = Cell.text(row, 0)?.uppercased() else { return }
        var notice = AirportNotice.Row(icao: icao)
        notice.ruleType = Cell.text(row, 1)
        notice.kind = Cell.text(row, 2)
        notice.hoursNotice = Cell.whole(row, 3, in: -1...1_000_000).map { Int64($0) }
        (notice.opensAt, notice.closesAt) = (Cell.text(row, 4), Cell.text(row, 5))
        (notice.weekdayRules, notice.schengenRules) = (Cell.text(row, 6), Cell.text(row, 7))
        (notice.contactInfo, notice.summary) = (Cell.text(row, 8), Cell.text(row, 9))
        (notice.rawText, notice.confidence) = (Cell.text(row, 10), Cell.number(row, 11))
        notice.createdAt = Cell.text(row, 12)
        rows[icao, default: []].append(AirportNotice(row: notice))
      }
      return rows.compactMapValues { AirportNotice.shown(of: $0) }
    }
  }

  /// Scores, ratings and fees, and what AIPs say of hotels and restaurants (airports 2.4).
  static func friendliness(
    _ path: String
  ) async throws(AirportDataError) -> (friendliness: [String: Friendliness], hospitality: FilterData) {
    try await AirportDatabase.reading(path) { connection in
      let features = FriendlinessFeature.allCases
      let bands = FeeBand.allCases
      let statement = try statement(
        "ga_airfield_stats",
        [
          "icao", "rating_avg", "rating_count", "last_review_utc", "fee_currency", "fee_last_updated_utc",
          "aip_hotel_info", "aip_restaurant_info",
        ] + features.map(\.rawValue) + bands.map(\.rawValue), on: connection, path)
      var (all, hospitality) = ([String: Friendliness](), FilterData.none)
      try connection.forEach(statement) { row in
        guard let icao = Cell.text(row, 0)?.uppercased() else { return }
        var figures = Friendliness(icao: icao)
        (figures.ratingAverage, figures.lastReview) = (Cell.number(row, 1), Cell.text(row, 3))
        figures.ratingCount = Cell.whole(row, 2, in: 0...1_000_000)
        (figures.feeCurrency, figures.feesUpdated) = (Cell.text(row, 4), Cell.text(row, 5))
        for (index, feature) in features.enumerated() {
          figures.features[feature] = Cell.number(row, 8 + index)
        }
        for index in bands.indices {
          figures.fees[index] = Cell.number(row, 8 + features.count + index).flatMap { $0 >= 0 ? $0 : nil }
        }
        all[icao] = figures
        if let reach = reach(Cell.whole(row, 6, in: -1...2)) { hospitality.hotel[icao] = reach }
        if let reach = reach(Cell.whole(row, 7, in: -1...2)) { hospitality.restaurant[icao] = reach }
      }
      try readSummaries(connection, into: &all)
      return (all, hospitality)
    }
  }

  /// Country rules (airports 2.5).
  static func rules(_ path: String) throws(AirportDataError) -> CountryRules {
    let bytes = try AirportFiles.read(path, bytesMax: CountryRules.bytesMax)
    do { return try CountryRules(parsing: bytes) } catch {
      throw .unreadable(path: path, reason: "The file holds no country rules.")
    }
  }

  /// The magnetic model.
  static func magneticModel(_ bytes: [UInt8], path: String) throws(AirportDataError) -> MagneticModel {
    do { return try MagneticModel(parsing: bytes) } catch {
      throw .unreadable(path: path, reason: "The magnetic model cannot be read: \(error)")
    }
  }

  private static func readSummaries(_ connection: Connection, into all: inout [String: Friendliness]) throws {
    let columns = try TableColumns(
      of: "ga_review_summary", wanted: ["icao", "summary_text"], on: connection)
    guard let statement = columns.statement else { return }
    var summaries: [String: String] = [:]
    try connection.forEach(statement + " LIMIT \(rowsMax)") { row in
      if let icao = Cell.text(row, 0), let text = Cell.text(row, 1) { summaries[icao.uppercased()] = text }
    }
    for (icao, text) in summaries { all[icao]?.reviewSummary = text }
  }

  private static func statement(
    _ table: String, _ columns: [String], on connection: Connection, _ path: String
  ) throws -> String {
    let found = try TableColumns(of: table, wanted: columns, on: connection)
    guard let statement = found.statement, !found.missing.contains("icao") else {
      throw AirportDataError.notAirports(path: path, missingTables: [table])
    }
    return statement + " LIMIT \(rowsMax)"
  }

  private static func reach(_ info: Int?) -> HospitalityReach? {
    switch info {
    case 1: .vicinity
    case 2: .atAirport
    default: nil
    }
  }

  private static let rowsMax = 200_000
}
