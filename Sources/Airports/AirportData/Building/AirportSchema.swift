/// The tables of a database of airports, schema version 1 (airports 2.1): what is built here can be read by
/// other programs that know the format, and theirs here.
enum AirportSchema {
  /// The version that is written.
  static let version = 1
  /// The versions that can be read: 2 to 4 have more columns, and what is read here stands where it stood. A
  /// file that names none is taken for version 1.
  static let known = 1...4
  /// What a database must have to be one.
  static let requiredTables = [
    "airports", "runways", "procedures", "aip_entries", "border_crossing_points",
  ]

  static let tables = """
    CREATE TABLE airports (
      icao_code TEXT NOT NULL, name TEXT, type TEXT, latitude_deg REAL, longitude_deg REAL,
      elevation_ft REAL, continent TEXT, iso_country TEXT, iso_region TEXT, municipality TEXT,
      scheduled_service TEXT, gps_code TEXT, iata_code TEXT, local_code TEXT, home_link TEXT,
      wikipedia_link TEXT, keywords TEXT, sources TEXT, created_at TEXT, updated_at TEXT,
      PRIMARY KEY (icao_code));
    CREATE TABLE runways (
      id INTEGER PRIMARY KEY AUTOINCREMENT, airport_icao TEXT NOT NULL, le_ident TEXT, he_ident TEXT,
      length_ft REAL, width_ft REAL, surface TEXT, lighted INTEGER, closed INTEGER,
      le_latitude_deg REAL, le_longitude_deg REAL, le_elevation_ft REAL, le_heading_degT REAL,
      le_displaced_threshold_ft REAL, he_latitude_deg REAL, he_longitude_deg REAL, he_elevation_ft REAL,
      he_heading_degT REAL, he_displaced_threshold_ft REAL, created_at TEXT, updated_at TEXT);
    CREATE TABLE procedures (
      id INTEGER PRIMARY KEY AUTOINCREMENT, airport_icao TEXT NOT NULL, name TEXT, procedure_type TEXT,
      approach_type TEXT, runway_ident TEXT, runway_letter TEXT, runway_number TEXT, source TEXT,
      authority TEXT, raw_name TEXT, created_at TEXT, updated_at TEXT);
    CREATE TABLE aip_entries (
      id INTEGER PRIMARY KEY AUTOINCREMENT, airport_icao TEXT, section TEXT, field TEXT, value TEXT,
      std_field TEXT, std_field_id INTEGER, mapping_score REAL, alt_field TEXT, alt_value TEXT, source TEXT,
      source_priority INTEGER DEFAULT 0, created_at TEXT, updated_at TEXT,
      FOREIGN KEY (airport_icao) REFERENCES airports (icao_code),
      UNIQUE(airport_icao, section, field, source));
    CREATE TABLE border_crossing_points (
      id INTEGER PRIMARY KEY AUTOINCREMENT, icao_code TEXT NOT NULL, country_iso TEXT NOT NULL,
      airport_name TEXT NOT NULL, is_airport INTEGER, source TEXT NOT NULL, extraction_method TEXT,
      metadata_json TEXT, matched_airport_icao TEXT, match_score REAL, created_at TEXT, updated_at TEXT,
      FOREIGN KEY (matched_airport_icao) REFERENCES airports (icao_code), UNIQUE(icao_code, country_iso));
    CREATE TABLE waypoints (
      name TEXT NOT NULL PRIMARY KEY, latitude_deg REAL, longitude_deg REAL, point_type TEXT,
      fir_codes TEXT, level_availability TEXT, source TEXT, created_at TEXT, updated_at TEXT);
    CREATE TABLE aip_entries_changes (
      id INTEGER PRIMARY KEY AUTOINCREMENT, airport_icao TEXT, section TEXT, field TEXT, old_value TEXT,
      new_value TEXT, std_field TEXT, std_field_id INTEGER, mapping_score REAL, source TEXT,
      changed_at TEXT, FOREIGN KEY (airport_icao) REFERENCES airports (icao_code));
    CREATE TABLE airports_changes (
      id INTEGER PRIMARY KEY AUTOINCREMENT, airport_icao TEXT, field_name TEXT, old_value TEXT,
      new_value TEXT, field_type TEXT, source TEXT, changed_at TEXT,
      FOREIGN KEY (airport_icao) REFERENCES airports (icao_code));
    CREATE TABLE runways_changes (
      id INTEGER PRIMARY KEY AUTOINCREMENT, airport_icao TEXT, runway_id INTEGER, field_name TEXT,
      old_value TEXT, new_value TEXT, field_type TEXT, source TEXT, changed_at TEXT,
      FOREIGN KEY (airport_icao) REFERENCES airports (icao_code));
    CREATE TABLE procedures_changes (
      id INTEGER PRIMARY KEY AUTOINCREMENT, airport_icao TEXT, procedure_id INTEGER, field_name TEXT,
      old_value TEXT, new_value TEXT, source TEXT, changed_at TEXT,
      FOREIGN KEY (airport_icao) REFERENCES airports (icao_code));
    CREATE TABLE border_crossing_points_changes (
      id INTEGER PRIMARY KEY AUTOINCREMENT, icao_code TEXT NOT NULL, country_iso TEXT NOT NULL,
      action TEXT NOT NULL, source TEXT NOT NULL, changed_at TEXT);
    CREATE TABLE sources (name TEXT PRIMARY KEY, last_updated TEXT, record_count INTEGER);
    CREATE TABLE model_metadata (key TEXT PRIMARY KEY, value TEXT, updated_at TEXT);
    """

