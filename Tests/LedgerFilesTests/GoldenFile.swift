import Foundation
import Ledger
import LedgerFiles
import Storage
import StrictJSON
import Testing

/// The file `golden_v21.mmb`, made again from its rows: the file itself is not carried along.
enum GoldenFile {
  static let today = CalendarDate("2024-02-10") ?? .first

  /// Writes the file into a folder and returns its path.
  static func write(to scratch: Scratch, name: String = "golden.mmb") throws -> String {
    let path = scratch.path(name)
    let schema = try FixtureFiles.json("schema_v21")
    let statements = try #require(schema["ddl"]?.array).compactMap(\.string)
    let tables = try #require(FixtureFiles.json("golden_v21.rows").members)
    try ForeignDatabase.create(at: path) { connection in
      for statement in statements { try connection.run(statement) }
      for table in tables { try insert(table.value.array ?? [], into: table.name, connection) }
      try connection.run("PRAGMA user_version = 21")
    }
    return path
  }

  private static func insert(_ rows: [JSONValue], into table: String, _ connection: Connection) throws {
    for row in rows {
      let members = row.members ?? []
      let names = members.map { "\"\($0.name)\"" }.joined(separator: ", ")
      let places = members.map { _ in "?" }.joined(separator: ", ")
      try connection.run(
        "INSERT INTO \(table) (\(names)) VALUES (\(places))", members.map { value($0.value) })
    }
  }

  private static func value(_ json: JSONValue) -> SQLValue {
    switch json {
    case .integer(let whole): .integer(whole)
    case .number(let double): .real(double)
    case .string(let text): .text(text)
    case .null, .bool, .array, .object: .null
    }
  }
}

extension JSONValue {
  /// The members of an object.
  var members: [JSONMember]? {
    if case .object(let members) = self { members } else { nil }
  }
}
