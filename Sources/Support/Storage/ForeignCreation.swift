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
    try publish(connection, at: path)
  }

  /// Makes a file that begins as a copy of another one: `change` works on the copy in memory, and the result
  /// appears whole under its name or not at all. A source that can be read only after a repair is repaired in
  /// the copy; its own bytes stay. Throws as `open` and `create`, and what `change` throws.
  public static func create(
    at path: String, copying source: String, options: ForeignOptions = ForeignOptions(),
    _ change: @Sendable (Connection) throws -> Void = { _ in }
  ) throws {
    let original = try Connection.openForeign(path: source, forWriting: false, options: options)
    let copy = try Connection.openMemory(name: Connection.freshMemoryName(), path: path, options: options)
    if original.needsRepair {
      let folder = try PrivateFolder()
      defer { folder.remove() }
      let file = try folder.copyDatabase(source)
      let repaired = try Connection.openForeign(path: file, forWriting: true, options: options)
      // Merges the log; memory has no place for one.
      try repaired.run("PRAGMA journal_mode = DELETE")
      try repaired.copyPages(to: copy)
    } else {
      try original.copyPages(to: copy)
    }
    try copy.transaction("BEGIN", change)
    try publish(copy, at: path)
  }

  private static func publish(_ connection: Connection, at path: String) throws {
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
