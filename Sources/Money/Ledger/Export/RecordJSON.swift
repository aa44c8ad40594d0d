import StrictJSON

extension RecordTable {
  /// The row as a JSON object: its columns by name, as a writer would store them. Source: money 7.5.
  public func json(_ record: Record) -> JSONValue {
    var members = [JSONMember(name: idColumn, value: .integer(record.id.rawValue))]
    for (column, value) in values(record) {
      members.append(JSONMember(name: column, value: value.json))
    }
    return .object(members)
  }

  /// The rows as a JSON array.
  public func json(_ records: some Sequence<Record>) -> JSONValue { .array(records.map(json)) }
}

extension StoredValue {
  /// The value in JSON; numbers that JSON cannot say are text.
  var json: JSONValue {
    switch self {
    case .absent: .null
    case .integer(let whole): .integer(whole)
    case .real(let double): double.isFinite ? .number(double) : .string("\(double)")
    case .text(let text): .string(text)
    }
  }
}
