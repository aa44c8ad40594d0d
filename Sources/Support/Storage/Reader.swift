import Locks

/// One read connection, confined to its own queue.
actor Reader {
  private let queue: StorageQueue
  private var connection: Connection?

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  init(connection: sending Connection) {
    queue = StorageQueue(label: "tern.storage.reader")
    self.connection = connection
  }

  /// Runs `body` on one snapshot of the file.
  func read<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value {
    guard let connection else { throw StorageError.closed }
    return try connection.transaction("BEGIN", body)
  }

  /// Closes the connection: this is the only reference to it.
  func close() {
    connection = nil
  }
}

/// The idle read connections of a database. Whoever finds none waits, first come first served; waiting
/// callers are suspended tasks of their own, so their number is the callers' to bound.
final class ReaderPool: Sendable {
  private struct State {
    var idle: [Reader]
    var lent = 0
    var waiting: [CheckedContinuation<Reader, any Error>] = []
    var closing: [CheckedContinuation<Void, Never>] = []
    var isClosed = false
  }

  private enum Resumption {
    case nobody
    case borrower(CheckedContinuation<Reader, any Error>)
    case closers([CheckedContinuation<Void, Never>])
  }

  private let state: Mutex<State>

  init(_ readers: [Reader]) {
    state = Mutex(State(idle: readers))
  }

  func borrow() async throws -> Reader {
    try await withCheckedThrowingContinuation { continuation in
      let answer: Result<Reader, any Error>? = state.withLock { state in
        if state.isClosed { return .failure(StorageError.closed) }
        guard let reader = state.idle.popLast() else {
          state.waiting.append(continuation)
          return nil
        }
        state.lent += 1
        return .success(reader)
      }
      if let answer { continuation.resume(with: answer) }
    }
  }

  func giveBack(_ reader: Reader) {
    let resumption: Resumption = state.withLock { state in
      if !state.waiting.isEmpty { return .borrower(state.waiting.removeFirst()) }
      state.lent -= 1
      state.idle.append(reader)
      guard state.isClosed, state.lent == 0 else { return .nobody }
      defer { state.closing = [] }
      return .closers(state.closing)
    }
    switch resumption {
    case .nobody: break
    case .borrower(let continuation): continuation.resume(returning: reader)
    case .closers(let continuations): for continuation in continuations { continuation.resume() }
    }
  }

  /// Refuses new and waiting callers, waits until every lent connection has come back, and closes them all.
  func close() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let refused = state.withLock { state in
        defer { state.waiting = [] }
        state.isClosed = true
        return state.waiting
      }
      for waiter in refused { waiter.resume(throwing: StorageError.closed) }
      let isDone = state.withLock { state in
        if state.lent > 0 { state.closing.append(continuation) }
        return state.lent == 0
      }
      if isDone { continuation.resume() }
    }
    let readers = state.withLock { state in
      defer { state.idle = [] }
      return state.idle
    }
    for reader in readers { await reader.close() }
  }
}
