import CSQLite
import Glibc

import struct Synchronization.Atomic

extension Connection {
  /// Opens a foreign file and looks at its header; nothing is created beside it.
  static func openForeign(
    path: String, forWriting: Bool, options: ForeignOptions
  ) throws(StorageError) -> Connection {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .cannotOpen(path: path, systemError: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAPlainFile(path: path) }
    guard access(path, R_OK) == 0 else { throw .cannotOpen(path: path, systemError: errno) }
    let connection = try Connection(
      path: path, name: path.hasPrefix("/") ? path : "./" + path,
      flags: (forWriting ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY))
    if forWriting, sqlite3_db_readonly(connection.handle, "main") == 1 {
      throw .readOnly(
        SQLFailure(code: SQLITE_READONLY, extendedCode: SQLITE_READONLY, message: "no right to write"))
    }
    try connection.checkHeader()
    // A write that was stopped may leave a file shorter than its header says: its journal makes it whole.
    let hasJournal = stat(path + "-journal", &status) == 0 && status.st_size > 0
    if !hasJournal { try connection.checkSize() }
    if forWriting {
      try connection.hardenForeign(options)
      // The first look at the schema rolls back what a journal holds.
      _ = try connection.integer("PRAGMA schema_version")
      try connection.checkSize()
    } else {
      try connection.becomeReader(options, hasJournal: hasJournal)
    }
    return connection
  }

  /// Opens a connection to a database in memory that all connections of the name share; it is gone with the
  /// last of them.
  static func openMemory(name: String, path: String, options: ForeignOptions) throws(StorageError)
    -> Connection
  {
    let connection = try Connection(
      path: path, name: name, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, fileSystem: "memdb")
    try connection.hardenForeign(options)
    return connection
  }

  /// A name no other database in memory has.
  static func freshMemoryName() -> String {
    "/tern-\(memoryCount.add(1, ordering: .relaxed).newValue)"
  }

  /// Sets the options of a connection that only reads, and finds out whether reading the file as it is would
  /// need a repair that writes: it uses a write-ahead log, one lies beside it (SQLite reads that too,
  /// whatever the file says of itself, and makes an index for it), or a program was stopped in the middle of
  /// a write.
  /// Then nothing was read, and `needsRepair` is set. Throws `busy` while another program writes.
  private func becomeReader(_ options: ForeignOptions, hasJournal: Bool) throws(StorageError) {
    let header = try bytes(at: 18, count: 2)
    var status = stat()
    needsRepair = header.contains(2) || stat(path + "-wal", &status) == 0
    guard !needsRepair else { return }
    do {
      if hasJournal { try checkSize() }
      try hardenForeign(options)
      try run("PRAGMA query_only = ON")
      _ = try integer("PRAGMA schema_version")
    } catch .readOnly {
      needsRepair = true
    } catch .corrupt where hasJournal {
      needsRepair = true
    } catch .sql(let failure) where failure.code == SQLITE_CANTOPEN {
      needsRepair = true
    }
  }

  /// Copies all pages into another connection's database, as one state of the file.
  func copyPages(to target: Connection) throws(StorageError) {
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw .from(code: sqlite3_errcode(target.handle), connection: target.handle)
    }
    var code = SQLITE_OK
    var waited: Int32 = 0
    repeat {
      code = sqlite3_backup_step(backup, 4_096)
      if code == SQLITE_BUSY || code == SQLITE_LOCKED {
        guard waited < busyTimeoutMilliseconds else { break }
        // Another program holds the file: this thread has nothing else to do.
        sqlite3_sleep(20)
        waited += 20
      }
    } while code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else {
      throw .from(code: code == SQLITE_OK ? end : code, connection: target.handle)
    }
  }

  /// Bytes of the file, fewer at its end.
  public func bytes(at offset: Int64, count: Int) throws(StorageError) -> [UInt8] {
    let size = sqlite3_int64(csqlite_size(handle))
    guard size >= 0, offset >= 0 else { throw .cannotOpen(path: path, systemError: 0) }
    let available = max(0, min(Int64(count), size - offset))
    var bytes = [UInt8](repeating: 0, count: Int(available))
    guard available > 0 else { return bytes }
    let code = bytes.withUnsafeMutableBytes {
      csqlite_read(handle, $0.baseAddress, Int32(clamping: $0.count), offset)
    }
    guard code == SQLITE_OK else { throw .from(code: code, connection: nil) }
    return bytes
  }

  /// The size of the file in bytes; -1 when it cannot be told.
  public var fileSizeBytes: Int64 { csqlite_size(handle) }

  private func checkHeader() throws(StorageError) {
    let size = fileSizeBytes
    guard size != 0 else { throw .empty(path: path) }
    let header = try bytes(at: 0, count: 100)
    guard header.count == 100, header.starts(with: Array("SQLite format 3\u{0}".utf8)) else {
      throw .notADatabase(path: path)
    }
  }

  /// As for our own files, but foreign keys stay unenforced, and nothing else is decided for the file.
  private func hardenForeign(_ options: ForeignOptions) throws(StorageError) {
    let flags = [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
    ]
    for (option, value) in flags {
      let code = csqlite_set_flag(handle, option, Int32(value))
      guard code == SQLITE_OK else { throw .from(code: code, connection: handle) }
    }
    busyTimeoutMilliseconds = options.busyTimeoutMilliseconds
    sqlite3_busy_timeout(handle, options.busyTimeoutMilliseconds)
    let work = WorkLimit(options)
    work.renew(fileBytes: fileSizeBytes)
    work.watch(handle)
    self.work = work
    try run("PRAGMA cell_size_check = ON")
    try run("PRAGMA foreign_keys = OFF")
    try run("PRAGMA temp_store = MEMORY")
    try run("PRAGMA mmap_size = 0")
    try run("PRAGMA cache_size = -\(options.cacheKibibytes)")
    try run("PRAGMA synchronous = FULL")
  }
}

private let memoryCount = Atomic<Int>(0)
