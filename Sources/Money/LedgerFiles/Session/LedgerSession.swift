import Ledger
import Storage

import struct Synchronization.Atomic

/// One opened money file as pages and commands know it: the owner of its connections and its change counter.
///
/// Every read runs on a read connection on one state of the file and is interrupted when its task is
/// cancelled. When another program changed the file, or put another one in its place, the next read sees it
/// and `changeCounter` has grown. Source: money 0 (A1, B1, B2).
public actor LedgerSession: LedgerSessioning {
  /// Which opening it is: another number for each session of a run.
  public nonisolated let number: Int

  /// Of the last page of the journal.
  var journalContext: JournalContext?

  private let today: CalendarDate
  private let options: ForeignOptions
  private var opened: LedgerFile
  private var reopening: Task<LedgerFile, any Error>?
  private var isClosed = false
  private var counter = 0
  private var seen: FileState?

  /// Opens a file, for reading unless told otherwise. Throws as `LedgerFile.open`.
  public static func open(
    path: String, access: LedgerFile.Access = .reading, today: CalendarDate,
    options: ForeignOptions = ForeignOptions()
  ) async throws(LedgerError) -> LedgerSession {
    let file = try await LedgerFile.open(path: path, access: access, today: today, options: options)
    return LedgerSession(file, today: today, options: options)
  }

  private init(_ opened: LedgerFile, today: CalendarDate, options: ForeignOptions) {
    number = lastNumber.add(1, ordering: .relaxed).newValue
    self.opened = opened
    self.today = today
    self.options = options
  }

  /// What file it is.
  public var file: LedgerFileFacts { opened.facts }

  /// A number that grows with every change of the file, by us or by another program.
  public func changeCounter() async throws(LedgerError) -> Int {
    let file = try await current()
    let mark = try FileMark(file.facts.path)
    let version = try await translated {
      try await file.database.look { try $0.integer("PRAGMA data_version") }
    }
    let now = FileState(mark: mark, version: version ?? 0)
    if let seen, seen != now { counter += 1 }
    seen = now
    return counter
  }

  /// The stamp of a load that begins now, see `LoadState`.
  public func stamp(request: Int) async throws(LedgerError) -> LoadStamp {
    LoadStamp(session: number, change: try await changeCounter(), request: request)
  }

  /// Ends the session; later calls fail with `.closed`.
  public func close() async {
    isClosed = true
    reopening?.cancel()
    await opened.close()
  }

  /// Changes rows in one transaction: all that `body` does, or nothing of it when it throws.
  ///
  /// Throws `readOnly` for a session opened for reading, `changedOutside` when another file stands in its
  /// place, `locked` while another program writes, and what `body` throws.
  public func change<Value: Sendable>(
    _ body: @Sendable (LedgerChanges) throws -> Value
  ) async throws(LedgerError) -> Value {
    guard !isClosed else { throw .closed }
    let file = opened
    guard file.facts.isWritable else { throw .readOnly }
    guard try FileMark(file.facts.path).identity == file.mark.identity else { throw .changedOutside }
    let value = try await translated {
      try await file.database.write { try body(LedgerChanges(connection: $0)) }
    }
    counter += 1
    return value
  }

  /// Runs `body` on a read connection of the file as it is now.
  func read<Value: Sendable>(
    _ body: @Sendable (Connection) throws -> Value
  ) async throws(LedgerError) -> Value {
    try await current().read(body)
  }

  /// The opened file, opened again where another one stands in its place, or where a copy of it is old.
  private func current() async throws(LedgerError) -> LedgerFile {
    guard !isClosed else { throw .closed }
    let file = opened
    let mark = try FileMark(file.facts.path)
    let isStale =
      mark.identity != file.mark.identity || (file.database.place == .memory && mark != file.mark)
    guard isStale else { return file }
    let (path, today, options) = (file.facts.path, today, options)
    let access = file.facts.isWritable ? LedgerFile.Access.writing : .reading
    let task =
      reopening
      ?? Task { try await LedgerFile.open(path: path, access: access, today: today, options: options) }
    reopening = task
    let fresh = try await translated { try await task.value }
    // Whoever waited first puts it in its place; the session may have been closed meanwhile.
    guard reopening == task else { return opened }
    reopening = nil
    guard !isClosed else {
      await fresh.close()
      throw .closed
    }
    opened = fresh
    counter += 1
    journalContext = nil
    await file.close()
    return fresh
  }

  private struct FileState: Equatable {
    let mark: FileMark
    let version: Int64
  }
}

private let lastNumber = Atomic<Int>(0)
