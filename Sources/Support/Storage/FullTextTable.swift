import CSQLite

extension Connection {
  /// Empties a full-text table of FTS5 without contents of its own, also one that is too damaged to be used:
  /// its own tables get what those of a new one hold. `declaration` is what its CREATE statement says between
  /// the parentheses.
  public func emptyFullTextTable(_ name: String, declaration: String) throws(StorageError) {
    do {
      try run("INSERT INTO \(name) (\(name)) VALUES ('delete-all')")
      return
    } catch {
      guard case .corrupt = error else { throw error }
    }
    // Nobody else may write to them; the statements here are ours alone.
    try set(SQLITE_DBCONFIG_DEFENSIVE, 0)
    defer { _ = try? set(SQLITE_DBCONFIG_DEFENSIVE, 1) }
    try run("CREATE VIRTUAL TABLE temp.fresh USING fts5 (\(declaration))")
    defer { _ = try? run("DROP TABLE temp.fresh") }
    for part in ["data", "idx", "config"] {
      try run("DELETE FROM main.\(name)_\(part)")
      try run("INSERT INTO main.\(name)_\(part) SELECT * FROM temp.fresh_\(part)")
    }
  }
}
