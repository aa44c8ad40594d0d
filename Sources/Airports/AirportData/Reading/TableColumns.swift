import Storage

/// The columns of a table of somebody else's database: those that are there are read, the others are empty.
struct TableColumns {
  /// The statement that reads the wanted columns, in their order; nil where there is no such table.
  let statement: String?
  /// Wanted columns the table does not have.
  let missing: [String]

  /// Looks the table up. `table` and `wanted` are names of ours; views count as absent.
  init(of table: String, wanted: [String], on connection: Connection) throws {
    let isThere = try connection.integer(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE", [.text(table)])
    guard isThere != nil else {
      (statement, missing) = (nil, wanted)
      return
    }
    let found = Set(
      try connection.query("SELECT name FROM pragma_table_info(?)", [.text(table)]) { row in
        try row.text(0).lowercased()
      })
    missing = wanted.filter { !found.contains($0.lowercased()) }
    let parts = wanted.map { found.contains($0.lowercased()) ? "\"\($0)\"" : "NULL" }
    statement = "SELECT \(parts.joined(separator: ", ")) FROM \"\(table)\""
  }
}

/// Cells of somebody else's database, which may hold anything: what is not what it should be reads as
/// nothing.
enum Cell {
  /// The text of a cell; nil when it is empty, no text or too long.
  static func text(_ row: borrowing Row, _ column: Int) -> String? {
    switch row.type(column) {
    case .null, .blob: return nil
    case .integer: return row.integerOnly(column).map { String($0) }
    case .real: return row.realOnly(column).map { String($0) }
    case .text:
      return row.withTextBytes(column) { bytes -> String? in
        guard !bytes.isEmpty, bytes.count <= textBytesMax else { return nil }
        return String(decoding: bytes, as: UTF8.self)
      } ?? nil
    }
  }

  /// A finite number; also of a text that is one.
  static func number(_ row: borrowing Row, _ column: Int) -> Double? {
    switch row.type(column) {
    case .null, .blob: return nil
    case .integer: return row.integerOnly(column).map { Double($0) }
    case .real:
      guard let number = row.realOnly(column), number.isFinite else { return nil }
      return number
    case .text: return text(row, column).flatMap { CellNumbers.number($0) }
    }
  }

  /// A number in `range`, its fraction cut off.
  static func whole(_ row: borrowing Row, _ column: Int, in range: ClosedRange<Double>) -> Int? {
    guard let number = number(row, column), range.contains(number) else { return nil }
    return Int(exactly: number.rounded(.towardZero))
  }

  /// Whether a cell says yes.
  static func flag(_ row: borrowing Row, _ column: Int) -> Bool {
    if row.type(column) == .text {
      let word = text(row, column)?.lowercased()
      return word == "1" || word == "true" || word == "yes"
    }
    return number(row, column).map { $0 != 0 } ?? false
  }

  /// The longest text that is read; AIP texts have a few thousand bytes.
  static let textBytesMax = 65_536
}
