/// What a source of airports can fail with. Source: airports 12.5.
public enum AirportError: Error, Sendable, Hashable {
  /// No database could be opened at `path`; `reason` says why.
  case databaseOpenFailed(path: String, reason: String)
  /// There is no database yet and nothing to build one from; `reason` says so and what to do.
  case noDatabase(reason: String)
  /// The database can be opened and not be used; `reason` says what is wrong.
  case databaseCorrupted(reason: String)
  /// No airport has this identifier.
  case airportNotFound(icao: String)
  /// A newer database could not be fetched or put in place.
  case syncFailed(reason: String)
  /// The database was made for another version of the product.
  case incompatibleSchema(database: Int, supported: Int)
  /// There is no network.
  case networkUnavailable
  /// The service answered with an error.
  case serverError(code: Int)
  /// The service's answer could not be read.
  case apiDecodingFailed(endpoint: String)
  /// The service did not answer in time.
  case timeout
  /// The assistant's answer broke off.
  case chatStreamFailed
  /// One of the assistant's tools failed.
  case toolExecutionFailed(name: String)
  /// Anything else.
  case unknown(message: String)
}

extension AirportError: CustomStringConvertible {
  /// What happened, for people.
  public var description: String {
    switch self {
    case .databaseOpenFailed(let path, let reason):
      "The airport database at \(path) cannot be opened: \(Self.sentence(reason))"
    case .noDatabase(let reason): "There is no database of airports yet. \(Self.sentence(reason))"
    case .databaseCorrupted(let reason): "The airport database cannot be used: \(Self.sentence(reason))"
    case .airportNotFound(let icao): "There is no airport \(icao) in this database."
    case .syncFailed(let reason): "The airport database was not updated: \(reason)."
    case .incompatibleSchema(let database, let supported):
      "The airport database has schema \(database); this program reads schemas up to \(supported)."
    case .networkUnavailable: "There is no network."
    case .serverError(let code): "The service answered with error \(code)."
    case .apiDecodingFailed(let endpoint): "The answer of \(endpoint) cannot be read."
    case .timeout: "The service did not answer in time."
    case .chatStreamFailed: "The answer broke off."
    case .toolExecutionFailed(let name): "The tool \(name) failed."
    case .unknown(let message): message
    }
  }

  /// A reason with one full stop at its end, whoever wrote it.
  private static func sentence(_ reason: String) -> String { reason.hasSuffix(".") ? reason : reason + "." }

  /// What to do next, when there is something.
  public var recoveryHint: String? {
    switch self {
    case .databaseOpenFailed: "Build one with `tern airports build`, or name another with --db."
    case .databaseCorrupted: "Build it again with `tern airports build`."
    case .airportNotFound: "Search by name, or import a database that covers the region."
    case .syncFailed, .networkUnavailable, .timeout: "The database at hand stays in use. Try again later."
    case .incompatibleSchema: "Update the program, or build the database again."
    case .serverError, .chatStreamFailed: "Try again later."
    case .noDatabase, .apiDecodingFailed, .toolExecutionFailed, .unknown: nil
    }
  }
}
