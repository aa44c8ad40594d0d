/// One step of a schema, from the version before it to `version`.
///
/// A shipped step never changes again; a change is a new step at the end. Steps add tables, columns and
/// indexes.
public struct Migration: Sendable {
  /// The version that the step leads to; the first is 1 and each is one more than the one before.
  public let version: Int
  let body: @Sendable (Connection) throws -> Void

  /// A step written as SQL.
  public init(to version: Int, script: String) {
    self.version = version
    body = { try $0.script(script) }
  }

  /// A step that needs code.
  public init(to version: Int, body: @escaping @Sendable (Connection) throws -> Void) {
    self.version = version
    self.body = body
  }
}

extension Connection {
  /// Brings the file to the last version, each step in a transaction of its own together with its number,
  /// so that an interrupted upgrade goes on where it stopped.
  func migrate(_ migrations: [Migration]) throws(StorageError) {
    precondition(
      migrations.enumerated().allSatisfy { $0.element.version == $0.offset + 1 },
      "the migrations of a database are numbered 1, 2, 3 and so on")
    for migration in migrations {
      do {
        try transaction("BEGIN IMMEDIATE") { connection in
          // Read inside the transaction: another process may have done the step meanwhile.
          guard try connection.schemaVersion() < migration.version else { return }
          try migration.body(connection)
          try connection.run("PRAGMA user_version = \(migration.version)")
        }
      } catch let error as StorageError {
        throw error
      } catch {
        throw .sql(
          SQLFailure(
            code: 1, extendedCode: 1, message: "migration to version \(migration.version): \(error)"))
      }
    }
  }

  /// The version of the file's schema; 0 for a new file.
  func schemaVersion() throws(StorageError) -> Int {
    Int(try integer("PRAGMA user_version") ?? 0)
  }
}
