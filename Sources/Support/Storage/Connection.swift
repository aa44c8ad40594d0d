import CSQLite

/// One connection to a database file, as the closures of `Database.write` and `Database.read` get it.
///
/// It is not Sendable: it stays inside the closure. Statements are prepared once and kept. Every failure of
/// SQLite is a `StorageError`; a closure's own error passes through unchanged.
public final class Connection {
  let handle: OpaquePointer
  let path: String
  private var statements = StatementCache()
  /// How long statements wait for another process, where it was set.
  var busyTimeoutMilliseconds: Int32 = 0
  /// Whether a foreign file cannot be read as it is, see `becomeReader`.
  var needsRepair = false
  /// What a foreign file may make us do; nil for our own.
  var work: WorkLimit?
  private var savepointDepth = 0

  /// Opens an existing file. The connection has no options set yet.
  convenience init(path: String) throws(StorageError) {
    // The "./" keeps names like ":memory:" plain file names.
    try self.init(
      path: path, name: path.hasPrefix("/") ? path : "./" + path, flags: SQLITE_OPEN_READWRITE)
  }

  /// Opens `name` on one of SQLite's file systems (the usual one for nil); `path` is what errors tell.
  init(path: String, name: String, flags: Int32, fileSystem: String? = nil) throws(StorageError) {
    var opened: OpaquePointer?
    // No mutex: an actor owns the connection.
    let code = sqlite3_open_v2(
      name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, fileSystem)
    guard code == SQLITE_OK, let opened else {
      let systemError = opened.map { sqlite3_system_errno($0) } ?? 0
      sqlite3_close_v2(opened)
      throw .cannotOpen(path: path, systemError: systemError)
    }
    handle = opened
    self.path = path
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Rows that the last insert, update or delete of this connection changed.
  public var changedRows: Int { Int(sqlite3_changes64(handle)) }

  /// The rowid of the last insert of this connection.
  public var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Whether a write-ahead log with bytes in it stands beside the file.
  public var hasLog: Bool { DataFile.hasLog(path) }

  /// Runs one statement to its end and returns the rows it changed; rows it returns are dropped.
  @discardableResult
  public func run(_ sql: String, _ values: [SQLValue] = []) throws(StorageError) -> Int {
    let statement = try statements.lend(sql, on: handle)
    defer { statement.recycle() }
    try statement.bind(values, on: handle)
    while try step(statement) {}
    return changedRows
  }

  /// Runs a script of several statements without placeholders.
  public func script(_ sql: String) throws(StorageError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw .from(code: code, connection: handle, statement: sql) }
  }

  /// Calls `body` with each row, in the statement's order. What `body` throws ends the walk and is thrown on.
  public func forEach(
    _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing Row) throws -> Void
  ) throws {
    let statement = try statements.lend(sql, on: handle)
    defer { statement.recycle() }
    try statement.bind(values, on: handle)
    let row = Row(handle: statement.handle)
    while try step(statement) { try body(row) }
  }

  /// All rows, each turned into a value by `body`. Put a LIMIT where the table can grow.
  public func query<Value>(
    _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing Row) throws -> Value
  ) throws -> [Value] {
    var result: [Value] = []
    try forEach(sql, values) { result.append(try body($0)) }
    return result
  }

  /// The first row as a value, or `nil` when there is none.
  public func first<Value>(
    _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing Row) throws -> Value
  ) throws -> Value? {
    let statement = try statements.lend(sql, on: handle)
    defer { statement.recycle() }
    try statement.bind(values, on: handle)
    guard try step(statement) else { return nil }
    return try body(Row(handle: statement.handle))
  }

  /// The integer in the first column of the first row, or `nil` when there is no row.
  public func integer(_ sql: String, _ values: [SQLValue] = []) throws(StorageError) -> Int64? {
    let statement = try statements.lend(sql, on: handle)
    defer { statement.recycle() }
    try statement.bind(values, on: handle)
    guard try step(statement) else { return nil }
    return try Row(handle: statement.handle).integer(0)
  }

  /// Runs `body` as a part of the transaction that can be undone alone: when it throws, what it wrote is
  /// rolled back and the error thrown on; what was written before it stays.
  public func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
    savepointDepth += 1
    defer { savepointDepth -= 1 }
    let name = "part\(savepointDepth)"
    try run("SAVEPOINT \(name)")
    do {
      let value = try body()
      try run("RELEASE \(name)")
      return value
    } catch {
      // Where SQLite gave the whole transaction up (full disk), there is no part left to undo.
      if isInTransaction {
        try run("ROLLBACK TO \(name)")
        try run("RELEASE \(name)")
      }
      throw error
    }
  }

  private func step(_ statement: Statement) throws(StorageError) -> Bool {
    do { return try statement.step(on: handle) } catch { throw work?.explained(error) ?? error }
  }

  /// The statements that make up the schema, sorted, for a test that compares them with a kept copy.
  public func schema() throws -> [String] {
    try query("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name") { try $0.text(0) }
  }
}

extension Connection {
  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs `body` between `begin` and COMMIT. Whatever is thrown, the transaction is rolled back first.
  func transaction<Value>(_ begin: String, _ body: (Connection) throws -> Value) throws -> Value {
    work?.renew(fileBytes: csqlite_size(handle))
    try run(begin)
    do {
      let value = try body(self)
      guard isInTransaction else { throw StorageError.transactionLost }
      try run("COMMIT")
      return value
    } catch {
      // The first error is the one to tell; a failing ROLLBACK means that SQLite rolled back already.
      if isInTransaction { _ = try? run("ROLLBACK") }
      throw error
    }
  }
}
