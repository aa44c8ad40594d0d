import Glibc
import Ledger
import Storage

extension Connection {
  /// The version of a money file that can be read or upgraded.
  ///
  /// Throws `notALedger`, `newerVersion`, `unreleasedVersion` or `notAPlainTable`. Source: money 1.5.
  func ledgerVersion() throws -> Int64 {
    let version = try integer("PRAGMA user_version") ?? 0
    let info = try integer(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'INFOTABLE_V1' COLLATE NOCASE")
    guard info == 1 else { throw LedgerError.notALedger }
    guard version >= 0 else { throw LedgerError.notALedger }
    guard version <= LedgerFileFacts.currentVersion else {
      throw LedgerError.newerVersion(found: version, known: LedgerFileFacts.currentVersion)
    }
    guard !LedgerFile.unreleasedVersions.contains(version) else {
      throw LedgerError.unreleasedVersion(version)
    }
    try requirePlainTables()
    return version
  }

  /// Throws `notAPlainTable` where reading a table would compute what it holds: a view can be without end,
  /// and a computed column as long as it likes.
  private func requirePlainTables() throws {
    let names = Set(Schema.tableNames)
    try forEach("SELECT name, type FROM pragma_table_list WHERE schema = 'main'") { row in
      let name = try row.text(0)
      guard names.contains(name.uppercased()), try row.text(1) != "table" else { return }
      throw LedgerError.notAPlainTable(name)
    }
    for name in Schema.tableNames {
      let computed = try integer("SELECT count(*) FROM pragma_table_xinfo(?) WHERE hidden > 1", [.text(name)])
      if computed != 0 { throw LedgerError.notAPlainTable(name) }
    }
  }
}

extension LedgerFile {
  /// Versions that were never released: their columns collide with those of version 15.
  static let unreleasedVersions: ClosedRange<Int64> = 8...14
}

extension LedgerError {
  /// As `init`, and tells an encrypted file from one that is no database at all.
  static func explained(_ error: any Error, path: String) -> LedgerError {
    let plain = LedgerError(error)
    guard plain == .notADatabase || plain == .damaged(reason: "file is not a database") else { return plain }
    return looksEncrypted(path) ? .encrypted : .notADatabase
  }

  /// Whether a file that is no database may be an encrypted one: by its name, by the plain bytes that the
  /// older scheme leaves, or because it has whole pages of bytes that are no text. Source: money 6.
  private static func looksEncrypted(_ path: String) -> Bool {
    if path.lowercased().hasSuffix(".emb") { return true }
    // No connection of this process is open on a file that is no database: closing drops no lock.
    guard let file = fopen(path, "re") else { return false }
    defer { fclose(file) }
    var head = [UInt8](repeating: 0, count: 64)
    let count = fread(&head, 1, head.count, file)
    guard count == head.count, fseek(file, 0, SEEK_END) == 0 else { return false }
    let size = ftell(file)
    guard size >= 512, size % 512 == 0 else { return false }
    if head[21...23].elementsEqual([0x40, 0x20, 0x20]) { return true }
    let unusual = head.count { $0 < 0x09 || (0x0e..<0x20).contains($0) || $0 >= 0x7f }
    return unusual >= 16 && Set(head).count >= 40
  }
}
