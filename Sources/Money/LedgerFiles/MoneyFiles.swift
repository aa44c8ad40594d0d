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
    LedgerSession(try await LedgerFile.open(path: path, today: today(), options: options))
  }

  /// Creates a seeded file and opens it; a file that has the name is never replaced. Throws `alreadyExists`,
  /// `noPermission`, `missing` (no such folder), `diskFull`, or `queryFailed` for an unknown currency.
  public func create(path: String, choices: NewLedger) async throws(LedgerError) -> any LedgerSessioning {
    try translated { try ForeignDatabase.create(at: path) { try $0.buildLedger(choices) } }
    return try await open(path: path)
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
