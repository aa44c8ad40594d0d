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
    try await open(at: path, storeKey: storeKey, limits: limits, options: options, isKnown: false)
  }

  /// As `open`; a file that `isKnown` must hold rows under the key already.
  private static func open(
    at path: String, storeKey: SecretBytes, limits: StoreLimits, options: DatabaseOptions, isKnown: Bool
  ) async throws(ConversationStoreError) -> ConversationStore {
    let sealer: RowSealer
    do {
      sealer = try RowSealer(storeKey: storeKey)
    } catch {
      throw .wrongKey(path: path)
    }
    let database: Database
    do {
      database = try Database.open(at: path, migrations: Schema.migrations, options: options) {
        connection throws(StorageError) in
        // Before a log is merged into the file: it may be another profile's.
        try expectKey(sealer, connection, isKnown: isKnown)
      }
    } catch {
      if case .sealBroken = error { throw .wrongKey(path: path) }
      throw .storage(error)
    }
    do {
      try await translated { try await database.write { try plantKey(sealer, $0) } }
    } catch {
      await database.close()
      throw error
    }
    return ConversationStore(database: database, sealer: sealer, limits: limits)
  }

  /// As `open`; a file that is damaged, empty or no database is moved aside, never overwritten, and a fresh
  /// one opened. Where only the write-ahead log is to blame (a foreign one beside a good file), the log is
  /// moved aside. `kept` is what was moved, for the sentence that tells the person.
  public static func openOrSetAside(
    at path: String, storeKey: SecretBytes, now: Timestamp, limits: StoreLimits = StoreLimits(),
    options: DatabaseOptions = DatabaseOptions()
  ) async throws(ConversationStoreError) -> (store: ConversationStore, kept: KeptFile?) {
    let problem: ConversationStoreError
    do {
      return (try await open(at: path, storeKey: storeKey, limits: limits, options: options), nil)
    } catch {
      problem = error
    }
    guard problem.mayBeSetAside || problem == .wrongKey(path: path) else { throw problem }
    do {
      if let log = try DamagedFile.setAsideLog(path, at: now) {
        // A file that was never merged with its log is nothing without it.
        let alone = try? await open(
          at: path, storeKey: storeKey, limits: limits, options: options, isKnown: true)
        if let alone { return (alone, .log(path: log)) }
        try DamagedFile.putBackLog(log, of: path)
      }
      guard problem.mayBeSetAside else { throw problem }
      let kept = try DamagedFile.setAside(path, at: now)
      let store = try await open(at: path, storeKey: storeKey, limits: limits, options: options)
      return (store, problem == .storage(.empty(path: path)) ? .empty(path: kept) : .damaged(path: kept))
    } catch let error as ConversationStoreError {
      throw error
    } catch let error as StorageError {
      throw .storage(error)
    } catch {
      throw problem
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

  /// Opens the known text that `plantKey` sealed; a file without it may be anybody's.
  private static func expectKey(
    _ sealer: RowSealer, _ connection: Connection, isKnown: Bool
  ) throws(StorageError) {
    guard try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'key_check'") == 1 else {
      if isKnown { throw .sealBroken(context: keyContext) }
      return
    }
    do {
      let sealed = try connection.first("SELECT sealed FROM key_check", [], { try $0.blob(0) })
      guard let sealed else {
        if isKnown { throw StorageError.sealBroken(context: keyContext) }
        return
      }
      _ = try sealer.open(sealed, context: keyContext)
    } catch {
      throw error as? StorageError ?? .transactionLost
    }
  }

  /// Seals a known text in a new file.
  private static func plantKey(_ sealer: RowSealer, _ connection: Connection) throws {
    guard try connection.integer("SELECT count(*) FROM key_check") == 0 else { return }
    let sealed = try sealer.seal(Array("tern".utf8), context: keyContext)
    try connection.run("INSERT INTO key_check (id, sealed) VALUES (1, ?)", [.blob(sealed)])
  }

  private static let keyContext = "key check"

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
