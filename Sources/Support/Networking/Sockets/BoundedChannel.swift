import Locks

/// A first-in first-out queue from synchronous producers to one asynchronous consumer, with back-pressure.
///
/// Nothing is dropped and nothing waits inside `append`: once the queued cost reaches the capacity, `append`
/// answers `false` and the producer must stop until it is told that there is room (`onRoom`, or
/// `waitForRoom`). Room is told at half the capacity, so that producer and consumer do not alternate on
/// every element. The queue therefore holds at most the capacity and what producers append after a
/// `false`.
///
/// Any thread or task may append; only one task at a time may iterate (a second one stops the program).
/// Iteration ends after `finish()` or when the iterating task is cancelled.
public final class BoundedChannel<Element: Sendable>: AsyncSequence, Sendable {
  /// Cost at which the channel counts as full.
  public let capacity: Int
  private let onRoom: @Sendable () -> Void
  private let state = Mutex(State())

  /// An empty channel; `onRoom` is called each time a full channel is half empty, or is finished.
  public init(capacity: Int, onRoom: @escaping @Sendable () -> Void = {}) {
    self.capacity = Swift.max(1, capacity)
    self.onRoom = onRoom
  }

  /// Queues an element and answers whether the producer may go on; `true` and no effect after `finish()`.
  @discardableResult
  public func append(_ element: Element, cost: Int = 1) -> Bool {
    let (consumer, hasRoom) = state.withLock { state -> (CheckedContinuation<Element?, Never>?, Bool) in
      guard !state.isFinished else { return (nil, true) }
      if let consumer = state.consumer {
        state.consumer = nil
        return (consumer, true)
      }
      state.queue.append((element, cost))
      state.cost += cost
      if state.cost >= capacity { state.isFull = true }
      return (nil, !state.isFull)
    }
    consumer?.resume(returning: element)
    return hasRoom
  }

  /// Returns when the channel is not full, is finished, or the calling task is cancelled.
  public func waitForRoom() async {
    guard state.withLock({ $0.isFull }) else { return }
    let ticket = state.withLock { state in
      state.nextTicket += 1
      return state.nextTicket
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          guard state.isFull, !state.isFinished, !Task.isCancelled else { return false }
          state.roomWaiters[ticket] = continuation
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.roomWaiters.removeValue(forKey: ticket) }?.resume()
    }
  }

  /// Ends the sequence once what is queued was taken; later elements are ignored.
  public func finish() {
    let (consumer, waiters, wasFull) = state.withLock { state in
      let wasFull = state.isFull
      state.isFinished = true
      state.isFull = false
      defer {
        state.consumer = nil
        state.roomWaiters = [:]
      }
      return (state.consumer, Array(state.roomWaiters.values), wasFull)
    }
    consumer?.resume(returning: nil)
    for waiter in waiters { waiter.resume() }
    if wasFull { onRoom() }
  }

  /// The next element where one is there; like `Iterator.next`, for the one consumer.
  public func nextIfThere() -> Element? {
    taken(state.withLock { $0.take(capacity: capacity) }) ?? nil
  }

  /// Takes elements one by one.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let channel: BoundedChannel

    /// The next element; `nil` after the end or when the task is cancelled.
    public mutating func next() async -> Element? {
      await channel.take()
    }
  }

  /// An iterator; the channel has one consumer at a time.
  public func makeAsyncIterator() -> Iterator {
    Iterator(channel: self)
  }

  private func take() async -> Element? {
    // What is there needs nothing to wait with.
    if let there = taken(state.withLock { $0.take(capacity: capacity) }) { return there }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let there = taken(
          state.withLock { state in
            let result = state.take(capacity: capacity)
            if case .nothing = result { state.wait(continuation) }
            return result
          })
        if let there { continuation.resume(returning: there) }
      }
    } onCancel: {
      let consumer = state.withLock { state in
        defer { state.consumer = nil }
        return state.consumer
      }
      consumer?.resume(returning: nil)
    }
  }

  /// Tells those who wait for room; `nil` when there was nothing to take.
  private func taken(_ result: Taken) -> Element?? {
    switch result {
    case .nothing: return .none
    case .end: return .some(nil)
    case .element(let element, let waiters, let becameRoomy):
      for waiter in waiters { waiter.resume() }
      if becameRoomy { onRoom() }
      return .some(element)
    }
  }

  private enum Taken {
    case nothing
    case end
    case element(Element, waiters: [CheckedContinuation<Void, Never>], becameRoomy: Bool)
  }

  private struct State {
    var queue = Fifo<(element: Element, cost: Int)>()
    var cost = 0
    var isFull = false
    var isFinished = false
    var consumer: CheckedContinuation<Element?, Never>?
    var roomWaiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var nextTicket: UInt64 = 0

    mutating func wait(_ continuation: CheckedContinuation<Element?, Never>) {
      precondition(consumer == nil, "a BoundedChannel has one consumer: do not iterate it from two tasks")
      consumer = continuation
    }

    mutating func take(capacity: Int) -> Taken {
      if Task.isCancelled { return .end }
      guard let (element, cost) = queue.popFirst() else { return isFinished ? .end : .nothing }
      self.cost -= cost
      guard isFull, self.cost <= capacity / 2 else {
        return .element(element, waiters: [], becameRoomy: false)
      }
      isFull = false
      defer { roomWaiters = [:] }
      return .element(element, waiters: Array(roomWaiters.values), becameRoomy: true)
    }
  }
}
