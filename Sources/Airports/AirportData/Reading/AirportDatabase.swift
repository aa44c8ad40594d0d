import Aviation
import Storage

/// Reads a database of airports, ours or somebody else's, without changing a byte or leaving a file beside
/// it.
///
/// A whole table is read at once, five of them, and joined in memory. Tables and columns that are not there
/// make the answer smaller, not an error, save those nothing can be shown without: `airports` with
/// `icao_code`, `latitude_deg` and `longitude_deg`.
public enum AirportDatabase {
  /// Reads the file at `path`. Runs on a queue of its own; some 0.3 s for 30,000 airports.
  ///
  /// Throws `storage` for what cannot be opened or is no database, `notAirports`, `missingColumns`,
  /// `otherVersion`, `damaged` when a table cannot be read to its end, `noAirports`, `cancelled`.
  public static func load(
    _ path: String, selection: AirportSelection = AirportSelection()
  ) async throws(AirportDataError) -> LoadedAirports {
    try await reading(path) { connection in
      try checkVersion(connection, path)
      var reading = AirportReading(connection: connection, path: path, selection: selection)
      return try reading.load()
    }
  }

  /// What a file says of itself and how much is in it, without loading it. Throws as `load`.
  public static func describe(_ path: String) async throws(AirportDataError) -> DatabaseDescription {
    try await reading(path) { connection in
      try checkVersion(connection, path)
      return try DatabaseDescription.read(connection, path)
    }
  }

  /// Throws unless the file is a whole database of airports of a version that is known, with at least one
  /// airport (airports 12.3).
  static func validate(_ path: String) async throws(AirportDataError) {
    try await reading(path) { connection in
      let findings = try connection.query("PRAGMA quick_check(1)") { try $0.text(0) }
      guard findings == ["ok"] else {
        throw AirportDataError.damaged(path: path, finding: findings.first ?? "no answer")
      }
      let missing = try AirportSchema.requiredTables.filter { table in
        try connection.integer(
          "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", [.text(table)]) == nil
      }
      guard missing.isEmpty else { throw AirportDataError.notAirports(path: path, missingTables: missing) }
      try checkVersion(connection, path)
      var reading = AirportReading(connection: connection, path: path, selection: .everything)
      guard try reading.hasAirport() else { throw AirportDataError.noAirports(path: path) }
    }
  }

  /// Throws `otherVersion` for a version that is not known; a file that names none passes.
  private static func checkVersion(_ connection: Connection, _ path: String) throws {
    let metadata = try DatabaseDescription.metadata(connection)
    guard let text = metadata["schema_version"] else { return }
    // The number before a point: 1 and 1.2 are one schema, to which things were added.
    guard let version = text.split(separator: ".").first.flatMap({ Int($0) }) else {
      throw AirportDataError.damaged(path: path, finding: "its version is no number")
    }
    guard AirportSchema.known.contains(version) else {
      throw AirportDataError.otherVersion(path: path, found: version, known: AirportSchema.known)
    }
  }

  /// Opens, reads in one transaction, closes; every failure becomes an `AirportDataError`.
  static func reading<Value: Sendable>(
    _ path: String, _ body: @Sendable (Connection) throws -> Value
  ) async throws(AirportDataError) -> Value {
    do {
      let database = try ForeignDatabase.open(
        at: path, forWriting: false, options: ForeignOptions(readConnections: 1))
      let value: Value
      do {
        value = try await database.read(body)
      } catch {
        await database.close()
        throw error
      }
      await database.close()
      return value
    } catch let error as AirportDataError {
      throw error
    } catch let error as StorageError {
      throw .reading(error, path: path)
    } catch is CancellationError {
      throw .cancelled
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
  }
}

extension AirportDataError {
  /// What a failing read means.
  static func reading(_ error: StorageError, path: String) -> AirportDataError {
    switch error {
    case .corrupt(let failure): .damaged(path: path, finding: failure.message)
    case .sql(let failure) where failure.isInterrupted: .cancelled
    case .sql(let failure): .damaged(path: path, finding: failure.message)
    case .column: .damaged(path: path, finding: "\(error)")
    case .cannotOpen, .notAPlainFile, .empty, .notADatabase, .notOurs, .schemaTooNew, .busy, .full, .readOnly,
      .inputOutput, .constraint, .outOfMemory, .tooMuchWork, .parameterCount, .transactionLost, .closed,
      .sealBroken, .cannotSetAside:
      .storage(path: path, error)
    }
  }
}
