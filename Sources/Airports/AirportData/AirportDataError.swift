import Storage

/// Why a file of airports cannot be read, made or taken over. What stood before stands unchanged.
public enum AirportDataError: Error, Sendable, Equatable {
  /// There is no database at this path, and nothing to build one from.
  case noDatabase(path: String)
  /// There are no tables of set-up in this folder to build a database from.
  case noTables(folder: String)
  /// What was built has far fewer airports than the database in use: most likely a table was cut off.
  case fewerAirports(built: Int, standing: Int)
  /// The file cannot be read or written.
  case storage(path: String, StorageError)
  /// A database, but not one of airports: these tables are not there.
  case notAirports(path: String, missingTables: [String])
  /// A table of airports without these columns, which nothing can be shown without.
  case missingColumns(path: String, table: String, columns: [String])
  /// Of another version than is known.
  case otherVersion(path: String, found: Int, known: ClosedRange<Int>)
  /// The database contradicts itself; the words are SQLite's.
  case damaged(path: String, finding: String)
  /// There is no airport in it that could be shown.
  case noAirports(path: String)
  /// A table of comma-separated values cannot be used.
  case table(path: String, CSVError)
  /// A file of another kind (rules, a magnetic model) cannot be used, in words.
  case unreadable(path: String, reason: String)
  /// The bytes are not those the set-up step fetched.
  case changed(path: String)
  /// The task was cancelled. Nothing was changed.
  case cancelled
}

extension AirportDataError: CustomStringConvertible {
  /// Where tables are looked for, for somebody who may be in no checkout.
  static let whereTablesAre =
    "Scripts/setup makes them in .build/assets of a checkout, and Tern looks in .build/assets of the folder "
    + "it is started in: run it in the checkout, name the folder by --assets DIR, or fetch today's tables "
    + "with tern airports build --download."

  /// A sentence or two for a person: what happened, what was kept, what to do.
  public var description: String {
    switch self {
    case .noDatabase(let path):
      "There is no database of airports yet (\(path)). Build one: tern airports build"
    case .noTables(let folder):
      "There are no tables to build a database of airports from: \(folder) is not there or has none. "
        + Self.whereTablesAre
    case .fewerAirports(let built, let standing):
      "These tables make a database of \(built) airports, and the one in use has \(standing): is "
        + "airports.csv whole? Nothing was changed. To use the smaller one all the same, add --smaller."
    case .storage(let path, let error): "\(path): \(error)"
    case .notAirports(let path, let missing):
      "\(path) is no database of airports: it has no table \(missing.joined(separator: ", ")). "
        + "Nothing was changed."
    case .missingColumns(let path, let table, let columns):
      "\(path): the table \(table) has no column \(columns.joined(separator: ", ")). Nothing was changed."
    case .otherVersion(let path, let found, let known):
      "\(path) has format \(found); this version of Tern reads "
        + (known.count == 1
          ? "format \(known.lowerBound)." : "formats \(known.lowerBound) to \(known.upperBound).")
        + " Nothing was changed."
    case .damaged(let path, let finding): "\(path) is damaged (\(finding)). Nothing was changed."
    case .noAirports(let path): "\(path) has no airport that could be shown. Nothing was changed."
    case .table(let path, let error): "\(path): \(error) Nothing was changed."
    case .unreadable(let path, let reason): "\(path): \(reason) Nothing was changed."
    case .changed(let path):
      "\(path) is not the file that the set-up step fetched. Run Scripts/setup again. Nothing was changed."
    case .cancelled: "Stopped. Nothing was changed."
    }
  }
}
