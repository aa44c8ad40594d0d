import CSQLite

extension Connection {
  /// Opens the connection that writes: creates the file if there is none, checks it, migrates it.
  ///
  /// Nothing is written to a file before it is known to be ours, undamaged and not too new.
  static func openForWriting(
    path: String, migrations: [Migration], options: DatabaseOptions,
    accepting accept: @Sendable (Connection) throws(StorageError) -> Void
  ) throws(StorageError) -> Connection {
    try DataFile.prepare(path)
    let hadLog = DataFile.hasLog(path)
    let connection = try Connection(path: path)
    do {
      // SQLite cannot tell whether a log belongs to the file. Until both are accepted the log is not merged,
      // not even by closing: a foreign one would overwrite the file's pages.
      if hadLog { try connection.set(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
      try connection.harden(options, cacheKibibytes: options.cacheKibibytes)
      try connection.checkIdentity(known: migrations.count, applicationID: options.applicationID)
      // A new file has no bytes yet; one whose creation was cut short was rolled back by the look before.
      if !hadLog, connection.fileSizeBytes > 0 { try connection.checkSize(isOurs: true) }
      try connection.checkIntegrity(options.check)
      try accept(connection)
      try connection.becomeDurable()
      try connection.migrate(migrations)
      if hadLog { try connection.set(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0) }
    } catch .corrupt(let failure) where failure.code == SQLITE_NOTADB {
      throw .notADatabase(path: path)
    }
    DataFile.confirm(path)
    return connection
  }

  /// Opens a connection that only reads, on a file that `openForWriting` prepared.
  static func openForReading(path: String, options: DatabaseOptions) throws(StorageError) -> Connection {
    let connection = try Connection(path: path)
    try connection.harden(options, cacheKibibytes: max(options.cacheKibibytes / 4, 64))
    try connection.run("PRAGMA query_only = ON")
    return connection
  }

  /// Options of the connection alone: they write nothing. A damaged or hostile file cannot make SQLite
  /// call functions from its schema, trust a cell's size, or rewrite its own tables.
  private func harden(_ options: DatabaseOptions, cacheKibibytes: Int) throws(StorageError) {
    let flags = [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
      (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
    ]
    for (option, value) in flags {
      try set(option, Int32(value))
    }
    sqlite3_busy_timeout(handle, options.busyTimeoutMilliseconds)
    try run("PRAGMA cell_size_check = ON")
    try run("PRAGMA foreign_keys = ON")
    try run("PRAGMA temp_store = MEMORY")
    try run("PRAGMA mmap_size = 0")
    try run("PRAGMA cache_size = -\(cacheKibibytes)")
  }

  /// Sets a flag of the connection.
  func set(_ option: Int32, _ value: Int32) throws(StorageError) {
    let code = csqlite_set_flag(handle, option, value)
    guard code == SQLITE_OK else { throw .from(code: code, connection: handle) }
  }

  private func checkIdentity(known: Int, applicationID: Int32) throws(StorageError) {
    let found = Int32(truncatingIfNeeded: try integer("PRAGMA application_id") ?? 0)
    let version = try schemaVersion()
    let objects = try integer("SELECT count(*) FROM sqlite_schema") ?? 0
    let isNew = found == 0 && version == 0 && objects == 0
    guard isNew || found == applicationID else { throw .notOurs(path: path, applicationID: found) }
    guard version <= known else { throw .schemaTooNew(found: version, known: known) }
    if isNew { try run("PRAGMA application_id = \(applicationID)") }
  }

  private func checkIntegrity(_ check: DatabaseOptions.Check) throws(StorageError) {
    let pragma: String
    switch check {
    case .header: return
    case .quick: pragma = "PRAGMA quick_check(1)"
    case .full: pragma = "PRAGMA integrity_check(1)"
    }
    // The check tells a failed read as damage. A good file must not be set aside for it: the code in its
    // words decides, and where there is none, whether a second look finds the same.
    let answer = try answer(to: pragma)
    guard answer != "ok" else { return }
    let code = Self.code(in: answer) ?? SQLITE_CORRUPT
    guard code == SQLITE_CORRUPT || code == SQLITE_NOTADB else {
      throw .from(code: code, connection: handle, statement: pragma)
    }
    guard try self.answer(to: pragma) != "ok" else { return }
    throw .corrupt(
      SQLFailure(
        code: SQLITE_CORRUPT, extendedCode: SQLITE_CORRUPT, message: answer, statement: pragma))
  }

  private func answer(to pragma: String) throws(StorageError) -> String {
    do {
      return try first(pragma) { try $0.text(0) } ?? "no answer"
    } catch {
      throw error as? StorageError ?? .transactionLost
    }
  }

  /// SQLite's primary code in "… error code 10" or "… error code=522".
  private static func code(in answer: String) -> Int32? {
    guard let words = answer.firstRange(of: "error code") else { return nil }
    let digits = answer[words.upperBound...].drop { $0 == " " || $0 == "=" }.prefix { $0.isNumber }
    return Int32(digits).map { $0 & 0xFF }
  }

  /// A commit that returned survives a power loss, and deleted rows are overwritten.
  private func becomeDurable() throws(StorageError) {
    let mode: String?
    do {
      mode = try first("PRAGMA journal_mode = WAL") { try $0.text(0) }
    } catch {
      throw error as? StorageError ?? .transactionLost
    }
    guard mode == "wal" else {
      throw .sql(
        SQLFailure(
          code: SQLITE_ERROR, extendedCode: SQLITE_ERROR,
          message: "the file system does not support a write-ahead log"))
    }
    try run("PRAGMA synchronous = FULL")
    try run("PRAGMA secure_delete = ON")
    try run("PRAGMA journal_size_limit = 16777216")
  }
}
