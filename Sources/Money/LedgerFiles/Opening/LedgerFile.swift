import Ledger
import Storage

/// One opened money file: its connections, and what is known of it.
///
/// Opened for reading, a file of an older version is upgraded in a copy in memory; the file itself is never
/// changed by reading. Opened for writing it must have the current version. Source: money 1.5, 2.11.
public struct LedgerFile: Sendable {
  /// What a file is opened for.
  public enum Access: Sendable, Hashable {
    /// Reading only; any version that can be upgraded.
    case reading
    /// Reading and writing; only the current version.
    case writing
  }

  /// Where it lies, its version, whether it is a copy.
  public let facts: LedgerFileFacts
  let database: ForeignDatabase
  /// What the file looked like when it was opened.
  let mark: FileMark

  /// Opens an existing file. `today` is what an upgrade in memory takes for accounts without rows.
  ///
  /// Throws `missing`, `noPermission`, `notAFile`, `empty`, `notADatabase`, `encrypted`, `notALedger`,
  /// `newerVersion`, `unreleasedVersion`, `damaged` or `locked`; for writing also `readOnly` and
  /// `needsUpgrade`.
  public static func open(
    path: String, access: Access = .reading, today: CalendarDate, options: ForeignOptions = ForeignOptions()
  ) async throws(LedgerError) -> LedgerFile {
    let mark = try FileMark(path)
    do {
      let database = try ForeignDatabase.open(at: path, forWriting: access == .writing, options: options)
      let version: Int64
      do {
        version = try await database.look { try $0.ledgerVersion() }
      } catch {
        await database.close()
        throw error
      }
      guard version < LedgerFileFacts.currentVersion else {
        return LedgerFile(path, version, access, database, mark)
      }
      await database.close()
      guard access == .reading else { throw LedgerError.needsUpgrade(from: version) }
      return LedgerFile(
        path, version, access, try upgradedCopy(of: path, today: today, options: options), mark)
    } catch {
      throw LedgerError.explained(error, path: path)
    }
  }

  private static func upgradedCopy(
    of path: String, today: CalendarDate, options: ForeignOptions
  ) throws -> ForeignDatabase {
    try ForeignDatabase.copy(of: path, options: options) { connection in
      _ = try LedgerUpgrade.run(connection, from: try connection.ledgerVersion(), today: today)
    }
  }

  private init(
    _ path: String, _ version: Int64, _ access: Access, _ database: ForeignDatabase, _ mark: FileMark
  ) {
    self.database = database
    self.mark = mark
    facts = LedgerFileFacts(
      path: path, version: version, isUpgradedCopy: version < LedgerFileFacts.currentVersion,
      isWritable: access == .writing)
  }

  /// Runs `body` on a read connection, on one state of the file; ends early when the task is cancelled.
  func read<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) async throws(LedgerError)
    -> Value
  {
    try await translated {
      try Task.checkCancellation()
      return try await database.read(body)
    }
  }

  /// Waits for the reads that run and closes all connections.
  public func close() async { await database.close() }
}
