import Aviation
import Geography
import Glibc
import Locks

/// The airports of the database on this machine, behind the repository protocol (airports 12.1).
///
/// Nothing is read before the first question. Then the database is loaded, once for all who ask meanwhile;
/// where there is none yet and set-up brought tables, it is built from them first. Questions are answered
/// from the loaded snapshot, side by side, off this actor. A database that was replaced since is loaded at
/// the next question; where that fails the standing snapshot goes on answering.
public actor LocalAirports: AirportRepository {
  /// Where its files stand.
  public nonisolated let places: AirportPlaces
  private let selection: AirportSelection
  private let moment: @Sendable () -> BuildMoment
  private let loading = Mutex(AirportLoading.idle)
  private var loaded: AirportSnapshot?
  private var running: Task<AirportSnapshot, any Error>?
  /// The file whose loading failed last while a snapshot stood: it is not tried again.
  private var refused: [FileMark?]?
  private var listeners: [Int: AsyncStream<DatabaseFacts>.Continuation] = [:]
  private var listenersMade = 0

  /// A source that reads from `places`. `moment` says when a database is built that has to be.
  public init(
    places: AirportPlaces, selection: AirportSelection = AirportSelection(),
    moment: @escaping @Sendable () -> BuildMoment
  ) {
    self.places = places
    self.selection = selection
    self.moment = moment
  }

  /// What it is doing now; callable from anywhere, and cheap.
  public nonisolated var state: AirportLoading { loading.withLock { $0 } }

  /// The loaded snapshot; loads it first where that is needed.
  public func snapshot() async throws(AirportError) -> AirportSnapshot {
    let mark = marks
    if let loaded, loaded.marks == mark || mark == refused { return loaded }
    do {
      return try await load()
    } catch {
      if let loaded {
        refused = mark
        return loaded
      }
      throw error
    }
  }

  /// The facts of each database that is loaded from now on; of those nobody takes the newest is kept.
  public func updates() -> AsyncStream<DatabaseFacts> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: DatabaseFacts.self, bufferingPolicy: .bufferingNewest(1))
    listenersMade += 1
    let number = listenersMade
    listeners[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
    return stream
  }

  /// Forgets what was loaded, so that the memory is free until the next question.
  public func unload() {
    loaded = nil
    loading.withLock { $0 = .idle }
  }

  private func forget(_ number: Int) { listeners[number] = nil }

  /// The database to read: the one that was chosen, the person's own, else the one that was brought along.
  private var source: (path: String, isBuildable: Bool) {
    if let chosen = places.chosenDatabase { return (chosen, false) }
    if AirportFiles.exists(places.database) { return (places.database, false) }
    if AirportFiles.exists(places.bundledDatabase) { return (places.bundledDatabase, false) }
    return (places.database, true)
  }

  /// The database and the files beside it as they stand.
  private var marks: [FileMark?] {
    [FileMark(source.path), FileMark(places.notices), FileMark(places.personas), FileMark(places.rules)]
  }

  private func load() async throws(AirportError) -> AirportSnapshot {
    if let running { return try await Self.result(of: running) }
    let (source, places, selection, moment) = (source, places, selection, moment)
    let task = Task { [weak self] () throws -> AirportSnapshot in
      if source.isBuildable { try await self?.build(places, moment()) }
      self?.loading.withLock { $0 = .loading }
      let marks = await self?.marks ?? []
      return try await AirportSnapshot.load(source.path, places: places, selection: selection, marks: marks)
    }
    running = task
    do throws(AirportError) {
      let snapshot = try await Self.result(of: task)
      running = nil
      take(snapshot)
      return snapshot
    } catch {
      running = nil
      loading.withLock { $0 = loaded == nil ? .failed(error) : .ready }
      throw error
    }
  }

  private func take(_ snapshot: AirportSnapshot) {
    loaded = snapshot
    refused = nil
    loading.withLock { $0 = .ready }
    for listener in listeners.values { listener.yield(snapshot.facts) }
  }

  private nonisolated func build(_ places: AirportPlaces, _ moment: BuildMoment) async throws {
    guard let tables = BundledTables(folder: places.bundledFolder), tables.hasAirports else {
      throw AirportDataError.noTables(folder: places.bundledFolder)
    }
    loading.withLock { $0 = .building(BuildProgress(phase: .airports, fraction: 0, rows: 0)) }
    let importing = AirportImport(into: places)
    _ = try await importing.build(try tables.sources(), at: moment) { [weak self] progress in
      self?.loading.withLock { $0 = .building(progress) }
    }
  }

  private static func result(
    of task: Task<AirportSnapshot, any Error>
  ) async throws(AirportError) -> AirportSnapshot {
    do {
      return try await task.value
    } catch let error as AirportDataError {
      throw AirportError(error)
    } catch {
      throw .unknown(message: "\(error)")
    }
  }
}

/// What a local source is doing.
public enum AirportLoading: Sendable, Equatable {
  /// Nobody asked yet.
  case idle
  /// The first database is being built.
  case building(BuildProgress)
  /// The database is being read.
  case loading
  /// Questions are answered.
  case ready
  /// There is nothing to answer from.
  case failed(AirportError)
}

/// A file as it stood at a moment: another one, or the same one changed, has another mark.
struct FileMark: Sendable, Equatable {
  private let node: UInt64
  private let bytes: Int64
  private let seconds: Int64
  private let nanoseconds: Int64

  /// The mark of a file; nil where there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    node = UInt64(status.st_ino)
    bytes = Int64(status.st_size)
    seconds = Int64(status.st_mtim.tv_sec)
    nanoseconds = Int64(status.st_mtim.tv_nsec)
  }
}

extension AirportError {
  /// The same, as the repository's callers know it.
  init(_ error: AirportDataError) {
    switch error {
    case .noDatabase(let path): self = .databaseOpenFailed(path: path, reason: "there is none yet")
    case .noTables: self = .noDatabase(reason: "\(error)")
    case .storage(let path, let error): self = .databaseOpenFailed(path: path, reason: "\(error)")
    case .otherVersion(_, let found, let known):
      self = .incompatibleSchema(database: found, supported: known.upperBound)
    case .notAirports, .missingColumns, .damaged, .noAirports, .table, .unreadable, .changed,
      .fewerAirports:
      self = .databaseCorrupted(reason: "\(error)")
    case .cancelled: self = .unknown(message: "\(error)")
    }
  }
}
