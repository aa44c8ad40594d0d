import ConversationModel
import Locks

/// Numbers the changes and hands them to whoever listens.
///
/// `publish` is called by the writer between two transactions, so numbers follow the commits. A listener
/// that falls behind by more than its buffer loses the oldest, and sees the gap in the numbers.
final class ChangeFeed: Sendable {
  /// Changes that wait for one listener.
  static let bufferedChangesMax = 1_024

  private struct State {
    var last: UInt64 = 0
    var nextListener: UInt64 = 0
    var listeners: [UInt64: AsyncStream<NumberedChange>.Continuation] = [:]
    var isFinished = false
  }

  private let state = Mutex(State())

  func publish(_ changes: [ConversationChange]) {
    guard !changes.isEmpty else { return }
    state.withLock { state in
      for change in changes {
        state.last += 1
        let numbered = NumberedChange(number: state.last, change: change)
        for listener in state.listeners.values { listener.yield(numbered) }
      }
    }
  }

  func listen() -> AsyncStream<NumberedChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: NumberedChange.self, bufferingPolicy: .bufferingNewest(Self.bufferedChangesMax))
    let number: UInt64? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.nextListener += 1
      state.listeners[state.nextListener] = continuation
      return state.nextListener
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.forget(number) }
    return stream
  }

  /// Ends every stream; later listeners get an ended one.
  func finish() {
    let listeners = state.withLock { state in
      defer { state.listeners = [:] }
      state.isFinished = true
      return state.listeners
    }
    // Outside the lock: ending a stream calls back into `forget`.
    for listener in listeners.values { listener.finish() }
  }

  private func forget(_ number: UInt64) {
    state.withLock { $0.listeners[number] = nil }
  }
}
