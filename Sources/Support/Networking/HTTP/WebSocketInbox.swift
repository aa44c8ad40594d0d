import Locks

/// Messages that came in and wait for the service: bounded, one reader.
///
/// When it is full its writer stops reading from the network; when the reader has taken half of it, `resume`
/// is called.
final class WebSocketInbox: Sendable {
  private struct State {
    var messages: [WebSocketMessage] = []
    var waiter: CheckedContinuation<WebSocketMessage?, Never>?
    var isFinished = false
    var isPaused = false
    var highWater = 0
  }

  private let state = Mutex(State())
  private let messagesMax: Int
  private let resume: @Sendable () -> Void

  init(messagesMax: Int, resume: @escaping @Sendable () -> Void) {
    self.messagesMax = max(1, messagesMax)
    self.resume = resume
  }

  /// Adds a message; false: no more may come until `resume`.
  func put(_ message: WebSocketMessage) -> Bool {
    let (waiter, mayContinue) = state.withLock { state in
      if let waiter = state.waiter {
        state.waiter = nil
        return (waiter, true) as (CheckedContinuation<WebSocketMessage?, Never>?, Bool)
      }
      state.messages.append(message)
      state.highWater = max(state.highWater, state.messages.count)
      state.isPaused = state.messages.count >= messagesMax
      return (nil, !state.isPaused)
    }
    waiter?.resume(returning: message)
    return mayContinue
  }

  /// Nothing more comes; the reader gets what is here, then the end.
  func finish() {
    let waiter = state.withLock { state in
      state.isFinished = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: nil)
  }

  /// The next message; nil at the end, and for a second reader while one waits.
  func next() async -> WebSocketMessage? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (now, mustResume) = state.withLock { state in take(&state, continuation) }
        if let now { continuation.resume(returning: now.message) }
        if mustResume { resume() }
      }
    } onCancel: {
      cancelWaiter()
    }
  }

  /// Whether reading is paused.
  var isPaused: Bool { state.withLock { $0.isPaused } }

  /// Whether the reader has taken everything.
  var isEmpty: Bool { state.withLock { $0.messages.isEmpty } }

  /// The most that ever waited.
  var highWater: Int { state.withLock { $0.highWater } }

  private struct Answer {
    let message: WebSocketMessage?
  }

  private func take(
    _ state: inout State, _ continuation: CheckedContinuation<WebSocketMessage?, Never>
  ) -> (Answer?, Bool) {
    if let message = state.messages.first {
      state.messages.removeFirst()
      let mustResume = state.isPaused && state.messages.count <= messagesMax / 2
      if mustResume { state.isPaused = false }
      return (Answer(message: message), mustResume)
    }
    if state.isFinished || state.waiter != nil || Task.isCancelled { return (Answer(message: nil), false) }
    state.waiter = continuation
    return (nil, false)
  }

  private func cancelWaiter() {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: nil)
  }
}