  /// Made after the rows, which is quicker. Of the change tables only the times by airport are looked up.
  static let indexes = """
    CREATE INDEX idx_airports_lat_lon ON airports (latitude_deg, longitude_deg);
    CREATE INDEX idx_runways_airport ON runways (airport_icao);
    CREATE INDEX idx_procedures_airport ON procedures (airport_icao);
    CREATE INDEX idx_aip_entries_airport_section ON aip_entries (airport_icao, section);
    CREATE INDEX idx_border_crossing_matched_airport ON border_crossing_points (matched_airport_icao);
    CREATE INDEX idx_border_crossing_country ON border_crossing_points (country_iso);
    CREATE INDEX idx_border_crossing_source ON border_crossing_points (source);
    CREATE INDEX idx_aip_entries_changes_airport_time ON aip_entries_changes (airport_icao, changed_at);
    CREATE INDEX idx_airport_changes_airport_time ON airports_changes (airport_icao, changed_at);
    CREATE INDEX idx_runways_changes_airport_time ON runways_changes (airport_icao, changed_at);
    CREATE INDEX idx_procedures_changes_airport_time ON procedures_changes (airport_icao, changed_at);
    CREATE INDEX idx_border_crossing_points_changes_time ON border_crossing_points_changes (changed_at);
    """

  static let airportColumns = [
    "icao_code", "name", "type", "latitude_deg", "longitude_deg", "elevation_ft", "continent", "iso_country",
    "iso_region", "municipality", "scheduled_service", "gps_code", "iata_code", "local_code", "home_link",
    "wikipedia_link", "keywords", "sources", "created_at", "updated_at",
  ]
  static let runwayColumns = [
    "airport_icao", "le_ident", "he_ident", "length_ft", "width_ft", "surface", "lighted", "closed",
    "le_latitude_deg", "le_longitude_deg", "le_elevation_ft", "le_heading_degT",
    "le_displaced_threshold_ft", "he_latitude_deg", "he_longitude_deg", "he_elevation_ft",
    "he_heading_degT", "he_displaced_threshold_ft", "created_at", "updated_at",
  ]
  static let borderColumns = [
    "icao_code", "country_iso", "airport_name", "is_airport", "source", "extraction_method",
    "metadata_json", "matched_airport_icao", "match_score", "created_at", "updated_at",
  ]

  /// `INSERT` with a placeholder for each column.
  static func insertion(into table: String, _ columns: [String]) -> String {
    let places = repeatElement("?", count: columns.count).joined(separator: ", ")
    return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
  }
}
