import Bytes
import Storage
import Timebase

/// The tables of a notebook on one connection, inside one transaction.
///
/// Rows are found by keyed index values; identifiers, words and times are sealed. A note's plaintext is the
/// time it was kept (u64, big-endian milliseconds), the identifier's length (u8), the identifier, the words.
struct NotebookTable {
  let connection: Connection
  let sealer: RowSealer

  /// A row whose seal does not open.
  struct BrokenRow: Sendable {
    var table: String
    var rowID: Int64
  }

  static let migrations = [
    Migration(
      to: 1,
      script: """
        CREATE TABLE key_check (id INTEGER PRIMARY KEY CHECK (id = 1), sealed BLOB NOT NULL) STRICT;
        CREATE TABLE favourite (sequence INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, sealed BLOB NOT NULL)
          STRICT;
        CREATE TABLE note (sequence INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, sealed BLOB NOT NULL)
          STRICT;
        CREATE TABLE kept (sequence INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, sealed BLOB NOT NULL)
          STRICT;
        """)
  ]

  // MARK: Key

  /// Throws `sealBroken` for a file of another key. A file without the known text may be a new one.
  func expectKey() throws(StorageError) {
    do {
      let isThere = try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'key_check'")
      guard isThere == 1 else { return }
      let sealed = try connection.first("SELECT sealed FROM key_check", []) { try $0.blob(0) }
      guard let sealed, (try? sealer.open(sealed, context: Self.keyContext)) == nil else { return }
      // The text itself may be damaged: then a row that opens tells whose file it is.
      guard !connection.hasLog, try hasOpenRow() else {
        throw StorageError.sealBroken(context: Self.keyContext)
      }
    } catch {
      throw error as? StorageError ?? .transactionLost
    }
  }

  /// Seals the known text, anew where it does not open.
  func plantKey() throws {
    let sealed = try connection.first("SELECT sealed FROM key_check", []) { try $0.blob(0) }
    if let sealed, (try? sealer.open(sealed, context: Self.keyContext)) != nil { return }
    let fresh = try sealer.seal(Array("tern".utf8), context: Self.keyContext)
    try connection.run("INSERT OR REPLACE INTO key_check (id, sealed) VALUES (1, ?)", [.blob(fresh)])
  }

  // MARK: Favourites

  func favourites() throws -> [String] {
    try connection.query("SELECT key, sealed FROM favourite ORDER BY sequence DESC") { row in
      try words(open(row, "favourite"))
    }
  }

  func setFavourite(_ isFavourite: Bool, icao: String, most: Int) throws {
    let key = sealer.index(Array(icao.utf8), context: "favourite")
    guard isFavourite else {
      try connection.run("DELETE FROM favourite WHERE key = ?", [.blob(key)])
      return
    }
    let known = try connection.integer("SELECT 1 FROM favourite WHERE key = ?", [.blob(key)])
    guard known == nil else { return }
    let sealed = try sealer.seal(Array(icao.utf8), context: context("favourite", key))
    try connection.run("INSERT INTO favourite (key, sealed) VALUES (?, ?)", [.blob(key), .blob(sealed)])
    try connection.run(
      """
      DELETE FROM favourite WHERE sequence NOT IN
        (SELECT sequence FROM favourite ORDER BY sequence DESC LIMIT ?)
      """, [.integer(Int64(most))])
  }

  // MARK: Notes

  func note(_ icao: String) throws -> AirportNote? {
    let key = sealer.index(Array(icao.utf8), context: "note")
    return try connection.first("SELECT key, sealed FROM note WHERE key = ?", [.blob(key)]) { row in
      try note(open(row, "note"))
    }
  }

  func notes() throws -> [AirportNote] {
    try connection.query("SELECT key, sealed FROM note") { try note(open($0, "note")) }
      .sorted { $0.icao < $1.icao }
  }

  func set(_ note: AirportNote) throws {
    let key = sealer.index(Array(note.icao.utf8), context: "note")
    guard note.text.contains(where: { !$0.isWhitespace }) else {
      try connection.run("DELETE FROM note WHERE key = ?", [.blob(key)])
      return
    }
    var writer = ByteWriter()
    writer.append(note.changedAt.milliseconds)
    writer.append(UInt8(clamping: note.icao.utf8.count))
    let plain = writer.bytes + Array(note.icao.utf8.prefix(255)) + Array(note.text.utf8)
    try replace("note", key, plain)
  }

  private func note(_ plain: [UInt8]) throws -> AirportNote {
    var reader = ByteReader(plain)
    guard let time = reader.readUInt64(), let count = reader.readUInt8(), plain.count >= 9 + Int(count) else {
      throw StorageError.sealBroken(context: "note")
    }
    let end = 9 + Int(count)
    return AirportNote(
      icao: words(Array(plain[9..<end])), text: words(Array(plain[end...])),
      changedAt: Timestamp(milliseconds: time))
  }

  // MARK: Texts

  func text(_ name: String) throws -> String? {
    let key = sealer.index(Array(name.utf8), context: "kept")
    return try connection.first("SELECT key, sealed FROM kept WHERE key = ?", [.blob(key)]) { row in
      try words(open(row, "kept"))
    }
  }

  func set(_ text: String?, as name: String) throws {
    let key = sealer.index(Array(name.utf8), context: "kept")
    guard let text else {
      try connection.run("DELETE FROM kept WHERE key = ?", [.blob(key)])
      return
    }
    try replace("kept", key, Array(text.utf8))
  }

  // MARK: Damage

  /// The rows that do not open.
  func brokenRows() throws -> [BrokenRow] {
    var broken: [BrokenRow] = []
    for table in Self.tables {
      try connection.forEach("SELECT key, sealed, sequence FROM \(table)") { row in
        do {
          let plain = try open(row, table)
          if table == "note" { _ = try note(plain) }
        } catch {
          broken.append(BrokenRow(table: table, rowID: try row.integer(2)))
        }
      }
    }
    return broken
  }

  func remove(_ rows: [BrokenRow]) throws {
    for row in rows {
      try connection.run("DELETE FROM \(row.table) WHERE sequence = ?", [.integer(row.rowID)])
    }
  }

  private func hasOpenRow() throws -> Bool {
    for table in Self.tables {
      var found = false
      try connection.forEach("SELECT key, sealed FROM \(table)") { row in
        if (try? open(row, table)) != nil { found = true }
      }
      if found { return true }
    }
    return false
  }

  // MARK: Rows

  private func replace(_ table: String, _ key: [UInt8], _ plain: [UInt8]) throws {
    let sealed = try sealer.seal(plain, context: context(table, key))
    try connection.run(
      """
      INSERT INTO \(table) (key, sealed) VALUES (?, ?)
      ON CONFLICT (key) DO UPDATE SET sealed = excluded.sealed
      """, [.blob(key), .blob(sealed)])
  }

  /// Opens the columns `key` and `sealed` of a row.
  private func open(_ row: borrowing Row, _ table: String) throws -> [UInt8] {
    try sealer.open(try row.blob(1), context: context(table, try row.blob(0)))
  }

  /// Names the row, so that rows cannot change places.
  private func context(_ table: String, _ key: [UInt8]) -> String { "airports \(table) \(key.hexadecimal)" }

  private func words(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static let keyContext = "airports key check"
  private static let tables = ["favourite", "note", "kept"]
}
