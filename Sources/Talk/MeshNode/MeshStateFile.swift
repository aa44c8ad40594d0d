import Bytes
import Cryptography
import Storage
import Timebase

/// What an engine wants kept between runs, sealed, on a SQLite file of its own: the archive of public
/// messages and a value a module.
///
/// All of it can be missed: after a loss the mesh learns it again. Callable from any isolation. One row a
/// name, bound to it; a row that does not open (the keys were replaced) counts as absent.
public struct MeshStateFile: Sendable {
  static let archiveName = "archive"
  static let modulePrefix = "module "

  private static let migrations = [
    Migration(
      to: 1,
      script: """
        CREATE TABLE engine_state (
          name TEXT PRIMARY KEY,
          sealed BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        """)
  ]

  /// Where a damaged file of that name is kept now, for the sentence that tells the person.
  public let keptPath: String?
  private let database: Database
  private let sealer: RowSealer

  /// Opens the file at `path`, creating it if there is none, under a store key of 32 bytes. A damaged file is
  /// moved aside and a fresh one begun. Throws `StorageError`, or `CryptographyError` for another key length.
  public init(path: String, storeKey: SecretBytes, now: Timestamp) throws {
    sealer = try RowSealer(storeKey: storeKey)
    let options = DatabaseOptions(readConnections: 1, cacheKibibytes: 256)
    do {
      database = try Database.open(at: path, migrations: Self.migrations, options: options)
      keptPath = nil
    } catch .corrupt, .notADatabase, .empty {
      keptPath = try DamagedFile.setAside(path, at: now)
      database = try Database.open(at: path, migrations: Self.migrations, options: options)
    }
  }

  /// Everything kept, ordered by name.
  func values() async throws -> [(name: String, value: [UInt8])] {
    let sealer = sealer
    return try await database.read { connection in
      try connection.query("SELECT name, sealed FROM engine_state ORDER BY name") { row in
        let name = try row.text(0)
        return (name, try? sealer.open(try row.blob(1), context: Self.context(name)))
      }
    }.compactMap { name, value in value.map { (name, $0) } }
  }

  /// Replaces the values of these names in one transaction; no bytes remove the row.
  func keep(_ values: [String: [UInt8]]) async throws {
    let sealer = sealer
    try await database.write { connection in
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        try connection.run("DELETE FROM engine_state WHERE name = ?", [.text(name)])
        guard !value.isEmpty else { continue }
        let sealed = try sealer.seal(value, context: Self.context(name))
        try connection.run(
          "INSERT INTO engine_state (name, sealed) VALUES (?, ?)", [.text(name), .blob(sealed)])
      }
    }
  }

  /// Waits for what runs and closes the file.
  public func close() async {
    await database.close()
  }

  private static func context(_ name: String) -> String { "engine_state " + name }
}

/// Frames as one value: each a length (u32, big-endian) and its bytes; none at all is no bytes.
enum ArchiveCoding {
  static func encode(_ frames: [[UInt8]]) -> [UInt8] {
    var writer = ByteWriter()
    for frame in frames {
      writer.append(UInt32(clamping: frame.count))
      writer.append(contentsOf: frame)
    }
    return writer.bytes
  }

  /// The frames up to the first that is not whole.
  static func frames(_ bytes: [UInt8]) -> [[UInt8]] {
    var reader = ByteReader(bytes)
    var frames: [[UInt8]] = []
    while let count = reader.readUInt32(), let frame = reader.read(Int(count)) { frames.append(Array(frame)) }
    return frames
  }
}
