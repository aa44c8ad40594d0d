/// A database file that belongs to another program: read and written as it is, never made ours.
///
/// Its journal mode, page size and version stay; no log, index or journal is left beside it, and reading
/// changes no byte of its folder. One writer and a few readers, as `Database`; a body is interrupted when its
/// task is cancelled (`SQLFailure.isInterrupted`), and when it takes more steps than the file's size explains
/// (`StorageError.tooMuchWork`). Calls after `close` throw `StorageError.closed`.
public actor ForeignDatabase {
  /// What stands behind the connections.
  public enum Place: Sendable, Hashable {
    /// The file itself.
    case file
    /// A copy in memory: what is written there is gone when it is closed.
    case memory
  }

  /// Where the file stands.
  public nonisolated let path: String
  /// Whether this is the file or a copy of it.
  public nonisolated let place: Place

  private let queue = StorageQueue(label: "tern.storage.foreign")
  private let readers: ReaderPool
  private var connection: Connection?

  /// The writer's own queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  /// Opens an existing file. Runs on the calling thread and reads only its header.
  ///
  /// A file that can be read only after a repair (a log or a journal stands beside it) is
  /// repaired in a copy in memory when it is opened for reading. Throws `cannotOpen`, `notAPlainFile`,
  /// `empty`, `notADatabase`, `corrupt` (cut off), `readOnly` or `busy`.
  public static func open(
    at path: String, forWriting: Bool, options: ForeignOptions = ForeignOptions()
  ) throws -> ForeignDatabase {
    let first = try Connection.openForeign(path: path, forWriting: forWriting, options: options)
    if first.needsRepair {
      return try repairedCopy(of: path, options: options) { _ in }
    }
    var readers: [Reader] = []
    for _ in 0..<options.readConnections {
      readers.append(
        Reader(connection: try Connection.openForeign(path: path, forWriting: false, options: options)))
    }
    return ForeignDatabase(path: path, place: .file, connection: first, readers: ReaderPool(readers))
  }

  /// Copies the file into memory, where `change` may do with it what it likes; readers see the changed copy.
  ///
  /// The copy takes as much memory as the file. Throws as `open`, and what `change` throws.
  public static func copy(
    of path: String, options: ForeignOptions = ForeignOptions(),
    change: @Sendable (Connection) throws -> Void
  ) throws -> ForeignDatabase {
    let source = try Connection.openForeign(path: path, forWriting: false, options: options)
    if source.needsRepair { return try repairedCopy(of: path, options: options, change: change) }
    return try copy(of: source, path: path, options: options, change: change)
  }

  private init(path: String, place: Place, connection: sending Connection, readers: ReaderPool) {
    self.path = path
    self.place = place
    self.connection = connection
    self.readers = readers
  }

  /// Runs `body` in one transaction on a read connection: all its statements see one state of the file, and
  /// another program's commit waits for it. A statement that would write throws `StorageError.readOnly`.
  public nonisolated func read<Value: Sendable>(
    _ body: @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    let reader = try await readers.borrow()
    defer { readers.giveBack(reader) }
    return try await reader.read(body)
  }

  /// Runs `body` in one transaction that no other program can write beside. When it returns, the transaction
  /// is on the disk; when it throws, nothing was written and its error is thrown on.
  @discardableResult
  public func write<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value {
    guard let connection else { throw StorageError.closed }
    return try connection.transaction("BEGIN IMMEDIATE", body)
  }

  /// Runs `body` on the writer's connection outside any transaction.
  @discardableResult
  public func look<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value {
    guard let connection else { throw StorageError.closed }
    connection.work?.renew(fileBytes: connection.fileSizeBytes)
    return try body(connection)
  }

  /// Waits for the reads that run and closes all connections. Again is harmless.
  public func close() async {
    let last = connection
    connection = nil
    await readers.close()
    withExtendedLifetime(last) {}
  }
}

extension ForeignDatabase {
  private static func copy(
    of source: sending Connection, path: String, options: ForeignOptions,
    change: @Sendable (Connection) throws -> Void
  ) throws -> ForeignDatabase {
    let name = Connection.freshMemoryName()
    let target = try Connection.openMemory(name: name, path: path, options: options)
    try source.copyPages(to: target)
    try target.transaction("BEGIN", change)
    var readers: [Reader] = []
    for _ in 0..<options.readConnections {
      let reader = try Connection.openMemory(name: name, path: path, options: options)
      try reader.run("PRAGMA query_only = ON")
      readers.append(Reader(connection: reader))
    }
    return ForeignDatabase(path: path, place: .memory, connection: target, readers: ReaderPool(readers))
  }

  /// The file and what stands beside it are copied to a folder only we can read, repaired there as SQLite
  /// does it, copied into memory, and the folder is deleted.
  private static func repairedCopy(
    of path: String, options: ForeignOptions, change: @Sendable (Connection) throws -> Void
  ) throws -> ForeignDatabase {
    let folder = try PrivateFolder()
    defer { folder.remove() }
    let file = try folder.copyDatabase(path)
    let source = try Connection.openForeign(path: file, forWriting: true, options: options)
    // Merges the log; memory has no place for one.
    try source.run("PRAGMA journal_mode = DELETE")
    return try copy(of: source, path: path, options: options, change: change)
  }
}

/// How a foreign file is opened.
public struct ForeignOptions: Sendable {
  /// Connections that read side by side, 1…8. Default: 2.
  public var readConnections: Int
  /// How long a statement waits for another program, in milliseconds. Default: 5,000.
  public var busyTimeoutMilliseconds: Int32
  /// The page cache of each connection in KiB. Default: 8 MiB, filled only as needed.
  public var cacheKibibytes: Int
  /// Steps of SQLite's machine that one read or write may take whatever the file's size, and `stepsPerByte`
  /// more for each byte of it; beyond it `StorageError.tooMuchWork`. A step is some ten nanoseconds.
  public var stepsBase: Int64
  /// See `stepsBase`. Default: 50; reading everything once takes less than one.
  public var stepsPerByte: Int64

  /// The defaults, or some of them replaced.
  public init(
    readConnections: Int = 2, busyTimeoutMilliseconds: Int32 = 5_000, cacheKibibytes: Int = 8_192,
    stepsBase: Int64 = 300_000_000, stepsPerByte: Int64 = 50
  ) {
    self.readConnections = min(max(readConnections, 1), 8)
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    self.cacheKibibytes = min(max(cacheKibibytes, 64), 1_048_576)
    self.stepsBase = max(stepsBase, 0)
    self.stepsPerByte = max(stepsPerByte, 0)
  }
}

extension SQLFailure {
  /// Whether the statement was stopped because its task was cancelled.
  public var isInterrupted: Bool { code == 9 }
}
