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
  let losses: LossReport
  let indexCare = IndexCare()

  private init(database: Database, sealer: RowSealer, limits: StoreLimits, losses: LossReport) {
    self.database = database
    self.sealer = sealer
    self.limits = limits
    self.losses = losses
  }

  /// Opens the store at `path`, creating it if there is none, under a store key of 32 bytes.
  ///
  /// Throws `wrongKey` when the file was written under another key, and `storage` with what
  /// `Database.open` throws; the file is unchanged then. Without `losses` nobody is told of damaged rows, and
  /// copies are named after the beginning of 1970.
  public static func open(
    at path: String, storeKey: SecretBytes, limits: StoreLimits = StoreLimits(),
    options: DatabaseOptions = DatabaseOptions(),
    losses: LossReport = LossReport(now: { Timestamp(milliseconds: 0) })
  ) async throws(ConversationStoreError) -> ConversationStore {
    try await open(
      at: path, storeKey: storeKey, limits: limits, options: options, losses: losses, isKnown: false)
  }

  /// As `open`; a file that `isKnown` must hold rows under the key already.
  private static func open(
    at path: String, storeKey: SecretBytes, limits: StoreLimits, options: DatabaseOptions,
    losses: LossReport, isKnown: Bool
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
        try KeyCheck.expect(MessageTable(connection: connection, sealer: sealer), isKnown: isKnown)
      }
    } catch {
      if case .sealBroken = error { throw .wrongKey(path: path) }
      throw .storage(error)
    }
    let store = ConversationStore(database: database, sealer: sealer, limits: limits, losses: losses)
    do {
      let isKeyCheckSound = try await translated {
        try await database.write { try KeyCheck.plant(MessageTable(connection: $0, sealer: sealer)) }
      }
      if !isKeyCheckSound { _ = try await store.mend() }
      if try await store.read({ try $0.search.isOfOtherGeneration() }) {
        try await store.renewIndex()
      } else {
        try await store.fillIndex()
      }
    } catch {
      await database.close()
      throw error
    }
    return store
  }

  /// As `open`; a file that is damaged, empty or no database is moved aside, never overwritten, and a fresh
  /// one opened. Where only the write-ahead log is to blame (a foreign one beside a good file), the log is
  /// moved aside. `kept` is what was moved, for the sentence that tells the person.
  public static func openOrSetAside(
    at path: String, storeKey: SecretBytes, now: Timestamp, limits: StoreLimits = StoreLimits(),
    options: DatabaseOptions = DatabaseOptions(), losses: LossReport? = nil
  ) async throws(ConversationStoreError) -> (store: ConversationStore, kept: KeptFile?) {
    let losses = losses ?? LossReport(now: { now })
    var isCopied = false
    do throws(StorageError) {
      // SQLite uses the log up to the damage and writes over the rest: that is kept first.
      if WriteAheadLog.isDamaged(besides: path) { isCopied = try WriteAheadLog.copy(besides: path) }
    } catch {
      throw .storage(error)
    }
    let opened: (store: ConversationStore, kept: KeptFile?)
    do {
      opened = try await openOrBegin(
        at: path, storeKey: storeKey, now: now, limits: limits, options: options, losses: losses)
    } catch {
      if isCopied { WriteAheadLog.removeCopy(besides: path) }
      throw error
    }
    guard isCopied else { return opened }
    guard opened.kept == nil else {
      WriteAheadLog.removeCopy(besides: path)
      return opened
    }
    do throws(StorageError) {
      return (opened.store, .endOfLog(path: try WriteAheadLog.keepCopy(besides: path, at: now)))
    } catch {
      await opened.store.close()
      throw .storage(error)
    }
  }

  private static func openOrBegin(
    at path: String, storeKey: SecretBytes, now: Timestamp, limits: StoreLimits, options: DatabaseOptions,
    losses: LossReport
  ) async throws(ConversationStoreError) -> (store: ConversationStore, kept: KeptFile?) {
    let problem: ConversationStoreError
    do {
      let store = try await open(
        at: path, storeKey: storeKey, limits: limits, options: options, losses: losses)
      return (store, nil)
    } catch {
      problem = error
    }
    guard problem.mayBeSetAside || problem == .wrongKey(path: path) else { throw problem }
    do {
      if let log = try DamagedFile.setAsideLog(path, at: now) {
        // A file that was never merged with its log is nothing without it.
        let alone = try? await open(
          at: path, storeKey: storeKey, limits: limits, options: options, losses: losses, isKnown: true)
        if let alone { return (alone, .log(path: log)) }
        try DamagedFile.putBackLog(log, of: path)
      }
      guard problem.mayBeSetAside else { throw problem }
      let kept = try DamagedFile.setAside(path, at: now)
      let store = try await open(
        at: path, storeKey: storeKey, limits: limits, options: options, losses: losses)
      return (store, problem == .storage(.empty(path: path)) ? .empty(path: kept) : .damaged(path: kept))
    } catch let error as ConversationStoreError {
      throw error
    } catch let error as StorageError {
      throw .storage(error)
    } catch {
      throw problem
    }
  }

  /// Where the file stands.
  var path: String { database.path }

  /// Waits for what runs, closes the file and ends the change streams.
  public func close() async {
    await database.close()
    feed.finish()
  }

  /// Every change from now on (`MessageRepository.changes`).
  public func changes() async -> AsyncStream<NumberedChange> {
    feed.listen()
  }

  /// One read on a snapshot; where a row does not open, once more after the damage was mended.
  func read<Value: Sendable>(
    _ body: @Sendable (MessageTable) throws -> Value
  ) async throws(ConversationStoreError) -> Value {
    let (database, sealer) = (database, sealer)
    return try await mended {
      try await database.read { try body(MessageTable(connection: $0, sealer: sealer)) }
    }
  }

  /// One transaction; the changes that `body` notes are published after its commit. Where a row does not
  /// open, nothing is written, and all of it runs once more after the damage was mended.
  func write<Value: Sendable>(
    _ body: @Sendable (MessageTable, inout [ConversationChange]) throws -> Value
  ) async throws(ConversationStoreError) -> Value {
    let (database, sealer, feed) = (database, sealer, feed)
    return try await mended {
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

  /// Runs `work` again after damaged rows were taken out, or the search index was made anew.
  private func mended<Value>(
    _ work: () async throws -> Value
  ) async throws(ConversationStoreError) -> Value {
    do {
      return try await translated(work)
    } catch {
      if error.isDamagedIndex {
        try await renewIndex()
      } else {
        guard error.isDamagedRow, try await mend() else { throw error }
        try await fillIndex()
      }
    }
    return try await translated(work)
  }
}
