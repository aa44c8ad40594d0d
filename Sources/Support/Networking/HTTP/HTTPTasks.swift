import Locks

/// The owner of the service's tasks: one a request being answered, one a WebSocket.
final class HTTPTasks: Sendable {
  private struct State {
    var running: [UInt64: Task<Void, Never>] = [:]
    var isClosed = false
    var waiters: [HTTPSignal] = []
  }

  private let state = Mutex(State())

  /// Starts a task under a number of its own; nothing starts after `cancelAll`.
  func start(_ number: UInt64, _ body: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard !state.isClosed else { return }
      // The task cannot finish before it is entered: its end needs the lock that is held here. Somebody waits
      // for the answer, so that it does not stand in line behind what the network keeps busy.
      state.running[number] = Task(priority: .userInitiated) {
        await body()
        self.ended(number)
      }
    }
  }

  /// Cancels one, if it still runs.
  func cancel(_ number: UInt64) {
    state.withLock { $0.running[number] }?.cancel()
  }

  /// Cancels all and lets none start any more.
  func cancelAll() {
    let running = state.withLock { state in
      state.isClosed = true
      return Array(state.running.values)
    }
    for task in running { task.cancel() }
  }

  /// Waits until none runs, at most so long.
  func waitUntilNoneRuns(atMost limit: Duration) async {
    let signal = HTTPSignal()
    let isEmpty = state.withLock { state in
      if !state.running.isEmpty { state.waiters.append(signal) }
      return state.running.isEmpty
    }
    if !isEmpty { await signal.wait(atMost: limit) }
  }

  /// How many run.
  var count: Int { state.withLock { $0.running.count } }

  private func ended(_ number: UInt64) {
    let waiters = state.withLock { state -> [HTTPSignal] in
      state.running[number] = nil
      guard state.running.isEmpty else { return [] }
      let waiters = state.waiters
      state.waiters = []
      return waiters
    }
    for waiter in waiters { waiter.fire() }
  }
}
