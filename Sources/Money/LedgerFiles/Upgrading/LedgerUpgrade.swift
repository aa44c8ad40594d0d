import Ledger
import Storage

/// The steps from any released version to the current one. Source: money 1.5.
enum LedgerUpgrade {
  /// Brings the file to the current version (or one before it, for tests), inside the transaction that the
  /// caller holds: each step in a part of its own together with its number, all of it or nothing.
  ///
  /// Throws `upgradeFailed` with the step, or `damaged` when the result does not check. Returns what was
  /// dropped.
  static func run(
    _ connection: Connection, from version: Int64, to last: Int64 = LedgerFileFacts.currentVersion,
    today: CalendarDate
  ) throws -> [String] {
    var notes = UpgradeNotes(today: today.description)
    var step = version + 1
    do {
      while step <= last {
        try Task.checkCancellation()
        try connection.savepoint {
          try body(of: step, connection, &notes)
          try connection.run("PRAGMA user_version = \(step)")
        }
        step += 1
      }
      if last == LedgerFileFacts.currentVersion { try connection.addMissingTables() }
    } catch {
      throw failure(error, step: min(step, last))
    }
    try connection.requireWhole("quick_check")
    return notes.dropped
  }

  private static func body(of step: Int64, _ connection: Connection, _ notes: inout UpgradeNotes) throws {
    switch step {
    case 3: try connection.dateSchedulesByDueDay()
    case 5: try connection.addTables(["CUSTOMFIELD_V1", "CUSTOMFIELDDATA_V1"])
    case 6: try connection.addTables(["TRANSLINK_V1", "SHAREINFO_V1"])
    case 7: try connection.addAccountLimits()
    case 15: try connection.becomeVersion15(&notes)
    case 16: try connection.addColumns("CHECKINGACCOUNT_V1", ["LASTUPDATEDTIME TEXT", "DELETEDTIME TEXT"])
    case 17: try connection.nestCategories(&notes)
    case 18: try connection.becomeVersion18(&notes)
    case 19: try connection.becomeVersion19()
    case 20: try connection.becomeVersion20()
    case 21: try connection.becomeVersion21()
    // 1 and 2 changed nothing, 4 made tables that 17 removes again, 8 to 14 were never released.
    default: break
    }
  }

  private static func failure(_ error: any Error, step: Int64) -> LedgerError {
    let plain = LedgerError(error)
    return switch plain {
    case .queryFailed(let reason): .upgradeFailed(step: step, reason: reason)
    default: plain
    }
  }
}

extension Connection {
  /// Throws `damaged` unless the database finds itself whole; `check` is `quick_check` or `integrity_check`.
  func requireWhole(_ check: String) throws {
    let answer = try first("PRAGMA \(check)(1)") { try $0.text(0) } ?? "no answer"
    guard answer == "ok" else { throw LedgerError.damaged(reason: answer) }
  }

  func hasTable(_ name: String) throws -> Bool {
    try integer(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE", [.text(name)])
      != 0
  }

  /// Adds the columns a table does not have; nothing where there is no such table.
  func addColumns(_ table: String, _ definitions: [String]) throws {
    let present = try columns(of: table)
    guard !present.isEmpty else { return }
    for definition in definitions {
      let name = definition.prefix { $0 != " " }
      if !present.contains(String(name)) { try run("ALTER TABLE \(table) ADD COLUMN \(definition)") }
    }
  }

  /// Makes the tables that are not there, in the shape of version 21, with their indexes.
  func addTables(_ names: [String]) throws {
    for name in names where try !hasTable(name) {
      guard let statement = Schema.table(name) else { continue }
      try run(statement)
      for index in Schema.indexes(of: name) { try addIndex(index) }
    }
  }

  /// What is still missing after the last step: tables, and indexes that need no rule older rows may break.
  func addMissingTables() throws {
    try addTables(Schema.tableNames)
    for name in Schema.tableNames {
      for index in Schema.indexes(of: name) { try addIndex(index) }
    }
  }

  private func addIndex(_ statement: String) throws {
    try run(statement.replacing("CREATE INDEX ", with: "CREATE INDEX IF NOT EXISTS ", maxReplacements: 1))
  }
}
