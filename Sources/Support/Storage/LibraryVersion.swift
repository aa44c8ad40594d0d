import CSQLite

/// The C library that this module calls.
public enum StorageLibrary {
  /// What others call it.
  public static let name = "SQLite"
  /// The version that runs, such as `3.40.1`.
  public static var version: String { String(cString: sqlite3_libversion()) }
  /// The version this program was built with.
  public static let versionBuiltWith = SQLITE_VERSION
}
