import CSQLite
import Foundation
import Storage

/// `Storage` beside the same statements through SQLite's C interface, on files with the same settings.
enum StorageFigures {
  private static let rows = 30_000
  private static let schema = """
    CREATE TABLE item (
      id INTEGER PRIMARY KEY, room INTEGER NOT NULL, sent INTEGER NOT NULL, name TEXT NOT NULL UNIQUE,
      body BLOB NOT NULL)
    """
  private static let insertion = "INSERT INTO item (room, sent, name, body) VALUES (?, ?, ?, ?)"
  private static let selection = "SELECT id, room, sent, name, body FROM item"

  static func all() async throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "tern-bench-\(UInt32.random(in: 0...UInt32.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var inserting: [Double] = []
    var scanning: [Double] = []
    for round in 0...Measure.rounds {
      let ours = try await oursSeconds(folder.appendingPathComponent("ours-\(round)").path)
      let theirs = try bareSeconds(folder.appendingPathComponent("bare-\(round)").path)
      guard round > 0 else { continue }
      inserting.append(theirs.insert / ours.insert * 100)
      scanning.append(theirs.scan / ours.scan * 100)
    }
    return [
      Figure(
        name: "SQLite insert, rows per CPU-second against C", unit: "%", values: inserting, goal: 70,
        isFloor: true),
      Figure(
        name: "SQLite scan, rows per CPU-second against C", unit: "%", values: scanning, goal: 50,
        isFloor: true),
    ]
  }

  private static func oursSeconds(_ path: String) async throws -> (insert: Double, scan: Double) {
    let database = try Database.open(at: path, migrations: [Migration(to: 1, script: schema)])
    let body = [UInt8](repeating: 0x42, count: 200)
    let insert = try await database.write { connection in
      try Measure.processorSeconds {
        for row in 0..<rows {
          try connection.run(
            insertion,
            [.integer(Int64(row % 7)), .integer(Int64(row)), .text("the name of row \(row)"), .blob(body)])
        }
      }
    }
    let scan = try await database.read { connection in
      try Measure.processorSeconds {
        var sum: Int64 = 0
        try connection.forEach(selection) { row in
          sum &+= try row.integer(0) &+ row.integer(1) &+ row.integer(2)
          sum &+= Int64(try row.text(3).utf8.count + row.blob(4).count)
        }
        keep(sum)
      }
    }
    await database.close()
    return (insert, scan)
  }

  private static func bareSeconds(_ path: String) throws -> (insert: Double, scan: Double) {
    var connection: OpaquePointer?
    guard sqlite3_open(path, &connection) == SQLITE_OK else { throw BenchmarkError.unreadable(path) }
    defer { sqlite3_close(connection) }
    let settings = """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
      PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384;
      """
    guard sqlite3_exec(connection, settings + schema, nil, nil, nil) == SQLITE_OK else {
      throw BenchmarkError.unreadable(path)
    }
    let body = [UInt8](repeating: 0x42, count: 200)
    sqlite3_exec(connection, "BEGIN", nil, nil, nil)
    let insert = Measure.processorSeconds {
      var statement: OpaquePointer?
      sqlite3_prepare_v2(connection, insertion, -1, &statement, nil)
      for row in 0..<rows {
        let name = "the name of row \(row)"
        sqlite3_bind_int64(statement, 1, Int64(row % 7))
        sqlite3_bind_int64(statement, 2, Int64(row))
        name.withCString { name in
          _ = body.withUnsafeBytes { bytes in
            sqlite3_bind_text(statement, 3, name, -1, nil)
            sqlite3_bind_blob(statement, 4, bytes.baseAddress, 200, nil)
            return sqlite3_step(statement)
          }
        }
        sqlite3_reset(statement)
      }
      sqlite3_finalize(statement)
    }
    sqlite3_exec(connection, "COMMIT", nil, nil, nil)
    let scan = Measure.processorSeconds {
      var statement: OpaquePointer?
      sqlite3_prepare_v2(connection, selection, -1, &statement, nil)
      var sum: Int64 = 0
      while sqlite3_step(statement) == SQLITE_ROW {
        for column in 0..<3 as Range<Int32> { sum &+= sqlite3_column_int64(statement, column) }
        keep(sqlite3_column_text(statement, 3))
        keep(sqlite3_column_blob(statement, 4))
        sum &+= Int64(sqlite3_column_bytes(statement, 3) + sqlite3_column_bytes(statement, 4))
      }
      keep(sum)
      sqlite3_finalize(statement)
    }
    return (insert, scan)
  }
}
