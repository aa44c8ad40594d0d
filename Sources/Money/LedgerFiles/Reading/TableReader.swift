import Ledger
import Storage

extension StoredValue {
  /// The value of a column; bytes are read as text.
  init(_ row: borrowing Row, _ column: Int) throws(StorageError) {
    switch row.type(column) {
    case .null: self = .absent
    case .integer: self = .integer(try row.integer(column))
    case .real: self = .real(try row.real(column))
    case .text: self = .text(try row.text(column))
    case .blob: self = .text(String(decoding: try row.blob(column), as: UTF8.self))
    }
  }
}

/// Reads the rows of one table as records, whatever order its columns have and whichever of them are there.
struct TableReader<Record: StoredRecord> {
  private let table = Record.table
  /// For each column of the record its place in the row; nil for one that the file has not.
  private let places: [Int?]
  private let selection: String
  private let byID: String

  /// Looks at the columns the table has in this file. Throws `queryFailed` where there is no such table.
  init(_ connection: Connection) throws {
    let present = try connection.columns(of: table.name)
    guard present.contains(table.idColumn) else {
      throw LedgerError.queryFailed(reason: "there is no table \(table.name) with \(table.idColumn)")
    }
    var wanted = [table.idColumn]
    places = table.columns.map { column in
      guard present.contains(column.name) else { return nil }
      wanted.append(column.name)
      return wanted.count - 1
    }
    selection = "SELECT " + wanted.map { "\"\($0)\"" }.joined(separator: ", ") + " FROM \"\(table.name)\" "
    byID = selection + "WHERE \"\(table.idColumn)\" = ?"
  }

  /// The rows a query gives; `rest` is what follows the table's name.
  func records(_ connection: Connection, _ rest: String, _ values: [SQLValue] = []) throws -> [Record] {
    try connection.query(selection + rest, values) { try record($0) }
  }

  /// The row with an id; nil when it is not there.
  func record(_ connection: Connection, id: RecordID<Record>) throws -> Record? {
    try connection.first(byID, [.integer(id.rawValue)]) { try record($0) }
  }

  /// All rows by id.
  func all(_ connection: Connection) throws -> [Record] {
    try records(connection, "ORDER BY \"\(table.idColumn)\"")
  }

  /// Calls `body` with each row, by id; none is kept.
  func forEach(_ connection: Connection, _ body: (Record) -> Void) throws {
    try connection.forEach(selection + "ORDER BY \"\(table.idColumn)\"") { body(try record($0)) }
  }

  private func record(_ row: borrowing Row) throws -> Record {
    // Only a table of another shape has ids that are no numbers.
    guard let id = try row.integerOnly(0) ?? StoredValue(row, 0).integer else {
      throw LedgerError.queryFailed(reason: "\(table.name) has a row whose \(table.idColumn) is no number")
    }
    return try table.record(id: id) { column in
      guard let place = places[column] else { return .absent }
      return try StoredValue(row, place)
    }
  }
}

extension Connection {
  /// The columns of a table, in capitals; none for a table that is not there.
  func columns(of table: String) throws -> Set<String> {
    Set(try query("SELECT upper(name) FROM pragma_table_info(?)", [.text(table)]) { try $0.text(0) })
  }
}
