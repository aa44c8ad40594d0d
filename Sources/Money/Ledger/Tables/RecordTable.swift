/// A record that is a row of one table.
public protocol StoredRecord: Sendable, Hashable, Identifiable where ID == RecordID<Self> {
  /// Where its rows stand, and which column is which property.
  static var table: RecordTable<Self> { get }
  /// An empty row.
  init(id: RecordID<Self>)
}

/// A row as somebody reads it: by column name, because the order of columns differs between files.
public protocol StoredRow {
  /// The column's value; `absent` where the row has no such column.
  func value(_ column: String) -> StoredValue
}

/// The columns of one table and the properties they fill, both ways. Source: money 1.2.
public struct RecordTable<Record: StoredRecord>: Sendable {
  /// The table's name.
  public let name: String
  /// The column of the id.
  public let idColumn: String
  /// The other columns.
  public let columns: [Column]

  /// Describes a table.
  public init(_ name: String, id idColumn: String, _ columns: [Column]) {
    self.name = name
    self.idColumn = idColumn
    self.columns = columns
  }

  /// The row as a record; nil when its id is no number.
  public func record(_ row: some StoredRow) -> Record? {
    guard let id = row.value(idColumn).integer else { return nil }
    return record(id: id) { row.value(columns[$0].name) }
  }

  /// The row with an id as a record; `value` gives what the column at a place in `columns` holds.
  public func record(id: Int64, _ value: (Int) throws -> StoredValue) rethrows -> Record {
    var record = Record(id: RecordID(id))
    for place in columns.indices { columns[place].read(&record, try value(place)) }
    return record
  }

  /// What a writer stores for a new row, without its id.
  public func values(_ record: Record) -> [(column: String, value: StoredValue)] {
    columns.map { ($0.name, $0.write(record)) }
  }

  /// What a writer stores to make `old` into `new`: only columns whose value differs, so that text nobody
  /// edited stays as it was.
  public func changes(from old: Record, to new: Record) -> [(column: String, value: StoredValue)] {
    columns.compactMap { column in
      let (before, after) = (column.write(old), column.write(new))
      return Self.isSame(before, after) ? nil : (column.name, after)
    }
  }

  /// What is out of range is written as no number at all, and that does not equal itself.
  private static func isSame(_ before: StoredValue, _ after: StoredValue) -> Bool {
    if case .real(let one) = before, case .real(let other) = after, one.isNaN, other.isNaN { return true }
    return before == after
  }

  /// One column.
  public struct Column: Sendable {
    /// The column's name.
    public let name: String
    let read: @Sendable (inout Record, StoredValue) -> Void
    let write: @Sendable (Record) -> StoredValue
  }
}

extension RecordTable.Column {
  typealias Path<Value> = any WritableKeyPath<Record, Value> & Sendable

  /// Text; NULL reads as empty.
  init(_ name: String, _ path: Path<String>) {
    self.init(name: name) {
      $0[keyPath: path] = $1.text ?? ""
    } write: {
      .text($0[keyPath: path])
    }
  }

  /// An amount, rate or count.
  init(_ name: String, _ path: Path<StoredNumber>) {
    self.init(name: name) {
      $0[keyPath: path] = StoredNumber($1)
    } write: {
      StoredNumber.value(writing: $0[keyPath: path].decimal)
    }
  }

  /// A day; NULL stays NULL.
  init(_ name: String, _ path: Path<DayText>) {
    self.init(name: name) {
      $0[keyPath: path] = DayText($1.text)
    } write: {
      $0[keyPath: path].stored.map(StoredValue.text) ?? .absent
    }
  }

  /// A word; what was not edited is written back as it was.
  init<Code>(_ name: String, _ path: Path<Coded<Code>>) {
    self.init(name: name) {
      $0[keyPath: path] = Coded(stored: $1.text)
    } write: {
      $0[keyPath: path].stored.map(StoredValue.text) ?? .absent
    }
  }

  /// A reference; NULL, 0 and -1 are none, and none is written as -1.
  init<Target>(_ name: String, _ path: Path<RecordID<Target>?>) {
    self.init(name: name) {
      $0[keyPath: path] = RecordID(reference: $1.integer)
    } write: {
      .integer($0[keyPath: path]?.rawValue ?? RecordID<Target>.none)
    }
  }

  /// A whole number; NULL and what is none read as `usual`.
  init(_ name: String, _ path: Path<Int64>, usual: Int64 = 0) {
    self.init(name: name) {
      $0[keyPath: path] = $1.integer ?? usual
    } write: {
      .integer($0[keyPath: path])
    }
  }

  /// A flag, written as 1 and 0 or as TRUE and FALSE; NULL and what is none read as `usual`.
  init(_ name: String, _ path: Path<Bool>, usual: Bool = true, asWords: Bool = false) {
    self.init(name: name) {
      $0[keyPath: path] = StoredFlag.value($1.text) ?? usual
    } write: {
      asWords ? .text($0[keyPath: path] ? "TRUE" : "FALSE") : .integer($0[keyPath: path] ? 1 : 0)
    }
  }
}
