import Ledger
import Storage

/// The door to money files: opens, creates and upgrades them.
///
/// What day it is, is given by the caller, as everywhere in Money.
public struct MoneyFiles: LedgerOpening {
  private let today: @Sendable () -> CalendarDate
  private let options: ForeignOptions

  /// `today` says what day it is, in the user's zone.
  public init(options: ForeignOptions = ForeignOptions(), today: @escaping @Sendable () -> CalendarDate) {
    self.today = today
    self.options = options
  }

  /// Opens a file for reading, whatever version it has. Throws as `LedgerFile.open`.
  public func open(path: String) async throws(LedgerError) -> any LedgerSessioning {
    try await LedgerSession.open(path: path, today: today(), options: options)
  }

  /// Creates a seeded file and opens it; a file that has the name stays. Throws `alreadyExists`,
  /// `noPermission`, `missing` (no such folder), `diskFull` or `unknownCurrency`.
  public func create(path: String, choices: NewLedger) async throws(LedgerError) -> any LedgerSessioning {
    try translated { try ForeignDatabase.create(at: path) { try $0.buildLedger(choices) } }
    return try await open(path: path)
  }

  /// Copies the file as it is, byte for byte, to a new file, and compares the two; returns the new file's
  /// path. Without a `target` that is `<file>_backup_<day>.bak`, with a number where that name is taken.
  ///
  /// Any version is copied. Throws `alreadyExists` for a target that is there, `backupFailed`, and what
  /// `LedgerFile.open` throws.
  public func backUp(path: String, to target: String? = nil) async throws(LedgerError) -> String {
    do {
      let database = try ForeignDatabase.open(at: path, forWriting: false, options: options)
      let backup = FileBackup(stem: "\(path)_backup_\(today())", target: target)
      do {
        let made = try await database.read { connection in
          _ = try connection.ledgerVersion()
          return try backup.make(connection)
        }
        await database.close()
        return made
      } catch {
        await database.close()
        throw error
      }
    } catch {
      throw LedgerError.explained(error, path: path)
    }
  }

  /// Makes a verified backup beside the file and upgrades the file to the current version; one that has it
  /// already is left alone, and the report then names no backup.
  ///
  /// Throws `backupFailed` (nothing was changed), `upgradeFailed` (all of it was undone), `damaged`, and what
  /// `LedgerFile.open` throws for writing.
  public func upgrade(path: String) async throws(LedgerError) -> UpgradeReport {
    do {
      return try await FileUpgrade.run(path: path, today: today(), options: options)
    } catch {
      throw LedgerError.explained(error, path: path)
    }
  }
}
