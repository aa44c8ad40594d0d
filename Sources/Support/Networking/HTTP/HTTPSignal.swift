import Locks

/// Something that happens once and can be waited for.
final class HTTPSignal: Sendable {
  private struct State {
    var hasFired = false
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  /// Lets all who wait go on, and all who come later.
  func fire() {
    let waiters = state.withLock { state in
      state.hasFired = true
      let waiters = state.waiters
      state.waiters = [:]
      return waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }

  /// Waits until it fires.
  func wait() async {
    await withCheckedContinuation { _ = register($0) }
  }

  /// Waits until it fires, or the time has passed.
  func wait(atMost limit: Duration) async {
    await withCheckedContinuation { continuation in
      guard let number = register(continuation) else { return }
      // Owned by the wait itself: it ends with the sleep at the latest and touches nothing afterwards.
      Task {
        try? await Task.sleep(for: limit)
        state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
      }
    }
  }

  private func register(_ continuation: CheckedContinuation<Void, Never>) -> Int? {
    let number = state.withLock { state -> Int? in
      guard !state.hasFired else { return nil }
      state.nextWaiter += 1
      state.waiters[state.nextWaiter] = continuation
      return state.nextWaiter
    }
    if number == nil { continuation.resume() }
    return number
  }
}
