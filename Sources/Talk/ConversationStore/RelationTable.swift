import Bytes
import ConversationModel
import Storage

/// What a row of the table of relations says.
enum RelationKind: Int64, CaseIterable {
  case trust = 1
  case block = 2
  case favourite = 3
}

/// The table of what the person decided about people, on one connection: one row for a person and kind.
/// `sequence` is the order in which they last changed.
struct RelationTable {
  let connection: Connection
  let sealer: RowSealer

  func all<Record>(_ kind: RelationKind, _ decode: ([UInt8]) -> Record?) throws -> [Record] {
    try connection.query(
      "SELECT kind, person, sealed FROM relation WHERE kind = ? ORDER BY sequence", [.integer(kind.rawValue)]
    ) { try record($0, decode) }
  }

  func one<Record>(
    _ kind: RelationKind, _ fingerprint: String, _ decode: ([UInt8]) -> Record?
  ) throws -> Record? {
    try connection.first(
      "SELECT kind, person, sealed FROM relation WHERE kind = ? AND person = ?",
      [.integer(kind.rawValue), .blob(person(fingerprint))]
    ) { try record($0, decode) }
  }

  /// Writes a row under a new sequence: what changed last leaves last. What stood there was opened before.
  func put(_ kind: RelationKind, _ fingerprint: String, _ plain: [UInt8], isOurs: Bool = true) throws {
    let person = person(fingerprint)
    try connection.run(
      """
      INSERT OR REPLACE INTO relation (sequence, kind, person, is_ours, sealed)
      VALUES ((SELECT coalesce(max(sequence), 0) + 1 FROM relation), ?, ?, ?, ?)
      """,
      [
        .integer(kind.rawValue), .blob(person), .flag(isOurs),
        .blob(try sealer.seal(plain, context: Self.context(kind.rawValue, person))),
      ])
  }

  func remove(_ kind: RelationKind, _ fingerprint: String) throws {
    try connection.run(
      "DELETE FROM relation WHERE kind = ? AND person = ?",
      [.integer(kind.rawValue), .blob(person(fingerprint))])
  }

  /// Removes what others alone caused, the oldest first, until `limit` of them are left.
  func evictForeign(_ kind: RelationKind, above limit: Int) throws {
    let count = try connection.integer(
      "SELECT count(*) FROM relation WHERE kind = ? AND is_ours = 0", [.integer(kind.rawValue)])
    guard let excess = count.map({ $0 - Int64(limit) }), excess > 0 else { return }
    let leaving = try connection.query(
      """
      SELECT sequence, kind, person, sealed FROM relation WHERE kind = ? AND is_ours = 0
      ORDER BY sequence LIMIT ?
      """, [.integer(kind.rawValue), .integer(excess)]
    ) { row in
      // A damaged row is kept before it goes.
      _ = try sealer.open(try row.blob(3), context: Self.context(try row.integer(1), try row.blob(2)))
      return try row.integer(0)
    }
    for sequence in leaving {
      try connection.run("DELETE FROM relation WHERE sequence = ?", [.integer(sequence)])
    }
  }

  /// Whether a row whose first columns are `kind`, `person` and `sealed` opens.
  func opens(_ row: borrowing Row) -> Bool {
    guard let number = try? row.integer(0), let kind = RelationKind(rawValue: number) else { return false }
    return switch kind {
    case .trust: (try? record(row, RelationCoding.trust)) != nil
    case .block: (try? record(row, RelationCoding.block)) != nil
    case .favourite: (try? record(row, RelationCoding.favourite)) != nil
    }
  }

  private func record<Record>(_ row: borrowing Row, _ decode: ([UInt8]) -> Record?) throws -> Record {
    let plain = try sealer.open(
      try row.blob(2), context: Self.context(try row.integer(0), try row.blob(1)))
    guard let record = decode(plain) else { throw ConversationStoreError.damagedRow(table: "relation") }
    return record
  }

  private func person(_ fingerprint: String) -> [UInt8] {
    sealer.index(Array(fingerprint.utf8), context: "relation")
  }

  private static func context(_ kind: Int64, _ person: [UInt8]) -> String {
    "relation \(kind) " + person.hexadecimal
  }
}

extension MessageTable {
  /// The table of relations on the same connection.
  var relations: RelationTable { RelationTable(connection: connection, sealer: sealer) }
}
