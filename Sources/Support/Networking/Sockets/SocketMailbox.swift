import CSockets
import Glibc
import Locks

/// The shared part of a `SocketLoop`: commands on their way, and what senders must know at once.
///
/// Callers post under the lock; the thread takes all commands at once. The eventfd is written only when the
/// mailbox was empty, so a burst wakes the thread once.
final class SocketMailbox: Sendable {
  enum Command: Sendable {
    case add(SocketID, Descriptor, SocketKind, SocketInbox)
    case fail(SocketID, code: Int32, SocketInbox)
    case setReading(SocketID, Bool, SocketInbox?)
    case write(SocketID, [UInt8])
    case datagram(SocketID, [UInt8], to: SocketAddress)
    case close(SocketID, afterWriting: Bool)
    case room(inbox: UInt64)
    case stop
  }

  /// What is known of a stream outside the thread.
  private struct Stream {
    var queuedBytes = 0
    let queueBytesMax: Int
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private struct State {
    var commands: [Command] = []
    var streams: [SocketID: Stream] = [:]
    var lastNumber: UInt64 = 0
    var isStopped = false
    var hasEnded = false
    var stopWaiters: [CheckedContinuation<Void, Never>] = []
  }

  let wake: Descriptor
  private let state = Mutex(State())

  init() throws(NetworkingError) {
    let number = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard number >= 0 else { throw .system(call: "eventfd", code: errno) }
    wake = Descriptor(owning: number)
  }

  func nextNumber() -> UInt64 {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Posts a command; `false` when the loop was stopped (the command is dropped, descriptors in it close).
  @discardableResult
  func post(_ command: Command) -> Bool {
    let (isAccepted, mustWake) = state.withLock { state in
      guard !state.isStopped else { return (false, false) }
      state.commands.append(command)
      return (true, state.commands.count == 1)
    }
    if mustWake { signal() }
    return isAccepted
  }

  /// Registers a stream before its descriptor is handed over, so that it can be written to at once.
  func register(_ id: SocketID, queueBytesMax: Int) {
    state.withLock { $0.streams[id] = Stream(queueBytesMax: queueBytesMax) }
  }

  func send(_ bytes: [UInt8], on id: SocketID) -> SendOutcome {
    let (outcome, mustWake) = state.withLock { state -> (SendOutcome, Bool) in
      guard !state.isStopped, var stream = state.streams[id] else { return (.closed, false) }
      guard bytes.count <= stream.queueBytesMax - stream.queuedBytes else { return (.full, false) }
      stream.queuedBytes += bytes.count
      state.streams[id] = stream
      state.commands.append(.write(id, bytes))
      return (.queued, state.commands.count == 1)
    }
    if mustWake { signal() }
    return outcome
  }

  /// Returns when at least half of the stream's write queue is free, or the stream is gone.
  func waitForRoom(on id: SocketID) async {
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        guard let stream = state.streams[id], stream.queuedBytes > stream.queueBytesMax / 2 else {
          return false
        }
        state.streams[id]?.waiters.append(continuation)
        return true
      }
      if !mustWait { continuation.resume() }
    }
  }

  // MARK: for the thread

  func takeCommands() -> [Command] {
    var counter: UInt64 = 0
    _ = read(wake.number, &counter, 8)
    return state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  func didWrite(_ count: Int, on id: SocketID) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard var stream = state.streams[id] else { return [] }
      stream.queuedBytes -= count
      var waiters: [CheckedContinuation<Void, Never>] = []
      if stream.queuedBytes <= stream.queueBytesMax / 2 { swap(&waiters, &stream.waiters) }
      state.streams[id] = stream
      return waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func forget(_ id: SocketID) {
    let stream = state.withLock { $0.streams.removeValue(forKey: id) }
    for waiter in stream?.waiters ?? [] { waiter.resume() }
  }

  // MARK: stopping

  /// Asks the thread to end and waits until it has.
  func stop() async {
    await withCheckedContinuation { continuation in
      let (hasEnded, mustWake) = state.withLock { state in
        if state.hasEnded { return (true, false) }
        state.stopWaiters.append(continuation)
        return (false, requestStop(&state))
      }
      if mustWake { signal() }
      if hasEnded { continuation.resume() }
    }
  }

  /// Asks the thread to end without waiting.
  func requestStop() {
    if state.withLock({ requestStop(&$0) }) { signal() }
  }

  private func requestStop(_ state: inout State) -> Bool {
    guard !state.isStopped else { return false }
    state.isStopped = true
    state.commands.append(.stop)
    return state.commands.count == 1
  }

  /// The thread's last act: lets everybody go who waits.
  func didEnd() {
    let (stopWaiters, roomWaiters) = state.withLock { state in
      state.hasEnded = true
      state.commands = []
      defer {
        state.stopWaiters = []
        state.streams = [:]
      }
      return (state.stopWaiters, state.streams.values.flatMap(\.waiters))
    }
    for waiter in stopWaiters + roomWaiters { waiter.resume() }
  }

  private func signal() {
    var one: UInt64 = 1
    _ = write(wake.number, &one, 8)
  }
}

/// What a descriptor is used for.
enum SocketKind: Sendable {
  case listener(UnixSocketName?)
  case stream(isConnecting: Bool, isReading: Bool, reportsWrites: Bool)
  case datagram
}
