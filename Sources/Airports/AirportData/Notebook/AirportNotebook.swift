import Cryptography
import Storage
import Timebase

/// What a person keeps of airports: favourites, notes, and texts under a name (settings, what was looked at
/// last, the route); in the profile's own file, sealed row by row under the store key.
///
/// What a call acknowledged is on the disk. Callable from any isolation. A row that does not open when the
/// file is opened is taken out after the file as it was is kept.
public final class AirportNotebook: Sendable {
  private let database: Database
  private let sealer: RowSealer
  private let now: @Sendable () -> Timestamp

  /// The longest note, in bytes of UTF-8.
  public static let noteBytesMax = 65_536
  /// The longest text kept under a name, in bytes of UTF-8.
  public static let textBytesMax = 1_048_576
  /// The most favourites; the least recent goes when there is one more.
  public static let favouritesMax = 2_000

  private init(database: Database, sealer: RowSealer, now: @escaping @Sendable () -> Timestamp) {
    self.database = database
    self.sealer = sealer
    self.now = now
  }

  /// Opens the notebook at `path`, creating it if there is none, under a store key of 32 bytes. A file that
  /// cannot be used (damaged, empty, of another key) is moved aside, never overwritten, and a new one begun;
  /// `keptPath` is where it is now, or a copy of one that had damaged rows. Throws what is left: no room, no
  /// rights, a newer version.
  public static func open(
    at path: String, storeKey: SecretBytes, now: @escaping @Sendable () -> Timestamp
  ) async throws(AirportNotebookError) -> (notebook: AirportNotebook, keptPath: String?) {
    let sealer: RowSealer
    do { sealer = try RowSealer(storeKey: storeKey) } catch { throw .wrongKey }
    do throws(AirportNotebookError) {
      return try await opened(path, sealer, now)
    } catch {
      guard error.isSetAside else { throw error }
    }
    do {
      let kept = try DamagedFile.setAside(path, at: now())
      return (try await opened(path, sealer, now).notebook, kept)
    } catch {
      throw AirportNotebookError(error)
    }
  }

  private static func opened(
    _ path: String, _ sealer: RowSealer, _ now: @escaping @Sendable () -> Timestamp
  ) async throws(AirportNotebookError) -> (notebook: AirportNotebook, keptPath: String?) {
    do {
      let database = try Database.open(
        at: path, migrations: NotebookTable.migrations, options: DatabaseOptions(readConnections: 1)
      ) { connection throws(StorageError) in
        // Before a log is merged into the file: it may be another profile's.
        try NotebookTable(connection: connection, sealer: sealer).expectKey()
      }
      do {
        try await database.write { try NotebookTable(connection: $0, sealer: sealer).plantKey() }
        let kept = try await database.mendAfterCopy(
          at: now(),
          look: { connection -> [NotebookTable.BrokenRow]? in
            let broken = try NotebookTable(connection: connection, sealer: sealer).brokenRows()
            return broken.isEmpty ? nil : broken
          },
          mend: { connection, broken, copy in
            try NotebookTable(connection: connection, sealer: sealer).remove(broken)
            return copy
          }, committed: { _ in })
        return (AirportNotebook(database: database, sealer: sealer, now: now), kept)
      } catch {
        await database.close()
        throw error
      }
    } catch {
      throw AirportNotebookError(error)
    }
  }

  /// The favourites, the latest first; identifiers.
  public func favourites() async throws(AirportNotebookError) -> [String] {
    try await read { try $0.favourites() }
  }

  /// Makes an airport a favourite, or no longer. One that is a favourite keeps its place.
  public func setFavourite(_ isFavourite: Bool, icao: String) async throws(AirportNotebookError) {
    try await write { try $0.setFavourite(isFavourite, icao: icao, most: Self.favouritesMax) }
  }

  /// What the person wrote about an airport; nil where nothing.
  public func note(icao: String) async throws(AirportNotebookError) -> AirportNote? {
    try await read { try $0.note(icao) }
  }

  /// All notes, by identifier.
  public func notes() async throws(AirportNotebookError) -> [AirportNote] {
    try await read { try $0.notes() }
  }

  /// Keeps a note; one of white space alone is removed. Throws `tooLong`.
  public func setNote(_ text: String, icao: String) async throws(AirportNotebookError) {
    guard text.utf8.count <= Self.noteBytesMax else { throw .tooLong(bytesMax: Self.noteBytesMax) }
    let note = AirportNote(icao: icao, text: text, changedAt: now())
    try await write { try $0.set(note) }
  }

  /// The text that is kept under a name; nil where there is none.
  public func text(_ name: String) async throws(AirportNotebookError) -> String? {
    try await read { try $0.text(name) }
  }

  /// Keeps a text under a name, or removes it for nil. Throws `tooLong`.
  public func set(_ text: String?, as name: String) async throws(AirportNotebookError) {
    if let text, text.utf8.count > Self.textBytesMax { throw .tooLong(bytesMax: Self.textBytesMax) }
    try await write { try $0.set(text, as: name) }
  }

  /// Waits for what runs and closes the file. Again is harmless.
  public func close() async { await database.close() }

  private func read<Value: Sendable>(
    _ body: @Sendable (NotebookTable) throws -> Value
  ) async throws(AirportNotebookError) -> Value {
    let sealer = sealer
    do {
      return try await database.read { try body(NotebookTable(connection: $0, sealer: sealer)) }
    } catch {
      throw AirportNotebookError(error)
    }
  }

  private func write(_ body: @Sendable (NotebookTable) throws -> Void) async throws(AirportNotebookError) {
    let sealer = sealer
    do {
      try await database.write { try body(NotebookTable(connection: $0, sealer: sealer)) }
    } catch {
      throw AirportNotebookError(error)
    }
  }
}

/// What a person wrote about an airport.
public struct AirportNote: Sendable, Equatable {
  /// The airport.
  public var icao: String
  /// The words; may have several lines.
  public var text: String
  /// When they were kept.
  public var changedAt: Timestamp

  /// Joins the three.
  public init(icao: String, text: String, changedAt: Timestamp) {
    self.icao = icao
    self.text = text
    self.changedAt = changedAt
  }
}

/// Why a notebook cannot do what was asked. Nothing was written then.
public enum AirportNotebookError: Error, Sendable, Equatable {
  /// The file was written under another store key.
  case wrongKey
  /// A text is longer than is kept.
  case tooLong(bytesMax: Int)
  /// The database below failed.
  case storage(StorageError)

  init(_ error: any Error) {
    switch error {
    case let error as AirportNotebookError: self = error
    case StorageError.sealBroken: self = .wrongKey
    case let error as StorageError: self = .storage(error)
    default: self = .storage(.transactionLost)
    }
  }

  /// Whether the file can never be used as it is.
  var isSetAside: Bool {
    switch self {
    case .wrongKey, .storage(.corrupt), .storage(.notADatabase), .storage(.empty): true
    case .tooLong, .storage: false
    }
  }
}

extension AirportNotebookError: CustomStringConvertible {
  /// A sentence for a person. Without private contents.
  public var description: String {
    switch self {
    case .wrongKey: "Favourites and notes belong to another key file. They have not been changed."
    case .tooLong(let bytesMax): "The text is longer than \(bytesMax) bytes. It was not kept."
    case .storage(let error): error.description
    }
  }
}
