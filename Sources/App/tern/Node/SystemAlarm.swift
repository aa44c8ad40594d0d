import Conversations
import Locks
import Timebase

/// Wakes coordinators at their times: one sleeping task for each name, none where nothing is set.
final class SystemAlarm: TalkAlarm {
  private struct State {
    var tasks: [AlarmName: Task<Void, Never>] = [:]
    var hasEnded = false
  }

  private let clock: SystemClock
  private let state = Mutex(State())

  init(clock: SystemClock) {
    self.clock = clock
  }

  func set(_ name: AlarmName, at moment: Instant?, _ action: @escaping @Sendable () async -> Void) {
    let delay = moment.map { $0.since(clock.now().monotonic) }
    state.withLock { state in
      state.tasks.removeValue(forKey: name)?.cancel()
      guard let delay, !state.hasEnded else { return }
      state.tasks[name] = Task {
        // Ends early only where the name got another time, or none.
        if delay > .zero, (try? await Task.sleep(for: delay, tolerance: .milliseconds(5))) == nil { return }
        guard !Task.isCancelled else { return }
        // Not under the task that sets the next time cancels: what began is done to its end.
        await Task { await action() }.value
      }
    }
  }

  /// Nothing is called any more.
  func endAll() {
    state.withLock { state in
      state.hasEnded = true
      for task in state.tasks.values { task.cancel() }
      state.tasks = [:]
    }
  }
}
