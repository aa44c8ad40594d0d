import Storage

/// A known text in the file, sealed, by which another key is told from damage.
enum KeyCheck {
  private static let context = "key check"

  /// Whether it opens. Throws where there is none, and what the database throws.
  static func opens(_ table: MessageTable) throws -> Bool {
    let sealed = try table.connection.first("SELECT sealed FROM key_check", []) { try $0.blob(0) }
    guard let sealed else { throw StorageError.sealBroken(context: context) }
    return (try? table.sealer.open(sealed, context: context)) != nil
  }

  /// Throws `sealBroken` for a file of another key. A file without the text may be anybody's, and is accepted
  /// unless it `isKnown`.
  ///
  /// Where the text itself is damaged, the other rows tell whose file it is: one that opens is enough. With a
  /// log beside the file all have to, for the log may be another's, and would be merged.
  static func expect(_ table: MessageTable, isKnown: Bool) throws(StorageError) {
    do {
      let connection = table.connection
      let isThere =
        try connection.integer(
          "SELECT count(*) FROM sqlite_schema WHERE name = 'key_check'") == 1
      guard isThere, try connection.integer("SELECT count(*) FROM key_check") == 1 else {
        if isKnown { throw StorageError.sealBroken(context: context) }
        return
      }
      if try opens(table) { return }
      let rows = try DamageSearch(table: table).openRows()
      guard !isKnown, rows.count > 0, rows.areAll || !connection.hasLog else {
        throw StorageError.sealBroken(context: context)
      }
    } catch {
      throw error as? StorageError ?? .transactionLost
    }
  }

  /// Seals the text in a new file; answers whether it opens where it stood already.
  static func plant(_ table: MessageTable) throws -> Bool {
    guard try table.connection.integer("SELECT count(*) FROM key_check") == 0 else {
      return try opens(table)
    }
    try replant(table)
    return true
  }

  /// Seals the text anew.
  static func replant(_ table: MessageTable) throws {
    let sealed = try table.sealer.seal(Array("tern".utf8), context: context)
    try table.connection.run("INSERT OR REPLACE INTO key_check (id, sealed) VALUES (1, ?)", [.blob(sealed)])
  }
}
