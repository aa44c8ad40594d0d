import CSQLite

/// The row a query stands on. Valid inside the closure that received it; it cannot be kept.
///
/// Columns count from 0. Getters check the column's storage class and copy text and bytes once.
public struct Row: ~Copyable {
  private let handle: OpaquePointer

  /// The number of columns.
  public let columnCount: Int

  init(handle: OpaquePointer) {
    self.handle = handle
    columnCount = Int(sqlite3_column_count(handle))
  }

  /// The storage class of a column; null for a column that does not exist.
  public func type(_ column: Int) -> ColumnType {
    guard column >= 0, column < columnCount else { return .null }
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: return .integer
    case SQLITE_FLOAT: return .real
    case SQLITE_TEXT: return .text
    case SQLITE_BLOB: return .blob
    default: return .null
    }
  }

  /// An integer column. Throws `column` for any other storage class.
  public func integer(_ column: Int) throws(StorageError) -> Int64 {
    try require(.integer, SQLITE_INTEGER, column)
    return sqlite3_column_int64(handle, Int32(column))
  }

  /// An integer column that may be null.
  public func integerIfPresent(_ column: Int) throws(StorageError) -> Int64? {
    if isNull(column) { return nil }
    return try integer(column)
  }

  /// An integer column as a truth value: 0 is false, anything else true.
  public func flag(_ column: Int) throws(StorageError) -> Bool {
    try integer(column) != 0
  }

  /// A floating-point or integer column, as binary64.
  public func real(_ column: Int) throws(StorageError) -> Double {
    if type(column) == .integer { return Double(sqlite3_column_int64(handle, Int32(column))) }
    try require(.real, SQLITE_FLOAT, column)
    return sqlite3_column_double(handle, Int32(column))
  }

  /// A text column. Bytes that are not UTF-8 (a file from elsewhere) become U+FFFD.
  public func text(_ column: Int) throws(StorageError) -> String {
    try require(.text, SQLITE_TEXT, column)
    guard let start = sqlite3_column_text(handle, Int32(column)) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// A text column that may be null.
  public func textIfPresent(_ column: Int) throws(StorageError) -> String? {
    if isNull(column) { return nil }
    return try text(column)
  }

  /// A column of bytes.
  public func blob(_ column: Int) throws(StorageError) -> [UInt8] {
    try require(.blob, SQLITE_BLOB, column)
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    guard count > 0, let start = sqlite3_column_blob(handle, Int32(column)) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  /// A column of bytes that may be null.
  public func blobIfPresent(_ column: Int) throws(StorageError) -> [UInt8]? {
    if isNull(column) { return nil }
    return try blob(column)
  }

  /// The integer of an integer column; nil for any other storage class. For walks over many rows: it
  /// neither throws nor copies, and costs one look at the column's class.
  public func integerOnly(_ column: Int) -> Int64? {
    guard column >= 0, column < columnCount else { return nil }
    // Asked for once: each call on the column itself also settles the state of the connection. The value is
    // unprotected, which is enough: only one thread at a time uses a connection.
    let value = sqlite3_column_value(handle, Int32(column))
    return sqlite3_value_type(value) == SQLITE_INTEGER ? sqlite3_value_int64(value) : nil
  }

  /// The number of a floating-point column; nil for any other storage class. As `integerOnly`.
  public func realOnly(_ column: Int) -> Double? {
    guard column >= 0, column < columnCount else { return nil }
    let value = sqlite3_column_value(handle, Int32(column))
    return sqlite3_value_type(value) == SQLITE_FLOAT ? sqlite3_value_double(value) : nil
  }

  /// Lends the UTF-8 bytes of a text column, without a copy; nil for any other storage class. The bytes may
  /// be no valid UTF-8 in a file from elsewhere.
  public func withTextBytes<Value>(
    _ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Value
  ) rethrows -> Value? {
    guard column >= 0, column < columnCount else { return nil }
    let value = sqlite3_column_value(handle, Int32(column))
    guard sqlite3_value_type(value) == SQLITE_TEXT, let start = sqlite3_value_text(value) else { return nil }
    let count = Int(sqlite3_value_bytes(value))
    return try body(UnsafeBufferPointer(start: start, count: count))
  }

  /// Any column as a value.
  public func value(_ column: Int) throws(StorageError) -> SQLValue {
    switch type(column) {
    case .null: .null
    case .integer: .integer(try integer(column))
    case .real: .real(try real(column))
    case .text: .text(try text(column))
    case .blob: .blob(try blob(column))
    }
  }

  /// Whether a column is null (or does not exist).
  public func isNull(_ column: Int) -> Bool {
    type(column) == .null
  }

  private func require(
    _ expected: ColumnType, _ code: Int32, _ column: Int
  ) throws(StorageError) {
    guard column >= 0, column < columnCount, sqlite3_column_type(handle, Int32(column)) == code else {
      throw .column(column, expected: expected, found: type(column))
    }
  }
}
