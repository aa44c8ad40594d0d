import Glibc

import struct Synchronization.Atomic

/// Figures of a server, readable from anywhere.
final class HTTPCounters: Sendable {
  private let started = Atomic<Bool>(false)
  private let created = Atomic<Int>(0)
  private let destroyed = Atomic<Int>(0)
  private let displaced = Atomic<Int>(0)
  private let requests = Atomic<Int>(0)
  private let nanoseconds = Atomic<Int>(0)

  /// Connections the library has made objects for.
  var connectionsCreated: Int { created.load(ordering: .relaxed) }
  /// Those it has destroyed.
  var connectionsDestroyed: Int { destroyed.load(ordering: .relaxed) }
  /// Idle ones that were ended for newcomers.
  var connectionsDisplaced: Int { displaced.load(ordering: .relaxed) }
  /// Requests being received, answered or sent.
  var requestsInFlight: Int { requests.load(ordering: .relaxed) }
  /// Processor time of the service thread.
  var threadTime: Duration { .nanoseconds(nanoseconds.load(ordering: .relaxed)) }
  /// Whether the server came up.
  var hasStarted: Bool { started.load(ordering: .acquiring) }

  func setStarted(_ value: Bool) { started.store(value, ordering: .releasing) }
  /// Takes the calling thread's processor time; for the service thread.
  func setThreadTime() {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    nanoseconds.store(time.tv_sec * 1_000_000_000 + time.tv_nsec, ordering: .relaxed)
  }

  func countCreated() { created.add(1, ordering: .relaxed) }
  func countDestroyed() { destroyed.add(1, ordering: .relaxed) }
  func countDisplaced() { displaced.add(1, ordering: .relaxed) }
  func addRequests(_ count: Int) { requests.add(count, ordering: .relaxed) }
}
