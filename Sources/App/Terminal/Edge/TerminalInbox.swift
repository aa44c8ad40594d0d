import AppState
import Dispatch
import Glibc
import Locks

import struct Synchronization.Atomic

/// What has come in since the program looked last: typed bytes, signals, news of the node, refusals.
///
/// Bounded: at 64 KiB of typed bytes the terminal is not read, so that it holds its writer back; of views
/// only the newest is kept; signals are flags; answers are to wishes, which a person makes one by one.
final class TerminalInbox: Sendable {
  struct Batch: Sendable {
    var bytes: [UInt8] = []
    var isResized = false
    var mustStop = false
    var mustSuspend = false
    var goesOn = false
    var news: [ChatPort.News] = []
    var answers: [(ChatWish, ChatAnswer)] = []
  }

  static let bytesMax = 65_536

  /// One element when there is something to take.
  let wakeups: AsyncStream<Void>
  private let feed: AsyncStream<Void>.Continuation
  private let batch = Mutex(Batch())
  private let isOver = Atomic(false)

  init() {
    (wakeups, feed) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Everything since the last time.
  func take() -> Batch {
    batch.withLock { batch in
      defer { batch = Batch() }
      return batch
    }
  }

  func put(_ change: (inout Batch) -> Void) {
    batch.withLock { change(&$0) }
    feed.yield()
  }

  /// Something may have changed with time alone.
  func tick() { feed.yield() }

  /// The newest view replaces those that were not looked at.
  func put(_ news: ChatPort.News) {
    put { batch in
      if case .view = news {
        batch.news.removeAll { if case .view = $0 { true } else { false } }
      }
      if batch.news.count > 4 { batch.news.removeFirst() }
      batch.news.append(news)
    }
  }

  /// Reads terminal and signals on a thread of their own until `stop`.
  func start(_ signals: TerminalSignals) {
    // archreview:ignore AR-17 reading a terminal blocks; that must be no thread of the pool
    DispatchQueue(label: "terminal reading").async { [self] in
      while !isOver.load(ordering: .acquiring) { readOnce(signals) }
    }
  }

  func stop(_ signals: TerminalSignals) {
    isOver.store(true, ordering: .releasing)
    signals.wake()
  }

  private func readOnce(_ signals: TerminalSignals) {
    let isFull = batch.withLock { $0.bytes.count >= Self.bytesMax }
    var wishes = [
      pollfd(fd: signals.pipeOut, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isFull ? -1 : STDIN_FILENO, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&wishes, 2, isFull ? 20 : -1) > 0 else { return }
    if wishes[0].revents != 0 { takeSignals(signals) }
    guard wishes[1].revents != 0, !isOver.load(ordering: .acquiring) else { return }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = bytes.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    put { batch in
      // Without a terminal there is nobody to talk to.
      if count <= 0 { batch.mustStop = true } else { batch.bytes += bytes[..<count] }
    }
    if count <= 0 { isOver.store(true, ordering: .releasing) }
  }

  private func takeSignals(_ signals: TerminalSignals) {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = bytes.withUnsafeMutableBytes { read(signals.pipeOut, $0.baseAddress, $0.count) }
    guard count > 0 else { return }
    put { batch in
      for byte in bytes[..<count] {
        switch Int32(byte) {
        case SIGWINCH: batch.isResized = true
        case SIGTSTP: batch.mustSuspend = true
        case SIGCONT: batch.goesOn = true
        case SIGTERM, SIGINT, SIGHUP, SIGQUIT: batch.mustStop = true
        default: break
        }
      }
    }
  }
}
