import Ledger
import Storage

/// One opened money file as pages and commands know it: the owner of its connections and its change counter.
///
/// Every read runs on a read connection on one state of the file and is interrupted when its task is
/// cancelled. When another program changed the file the next read sees it, and `changeCounter` has grown.
/// Source: money 0 (A1, B1, B2).
public actor LedgerSession: LedgerSessioning {
  private let opened: LedgerFile
  private var isClosed = false
  private var counter = 0
  private var seen: FileState?
  /// Of the last page of the journal.
  var journalContext: JournalContext?

  /// A session on an opened file, which it closes.
  public init(_ opened: LedgerFile) {
    self.opened = opened
  }

  /// What file it is.
  public var file: LedgerFileFacts { opened.facts }

  /// A number that grows with every change of the file, by us or by another program.
  public func changeCounter() async throws(LedgerError) -> Int {
    let file = try current()
    let mark = try FileMark(file.facts.path)
    let version = try await translated {
      try await file.database.look { try $0.integer("PRAGMA data_version") }
    }
    let now = FileState(mark: mark, version: version ?? 0)
    if let seen, seen != now { counter += 1 }
    seen = now
    return counter
  }

  /// Ends the session; later calls fail with `.closed`.
  public func close() async {
    isClosed = true
    await opened.close()
  }

  func current() throws(LedgerError) -> LedgerFile {
    guard !isClosed else { throw .closed }
    return opened
  }

  /// Runs `body` on a read connection of the file as it is now.
  func read<Value: Sendable>(
    _ body: @Sendable (Connection) throws -> Value
  ) async throws(LedgerError) -> Value {
    try await current().read(body)
  }

  private struct FileState: Equatable {
    let mark: FileMark
    let version: Int64
  }
}
