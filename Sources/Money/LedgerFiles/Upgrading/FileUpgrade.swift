import Ledger
import Storage

/// Upgrades a file on the disk: a verified backup first, then all steps in one transaction. A kill leaves
/// the old file (its journal is rolled back by whoever opens it next) or the new one.
enum FileUpgrade {
  /// Throws `backupFailed`, `upgradeFailed`, and what opening a file for writing throws.
  static func run(path: String, today: CalendarDate, options: ForeignOptions) async throws -> UpgradeReport {
    let database = try ForeignDatabase.open(at: path, forWriting: true, options: options)
    do {
      let report = try await upgrade(database, path: path, today: today)
      await database.close()
      return report
    } catch {
      await database.close()
      throw error
    }
  }

  private static func upgrade(
    _ database: ForeignDatabase, path: String, today: CalendarDate
  ) async throws -> UpgradeReport {
    let version = try await database.look { try $0.ledgerVersion() }
    guard version < LedgerFileFacts.currentVersion else {
      return UpgradeReport(from: version, to: version, backupPath: "", dropped: [])
    }
    try await database.look { try $0.mergeLog() }
    return try await database.write { connection in
      // Read again under the lock: another program may have upgraded it meanwhile.
      guard try connection.ledgerVersion() == version else { throw LedgerError.changedOutside }
      try connection.requireWhole("integrity_check")
      let backup = try FileBackup(stem: "\(path)_upgrade_v\(version)_\(today)").make(connection)
      let dropped = try LedgerUpgrade.run(connection, from: version, today: today)
      return UpgradeReport(
        from: version, to: LedgerFileFacts.currentVersion, backupPath: backup, dropped: dropped)
    }
  }
}
