import Ledger
import Storage

/// What may be done to rows inside one transaction: the body of `LedgerSession.change` gets it.
///
/// It writes rows of the 25 tables and nothing else: no table, index or version, and of a row that is edited
/// only the columns that differ. What may be written, and what not, is in
/// `docs/money-files.md`.
public struct LedgerChanges {
  let connection: Connection

  /// Adds a row; the id in the record is not looked at, the file gives the next free one.
  ///
  /// Throws `queryFailed` when the row breaks a rule of its table, such as a name that is there already.
  @discardableResult
  public func insert<Record: StoredRecord>(_ record: Record) throws(LedgerError) -> RecordID<Record> {
    let table = Record.table
    let values = table.values(record)
    let names = values.map { "\"\($0.column)\"" }.joined(separator: ", ")
    let places = values.map { _ in "?" }.joined(separator: ", ")
    return try translated {
      try connection.run(
        "INSERT INTO \"\(table.name)\" (\(names)) VALUES (\(places))", values.map { SQLValue($0.value) })
      return RecordID(connection.lastInsertedRowID)
    }
  }

  /// Writes what differs between two states of one row; nothing where nothing does.
  ///
  /// Throws `recordMissing` when the row is gone, `queryFailed` when the new state breaks a rule.
  public func update<Record: StoredRecord>(from old: Record, to new: Record) throws(LedgerError) {
    let table = Record.table
    let changes = table.changes(from: old, to: new)
    guard !changes.isEmpty else { return }
    let assignments = changes.map { "\"\($0.column)\" = ?" }.joined(separator: ", ")
    let count = try translated {
      try connection.run(
        "UPDATE \"\(table.name)\" SET \(assignments) WHERE \"\(table.idColumn)\" = ?",
        changes.map { SQLValue($0.value) } + [.integer(old.id.rawValue)])
    }
    guard count == 1 else { throw .recordMissing(table: table.name, id: old.id.rawValue) }
  }

  /// Removes a row, and nothing that hangs on it. Throws `recordMissing` when it is gone already.
  public func delete<Record: StoredRecord>(_ id: RecordID<Record>) throws(LedgerError) {
    let table = Record.table
    let count = try translated {
      try connection.run(
        "DELETE FROM \"\(table.name)\" WHERE \"\(table.idColumn)\" = ?", [.integer(id.rawValue)])
    }
    guard count == 1 else { throw .recordMissing(table: table.name, id: id.rawValue) }
  }

  /// Replaces all parts of a row.
  public func replaceSplits<Parent: SplitParent>(
    of parent: RecordID<Parent>, with splits: [Split<Parent>]
  ) throws(LedgerError) {
    _ = try translated {
      try connection.run(
        "DELETE FROM \"\(Parent.splitTableName)\" WHERE TRANSID = ?", [.integer(parent.rawValue)])
    }
    for var split in splits {
      split.parentID = parent
      try insert(split)
    }
  }
}

extension SQLValue {
  /// A value as a writer stores it.
  init(_ value: StoredValue) {
    switch value {
    case .absent: self = .null
    case .integer(let whole): self = .integer(whole)
    case .real(let real): self = .real(real)
    case .text(let text): self = .text(text)
    }
  }
}
