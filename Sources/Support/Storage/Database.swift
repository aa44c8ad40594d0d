import Glibc
import Timebase

/// A database file of ours: one writer, a few readers beside it.
///
/// Writes run one after another, each in one transaction that is on the disk when `write` returns
/// (write-ahead log, synchronous FULL). Reads run beside them on a snapshot of the last commit. Bodies are
/// synchronous and run on queues of their own; they should be short and must not wait for anything but the
/// database. The file has mode 0600. Calls after `close` throw `StorageError.closed`.
public actor Database {
  /// Where the file stands.
  public nonisolated let path: String

  private let queue = StorageQueue(label: "tern.storage.writer")
  private let readers: ReaderPool
  private var connection: Connection?

  /// The writer's own queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  /// Opens the file at `path`, creating it if there is none, checks it and brings its schema up to date.
  ///
  /// Runs on the calling thread; the check reads the whole file. Throws `cannotOpen`, `notADatabase`,
  /// `notOurs`, `schemaTooNew`, `corrupt` or what a migration throws; the file is then unchanged, except for
  /// migrations that were completed. Throws `notAPlainFile` or `empty` for what is not touched at all.
  /// `DamagedFile.setAside` is the caller's decision.
  ///
  /// `accept` looks at an undamaged file of ours before anything is written to it, and before a write-ahead
  /// log that stood beside it is merged into it; its tables may not exist yet. What it throws is thrown on,
  /// and file and log are as they were.
  public static func open(
    at path: String, migrations: [Migration], options: DatabaseOptions = DatabaseOptions(),
    accepting accept: @Sendable (Connection) throws(StorageError) -> Void = { (_) throws(StorageError) in }
  ) throws(StorageError) -> Database {
    let writer = try Connection.openForWriting(
      path: path, migrations: migrations, options: options, accepting: accept)
    var readers: [Reader] = []
    for _ in 0..<options.readConnections {
      readers.append(Reader(connection: try Connection.openForReading(path: path, options: options)))
    }
    return Database(path: path, connection: writer, readers: ReaderPool(readers))
  }

  private init(path: String, connection: sending Connection, readers: ReaderPool) {
    self.path = path
    self.connection = connection
    self.readers = readers
  }

  /// Runs `body` in one transaction. When it returns, the transaction is on the disk; when it throws,
  /// nothing was written and its error is thrown on. A failing commit throws a `StorageError`, and nothing
  /// was written.
  @discardableResult
  public func write<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value {
    guard let connection else { throw StorageError.closed }
    return try connection.transaction("BEGIN IMMEDIATE", body)
  }

  /// As `write`, and calls `committed` with the body's value after the commit, before any later write begins:
  /// what it publishes comes in the order of the commits.
  @discardableResult
  public func write<Value: Sendable>(
    _ body: @Sendable (Connection) throws -> Value, committed: @Sendable (Value) -> Void
  ) throws -> Value {
    let value = try write(body)
    committed(value)
    return value
  }

  /// Mends damage that only the caller can see, after the file as it was is kept under the name that
  /// `DamagedFile.setAside` would give it.
  ///
  /// `look` reads; where it finds nothing, nothing happens and `nil` is returned. Else the log is merged, the
  /// file copied byte for byte and compared, and `mend` runs in one transaction with what was found and the
  /// copy's path. No other write comes between. Where no copy can be made, or `mend` throws, there is none,
  /// the rows are as they were, and the error is thrown on.
  public func mendAfterCopy<Found, Value: Sendable>(
    at time: Timestamp, look: @Sendable (Connection) throws -> Found?,
    mend: @Sendable (Connection, Found, String) throws -> Value, committed: @Sendable (Value) -> Void
  ) throws -> Value? {
    guard let connection else { throw StorageError.closed }
    guard let found = try connection.transaction("BEGIN", look) else { return nil }
    try connection.mergeLog()
    let copy = try DamagedFile.freeName(for: path, at: time)
    var isCopied = false
    do {
      let value = try connection.transaction("BEGIN IMMEDIATE") { connection in
        try connection.copyFile(to: copy)
        isCopied = true
        return try mend(connection, found, copy)
      }
      committed(value)
      return value
    } catch {
      // Else every further try would leave one more.
      if isCopied { unlink(copy) }
      throw error
    }
  }

  /// Merges the write-ahead log into the file and cuts it to nothing, so that neither holds what was removed.
  /// Throws `busy` when somebody reads for longer than the busy time-out; everything is as before then.
  public func mergeLog() throws {
    guard let connection else { throw StorageError.closed }
    try connection.mergeLog()
  }

  /// Runs `body` on a read connection, on one snapshot: it sees all that was committed before, nothing later.
  /// A statement that would write throws `StorageError.readOnly`.
  public nonisolated func read<Value: Sendable>(
    _ body: @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    let reader = try await readers.borrow()
    defer { readers.giveBack(reader) }
    return try await reader.read(body)
  }

  /// Waits for the reads that run, merges the write-ahead log into the file and closes it. Again is harmless.
  public func close() async {
    // Taken first, so that no write starts while the readers finish; released last, so that the writer is the
    // one that merges the log.
    let last = connection
    connection = nil
    await readers.close()
    withExtendedLifetime(last) {}
  }
}
