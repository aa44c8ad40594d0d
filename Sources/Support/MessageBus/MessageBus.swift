import CSystemd
import Glibc
import Locks

/// One connection to a message bus, kept by a thread of its own.
///
/// The thread sleeps until there is something to say or to hear. It connects when something is to be said,
/// and anew after the bus went; what waited then gets `notConnected`. Nobody waits for the thread: calls are
/// handed over in a mailbox of 64, signals come in a stream that keeps the newest 64.
public final class MessageBus: Sendable {
  /// Calls that may wait at once.
  public static let callsMax = 64
  /// Signals that wait to be taken.
  public static let signalsMax = 64
  /// How long an answer is waited for. Whoever is called may have to be started first.
  public static let answerTime = Duration.seconds(10)

  /// What was told, of what was asked for; ends with `stop`.
  public let signals: AsyncStream<BusSignal>
  private let mailbox: BusMailbox

  /// A connection to the bus at `address`, which is made when it is needed. Throws `notConnected` where the
  /// system has no thread or no descriptor left.
  public init(address: String, subscriptions: [BusSubscription] = []) throws(BusError) {
    let (signals, feed) = AsyncStream.makeStream(
      of: BusSignal.self, bufferingPolicy: .bufferingNewest(Self.signalsMax))
    guard let mailbox = BusMailbox() else { throw .notConnected }
    self.signals = signals
    self.mailbox = mailbox
    try BusThread.start(
      BusThread.Plan(address: address, subscriptions: subscriptions, mailbox: mailbox, feed: feed))
  }

  /// The thread ends by itself; nobody waits for it.
  deinit { mailbox.stop() }

  /// Calls a method; answers what it returned.
  public func call(_ call: BusCall) async throws(BusError) -> [BusValue] {
    let answer = await withCheckedContinuation { continuation in
      let post = BusMailbox.Post(call: call) { continuation.resume(returning: $0) }
      if let refusal = mailbox.post(post) { continuation.resume(returning: .failure(refusal)) }
    }
    return try answer.get()
  }

  /// Calls a method and does not wait for what comes of it.
  public func tell(_ call: BusCall) {
    _ = mailbox.post(BusMailbox.Post(call: call) { _ in })
  }

  /// Says what was handed over, as far as that goes at once, and ends the connection. What waits gets
  /// `stopped`.
  public func stop() async {
    mailbox.stop()
    for await _ in mailbox.ended {}
  }
}

/// What is handed to the thread, and what wakes it.
final class BusMailbox: Sendable {
  /// A call and who waits for it; called once.
  struct Post: Sendable {
    var call: BusCall
    var answer: @Sendable (Result<[BusValue], BusError>) -> Void
  }

  private struct State {
    var posts: [Post] = []
    var isStopped = false
  }

  /// Ends when the thread does.
  let ended: AsyncStream<Never>
  let wakeUp: Int32
  private let end: AsyncStream<Never>.Continuation
  private let state = Mutex(State())

  init?() {
    wakeUp = tern_bus_event()
    (ended, end) = AsyncStream.makeStream(of: Never.self, bufferingPolicy: .bufferingNewest(1))
    guard wakeUp >= 0 else { return nil }
  }

  deinit { if wakeUp >= 0 { close(wakeUp) } }

  /// Hands a call over; answers why that cannot be.
  func post(_ post: Post) -> BusError? {
    let refusal = state.withLock { state -> BusError? in
      guard !state.isStopped else { return .stopped }
      guard state.posts.count < MessageBus.callsMax else { return .busy }
      state.posts.append(post)
      return nil
    }
    if refusal == nil { wake() }
    return refusal
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    wake()
  }

  /// What was handed over since the last time, and whether that is all there will be.
  func take() -> (posts: [Post], isStopped: Bool) {
    var count: UInt64 = 0
    _ = read(wakeUp, &count, MemoryLayout<UInt64>.size)
    return state.withLock { state in
      defer { state.posts = [] }
      return (state.posts, state.isStopped)
    }
  }

  func didEnd() { end.finish() }

  private func wake() {
    var one: UInt64 = 1
    _ = write(wakeUp, &one, MemoryLayout<UInt64>.size)
  }
}
