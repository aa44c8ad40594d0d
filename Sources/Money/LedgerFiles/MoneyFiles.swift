import Ledger
import Storage

/// The door to money files: opens, creates and upgrades them.
///
/// What day it is, is given by the caller, as everywhere in Money.
public struct MoneyFiles: Sendable {
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
}
