import ConversationModel
import Cryptography
import Storage
import Timebase
import TransportPorts

/// The repositories of conversations, people and settings on one SQLite file.
///
/// Callable from any isolation: writes run one after another on the database's writer, reads beside them.
/// What a call acknowledged is on the disk. Errors are `ConversationStoreError`.
public final class ConversationStore: MessageRepository, PeerRepository, SettingsRepository {
  let database: Database
  let sealer: RowSealer
  let feed = ChangeFeed()
  let limits: StoreLimits

  private init(database: Database, sealer: RowSealer, limits: StoreLimits) {
    self.database = database
    self.sealer = sealer
    self.limits = limits
  }

  /// Opens the store at `path`, creating it if there is none, under a store key of 32 bytes.
  ///
  /// Throws `wrongKey` when the file was written under another key, and `storage` with what
  /// `Database.open` throws; the file is unchanged then.
  public static func open(
    at path: String, storeKey: SecretBytes, limits: StoreLimits = StoreLimits(),
    options: DatabaseOptions = DatabaseOptions()
  ) async throws(ConversationStoreError) -> ConversationStore {
    let sealer: RowSealer
    do {
      sealer = try RowSealer(storeKey: storeKey)
    } catch {
      throw .wrongKey(path: path)
    }
    let database: Database
    do {
      database = try Database.open(at: path, migrations: Schema.migrations, options: options)
    } catch {
      throw .storage(error)
    }
    do {
      try await translated { try await database.write { try checkKey(sealer, $0) } }
    } catch {
      await database.close()
      if case .storage(.sealBroken) = error { throw .wrongKey(path: path) }
      throw error
    }
    return ConversationStore(database: database, sealer: sealer, limits: limits)
  }

  /// As `open`; a file that is damaged or no database is moved aside, never overwritten, and a fresh one
  /// opened. `keptAt` is where the old one is then, for the sentence that tells the person.
  public static func openOrSetAside(
    at path: String, storeKey: SecretBytes, now: Timestamp, limits: StoreLimits = StoreLimits(),
    options: DatabaseOptions = DatabaseOptions()
  ) async throws(ConversationStoreError) -> (store: ConversationStore, keptAt: String?) {
    do {
      return (try await open(at: path, storeKey: storeKey, limits: limits, options: options), nil)
    } catch {
      switch error {
      case .storage(.corrupt), .storage(.notADatabase):
        let kept: String
        do {
          kept = try DamagedFile.setAside(path, at: now)
        } catch {
          throw .storage(error)
        }
        return (try await open(at: path, storeKey: storeKey, limits: limits, options: options), kept)
      case .wrongKey, .damagedRow, .doesNotFit, .storage: throw error
      }
    }
  }

  /// Waits for what runs, closes the file and ends the change streams.
  public func close() async {
    await database.close()
    feed.finish()
  }

  /// Every change from now on (`MessageRepository.changes`).
  public func changes() async -> AsyncStream<NumberedChange> {
    feed.listen()
  }

  /// Seals a known text at first, and opens it ever after.
  private static func checkKey(_ sealer: RowSealer, _ connection: Connection) throws {
    let context = "key check"
    if let sealed = try connection.first("SELECT sealed FROM key_check", [], { try $0.blob(0) }) {
      _ = try sealer.open(sealed, context: context)
    } else {
      let sealed = try sealer.seal(Array("tern".utf8), context: context)
      try connection.run("INSERT INTO key_check (id, sealed) VALUES (1, ?)", [.blob(sealed)])
    }
  }

  /// One read on a snapshot.
  func read<Value: Sendable>(
    _ body: @Sendable (MessageTable) throws -> Value
  ) async throws(ConversationStoreError) -> Value {
    let (database, sealer) = (database, sealer)
    return try await translated {
      try await database.read { try body(MessageTable(connection: $0, sealer: sealer)) }
    }
  }

  /// One transaction; the changes that `body` notes are published after its commit.
  func write<Value: Sendable>(
    _ body: @Sendable (MessageTable, inout [ConversationChange]) throws -> Value
  ) async throws(ConversationStoreError) -> Value {
    let (database, sealer, feed) = (database, sealer, feed)
    return try await translated {
      try await database.write(
        { connection in
          var changes: [ConversationChange] = []
          let value = try body(MessageTable(connection: connection, sealer: sealer), &changes)
          return (value, changes)
        },
        committed: { feed.publish($0.1) }
      ).0
    }
  }
}
