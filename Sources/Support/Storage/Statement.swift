import CSQLite

/// One prepared statement. Owned by its connection and used only where the connection is.
final class Statement {
  let handle: OpaquePointer
  let text: String
  /// Whether a caller is stepping it: the same text asked for meanwhile gets a statement of its own.
  var isLent = false

  init(handle: OpaquePointer, text: String) {
    self.handle = handle
    self.text = text
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Binds all placeholders in order. Text and bytes are copied once, by SQLite.
  func bind(_ values: [SQLValue], on connection: OpaquePointer) throws(StorageError) {
    let expected = Int(sqlite3_bind_parameter_count(handle))
    guard expected == values.count else {
      throw .parameterCount(statement: text, expected: expected, given: values.count)
    }
    var index: Int32 = 0
    for value in values {
      index += 1
      let code = bind(value, at: index)
      guard code == SQLITE_OK else { throw failure(code, on: connection) }
    }
  }

  /// Steps once: true when there is a row, false at the end.
  func step(on connection: OpaquePointer) throws(StorageError) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failure(code, on: connection)
  }

  /// Makes the statement ready for the next caller and forgets what was bound.
  func recycle() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    isLent = false
  }

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let integer): return sqlite3_bind_int64(handle, index, integer)
    case .real(let real): return sqlite3_bind_double(handle, index, real)
    case .text(var string):
      return string.withUTF8 { utf8 in
        guard let start = utf8.baseAddress else { return sqlite3_bind_text(handle, index, "", 0, nil) }
        return start.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
          sqlite3_bind_text64(
            handle, index, $0, UInt64(utf8.count), copied, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      return bytes.withUnsafeBytes { raw in
        guard let start = raw.baseAddress, raw.count > 0 else {
          return sqlite3_bind_zeroblob(handle, index, 0)
        }
        return sqlite3_bind_blob64(handle, index, start, UInt64(raw.count), copied)
      }
    }
  }

  private func failure(_ code: Int32, on connection: OpaquePointer) -> StorageError {
    .from(code: code, connection: connection, statement: text)
  }
}

/// SQLITE_TRANSIENT: SQLite copies the bytes before the call returns. A cast in C that Swift cannot import.
// archreview:ignore trap this is how SQLite's own constant, a cast of -1, is spelled in Swift
private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension StorageError {
  /// Turns a result code and the connection's last message into the case that a caller can act on.
  static func from(code: Int32, connection: OpaquePointer?, statement: String? = nil) -> StorageError {
    let extended = connection.map { sqlite3_extended_errcode($0) } ?? code
    // The connection's code belongs to its last call; the code in hand wins when they disagree.
    let exact = extended & 0xFF == code & 0xFF ? extended : code
    let message = connection.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    let failure = SQLFailure(
      code: exact & 0xFF, extendedCode: exact, message: message.map { String(cString: $0) } ?? "",
      statement: statement)
    switch failure.code {
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy(failure)
    case SQLITE_FULL: return .full(failure)
    case SQLITE_READONLY: return .readOnly(failure)
    case SQLITE_IOERR: return .inputOutput(failure)
    case SQLITE_CONSTRAINT: return .constraint(failure)
    case SQLITE_NOMEM: return .outOfMemory(failure)
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .corrupt(failure)
    default: return .sql(failure)
    }
  }
}
