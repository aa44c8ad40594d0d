import CSQLite
import Foundation

/// The questions of the airport figures as statements, through SQLite's C interface.
final class AirportSQL {
  private var connection: OpaquePointer?
  private var statements: [String: OpaquePointer] = [:]
  private let path: String

  init(_ path: String) throws {
    self.path = path
    guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
      throw BenchmarkError.unreadable(path)
    }
    for (name, sql) in Self.questions { statements[name] = try prepared(sql) }
  }

  deinit {
    statements.values.forEach { sqlite3_finalize($0) }
    sqlite3_close(connection)
  }

  /// The identifiers a question finds, in order.
  func ask(_ question: String) throws -> [String] {
    guard let statement = statements[question] else { throw BenchmarkError.unreadable(question) }
    defer { sqlite3_reset(statement) }
    var found: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      if let text = sqlite3_column_text(statement, 0) { found.append(String(cString: text)) }
    }
    return found.sorted()
  }

  /// Every column of every row of the six tables.
  func readEverything() throws {
    var sum = 0
    for table in [
      "airports", "runways", "procedures", "aip_entries", "border_crossing_points", "waypoints",
    ] {
      let statement = try prepared("SELECT * FROM \(table)")
      defer { sqlite3_finalize(statement) }
      let columns = sqlite3_column_count(statement)
      while sqlite3_step(statement) == SQLITE_ROW {
        for column in 0..<columns {
          keep(sqlite3_column_text(statement, column))
          sum += Int(sqlite3_column_bytes(statement, column))
        }
      }
    }
    keep(sum)
  }

  /// A copy that holds Europe without Russia alone.
  static func european(copyOf path: String, in folder: String) throws -> String {
    let copy = folder + "/airports_europe.db"
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    let kept = "(SELECT icao_code FROM airports)"
    let script = """
      DELETE FROM airports WHERE continent <> 'EU' OR iso_country = 'RU';
      DELETE FROM runways WHERE airport_icao NOT IN \(kept);
      DELETE FROM procedures WHERE airport_icao NOT IN \(kept);
      DELETE FROM aip_entries WHERE airport_icao NOT IN \(kept); VACUUM;
      """
    guard sqlite3_open(copy, &connection) == SQLITE_OK,
      sqlite3_exec(connection, script, nil, nil, nil) == SQLITE_OK
    else { throw BenchmarkError.unreadable(copy) }
    return copy
  }

  private func prepared(_ sql: String) throws -> OpaquePointer? {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
      throw BenchmarkError.unreadable("\(path): \(String(cString: sqlite3_errmsg(connection)))")
    }
    return statement
  }

  private static let questions = [
    "box": """
    SELECT icao_code FROM airports
    WHERE latitude_deg BETWEEN 46 AND 52 AND longitude_deg BETWEEN 0 AND 8
    """,
    "nearest": """
    SELECT icao_code FROM airports
    ORDER BY \(haversine("51.305", "-0.4471", "latitude_deg", "longitude_deg")), icao_code LIMIT 10
    """,
    "corridor": corridor,
    "filter": """
    SELECT a.icao_code FROM airports a WHERE a.iso_country = 'FR'
    AND a.icao_code IN (SELECT icao_code FROM border_crossing_points
      UNION SELECT matched_airport_icao FROM border_crossing_points)
    AND EXISTS (SELECT 1 FROM runways r WHERE r.airport_icao = a.icao_code AND r.length_ft >= 4000)
    AND EXISTS (SELECT 1 FROM runways r WHERE r.airport_icao = a.icao_code AND (\(hard)))
    """,
    "search": """
    SELECT icao_code FROM airports WHERE icao_code LIKE '%LONDON%' OR name LIKE '%LONDON%'
    OR iata_code LIKE '%LONDON%' OR municipality LIKE '%LONDON%'
    """,
  ]

  /// The classes of surfaces as far as the rows of the sample need them.
  private static let hard =
    "lower(trim(r.surface)) IN ('hard', 'paved', 'pem', 'asfalt', 'tarmac', 'asfalto', 'ashpalt')"
    + ["%asphalt%", "%concrete%", "%cement%", "asp%", "con%", "apsh%", "bit%", "pav%", "tar%"]
    .map { " OR r.surface LIKE '\($0)'" }.joined()

  /// A great-circle distance in nautical miles.
  private static func haversine(_ lat1: String, _ lon1: String, _ lat2: String, _ lon2: String) -> String {
    """
    2 * 3440.065 * asin(sqrt(pow(sin(radians(\(lat2) - \(lat1)) / 2), 2) + cos(radians(\(lat1)))
      * cos(radians(\(lat2))) * pow(sin(radians(\(lon2) - \(lon1)) / 2), 2)))
    """
  }

  private static func bearing(_ lat1: String, _ lon1: String, _ lat2: String, _ lon2: String) -> String {
    """
    atan2(sin(radians(\(lon2) - \(lon1))) * cos(radians(\(lat2))), cos(radians(\(lat1)))
      * sin(radians(\(lat2))) - sin(radians(\(lat1))) * cos(radians(\(lat2)))
      * cos(radians(\(lon2) - \(lon1))))
    """
  }

  /// Distance to one leg by airports 4.2: abeam of it across, else to the nearer end.
  private static let corridor = """
    WITH ends AS (
      SELECT a.latitude_deg AS ay, a.longitude_deg AS ax, b.latitude_deg AS by, b.longitude_deg AS bx
      FROM airports a, airports b WHERE a.icao_code = 'EGTF' AND b.icao_code = 'LFMD'),
    leg AS (
      SELECT *, \(haversine("ay", "ax", "by", "bx")) AS length, \(bearing("ay", "ax", "by", "bx")) AS course
      FROM ends),
    seen AS (
      SELECT p.icao_code, leg.length,
        \(haversine("ay", "ax", "p.latitude_deg", "p.longitude_deg")) AS da,
        \(haversine("by", "bx", "p.latitude_deg", "p.longitude_deg")) AS db,
        \(bearing("ay", "ax", "p.latitude_deg", "p.longitude_deg")) - course AS turn
      FROM airports p, leg),
    measured AS (
      SELECT *, asin(sin(da / 3440.065) * sin(turn)) AS across FROM seen)
    SELECT icao_code FROM measured WHERE 50 >= CASE
      WHEN cos(turn) < 0 OR acos(min(1, cos(da / 3440.065) / cos(across))) * 3440.065 > length
      THEN min(da, db) ELSE abs(across) * 3440.065 END
    """
}
