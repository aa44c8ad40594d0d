import CSQLite

extension ForeignDatabase {
  /// Makes a file as another program would: `fill` builds it in memory, and it appears whole under its name
  /// or not at all. Never replaces a file: throws `cannotOpen` with EEXIST where there is one.
  public static func create(
    at path: String, _ fill: @Sendable (Connection) throws -> Void
  ) throws {
    let connection = try Connection.openMemory(
      name: Connection.freshMemoryName(), path: path, options: ForeignOptions())
    try connection.transaction("BEGIN", fill)
    var size: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(connection.handle, "main", &size, 0) else {
      throw StorageError.outOfMemory(
        SQLFailure(code: SQLITE_NOMEM, extendedCode: SQLITE_NOMEM, message: "no room for the new file"))
    }
    defer { sqlite3_free(bytes) }
    let file = try NewFile(for: path)
    try file.write(UnsafeBufferPointer(start: bytes, count: Int(size)))
    try file.publish()
  }
}
