import Storage

extension DatabaseDescription {
  /// Reads what the file says of itself, and counts its rows.
  static func read(_ connection: Connection, _ path: String) throws -> DatabaseDescription {
    var description = try about(connection, path)
    description.counts.airports = try count("airports", connection)
    description.counts.runways = try count("runways", connection)
    description.counts.procedures = try count("procedures", connection)
    description.counts.aipEntries = try count("aip_entries", connection)
    description.counts.borderCrossingPoints = try count("border_crossing_points", connection)
    description.counts.waypoints = try count("waypoints", connection)
    return description
  }

  /// As `read`, without the counts.
  static func about(_ connection: Connection, _ path: String) throws -> DatabaseDescription {
    var description = DatabaseDescription(path: path)
    let metadata = try metadata(connection)
    description.schema = metadata["schema_version"].flatMap { $0.split(separator: ".").first }
      .flatMap { Int($0) }
    description.version = metadata["db_version"].flatMap { DatabaseVersion($0) }
    description.covers = metadata[MetadataKey.description]
    description.sourceDay = metadata[MetadataKey.sourceDay].flatMap { DataDay.day($0) }
    description.builtDay = description.version.flatMap { version in
      let digits = version.description.prefix(8)
      return DataDay.day("\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))")
    }
    let columns = try TableColumns(of: "sources", wanted: ["name", "last_updated"], on: connection)
    guard let statement = columns.statement else { return description }
    var newest: String?
    try connection.forEach(statement + " LIMIT \(sourcesMax)") { row in
      if let name = Cell.text(row, 0) { description.sources.append(name) }
      if let day = Cell.text(row, 1).flatMap({ DataDay.day($0) }) { newest = max(newest ?? day, day) }
    }
    description.sourceDay = description.sourceDay ?? newest
    return description
  }

  /// The entries of `model_metadata`; none where there is no such table.
  static func metadata(_ connection: Connection) throws -> [String: String] {
    let columns = try TableColumns(of: "model_metadata", wanted: ["key", "value"], on: connection)
    guard let statement = columns.statement else { return [:] }
    var entries: [String: String] = [:]
    try connection.forEach(statement + " LIMIT \(metadataMax)") { row in
      if let key = Cell.text(row, 0), let value = Cell.text(row, 1) { entries[key] = value }
    }
    return entries
  }

  private static func count(_ table: String, _ connection: Connection) throws -> Int {
    guard try TableColumns(of: table, wanted: [], on: connection).statement != nil else { return 0 }
    return Int(clamping: try connection.integer("SELECT count(*) FROM \"\(table)\"") ?? 0)
  }

  private static let metadataMax = 1_000
  private static let sourcesMax = 100
}
