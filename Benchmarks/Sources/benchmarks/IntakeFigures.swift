import AppState
import ConversationModel
import ConversationStore
import Conversations
import Cryptography
import Foundation
import Storage
import Timebase
import TransportPorts

/// A crowd in the open channel while a page looks at it: 5,000 people a second, each new, each with a line of
/// their own, through the intake, flood control, the batch and the store to what the page shows.
///
/// What is offered waits like frames of a link that is not read. Counted are the lines that were stored and
/// shown, and what the process occupies from the middle on, when every table has the size it keeps.
enum IntakeFigures {
  private static let rate = 5_000
  private static let seconds = 12

  static func all() async throws -> [Figure] {
    try await taken(.day, "stored") + taken(.session, "in memory alone")
  }

  private static func taken(_ period: RetentionPeriod, _ name: String) async throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "tern-bench-\(UInt32.random(in: 0...UInt32.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try await ConversationStore.open(
      at: folder.appendingPathComponent("messages.sqlite").path,
      storeKey: SecretBytes([UInt8](repeating: 7, count: 32)))
    let kept = try await KeptMessages(store)
    let clock = RunningClock()
    _ = try await kept.choose(Retention(publicMessages: period), now: clock.now().unix)
    let crowd = Crowd(rate: rate, count: rate * seconds)
    let talk = try await Looking(crowd, store, kept, clock)
    let start = ContinuousClock.now
    await talk.run()
    let passed = Measure.milliseconds(since: start) / 1_000
    let growth = await crowd.growthMebibytes
    guard await talk.heldBackCount == 0 else { throw BenchmarkError.unreadable("a crowd of new people") }
    // Ends the feed: what stands in it is followed to its end.
    await store.close()
    let shown = await talk.shownCount
    return [
      Figure(
        name: "new senders' lines a second, \(name), of \(rate) offered", unit: "/s",
        values: [Double(shown) / max(passed, Double(seconds))], goal: 0, isFloor: true),
      Figure(
        name: "the same, shown of \(rate * seconds)", unit: "lines", values: [Double(shown)],
        goal: Double(rate * seconds), isFloor: true),
      Figure(
        name: "the same, memory gained in its second half", unit: "MiB", values: [growth], goal: 16),
    ]
  }
}

/// Everything between a transport and a page, with the page looking at the open channel.
@MainActor private final class Looking {
  private let talk = TalkDomain()
  private let intake: TransportIntake
  private let messages: MessageCoordinator
  private let alarm = SleepingAlarm()
  private var following: Task<Void, Never>?
  private let counted = Counted()

  init(
    _ crowd: Crowd, _ store: ConversationStore, _ kept: KeptMessages, _ clock: RunningClock
  ) async throws {
    let people = PeerCoordinator(
      transport: crowd, peers: store, relations: store, settings: store, defaultNickname: "juno",
      clock: clock, alarm: alarm)
    let router = Router(transport: crowd, messages: kept, clock: clock, alarm: alarm)
    messages = MessageCoordinator(
      transport: crowd, messages: kept, upkeep: kept, router: router, people: people, clock: clock,
      alarm: alarm)
    let channels = ChannelCoordinator(
      messages: messages, store: kept, search: kept, settings: store, people: people)
    intake = TransportIntake(transport: crowd, messages: messages, people: people)
    try await people.start(presenter: talk, fingerprint: String(repeating: "0", count: 64))
    await messages.start(presenter: talk)
    let changes = await messages.changes()
    let counting = await messages.changes()
    await talk.connect(
      messages: messages, people: people, channels: channels,
      verification: VerificationCoordinator(
        transport: crowd, identity: Nobody(), trust: store, people: people, clock: clock))
    following = Task { [messages, counted] in
      async let shown: Void = messages.follow(changes)
      for await change in counting { await counted.see(change) }
      await shown
    }
    await talk.open(.mesh)
    await talk.lookedAt(.mesh)
  }

  var shownCount: Int {
    get async {
      await following?.value
      return await counted.count
    }
  }

  func run() async {
    await intake.run()
    await messages.stop()
  }

  var heldBackCount: Int {
    get async { await messages.heldBackCount }
  }
}

/// How many lines were stored, told by the numbers of the changes: the feed drops what nobody takes in time.
/// In memory each line over the cap also takes one away.
private actor Counted {
  private var first: UInt64?
  private var last: UInt64 = 0
  private var removes = false

  func see(_ change: NumberedChange) {
    first = first ?? change.number
    last = change.number
    if case .removed = change.change { removes = true }
  }

  var count: Int {
    let changes = Int(clamping: last - (first ?? last + 1) + 1)
    return removes ? (changes + SessionMemory.messagesPerConversationMax) / 2 : changes
  }
}

/// People who were never seen before, so many a second, until all have spoken.
private actor Crowd: CoreTransport {
  private let rate: Int
  private let count: Int
  private var next = 0
  private var start: ContinuousClock.Instant?
  private var atHalf = 0.0
  private var atEnd = 0.0

  init(rate: Int, count: Int) {
    self.rate = rate
    self.count = count
  }

  var growthMebibytes: Double { atEnd - atHalf }

  func nextEvent() async -> TransportEvent? {
    let start = start ?? .now
    self.start = start
    if next == count / 2 { atHalf = Measure.residentMebibytes() }
    guard next < count else {
      atEnd = Measure.residentMebibytes()
      return nil
    }
    let due = start + .microseconds(next * 1_000_000 / rate)
    // What comes at a rate is the experiment: each waits for its own moment.
    if due > .now { try? await Task.sleep(until: due) }
    next += 1
    let digits = String(0x1000_0000_0000_0000 + UInt64(next), radix: 16)
    guard let sender = PeerAddress(digits) else { return nil }
    // Keys of texts that differ in a digit or two may be equal (chat-app 7.3), and one is left out then.
    let gate = String(UInt64(next) &* 0x9E37_79B9_7F4A_7C15, radix: 16)
    let words = ["landing", "coffee", "north", "ready", "window", "island"]
    return .publicMessage(
      IncomingPublicMessage(
        id: MessageID("m\(next)"), sender: sender, noiseKey: nil, nickname: "guest\(next)",
        text: "\(words[next % 6]) at gate \(gate) \(words[next % 5])",
        sentAt: Timestamp(milliseconds: RunningClock().now().unix.milliseconds), isOwn: false))
  }

  func ownAddress() -> PeerAddress {
    guard let address = PeerAddress("0000000000000001") else {
      preconditionFailure("Sixteen digits are an address.")
    }
    return address
  }
  func publicMessageID(text: String, at moment: Timestamp) -> MessageID { MessageID("own") }
  func sendPublic(_ text: String, at moment: Timestamp) {}
  func sendPrivate(_ text: String, to peer: PeerAddress, id: MessageID, at moment: Timestamp) {}
  func sendDelivered(_ id: MessageID, to peer: PeerAddress) {}
  func sendRead(_ id: MessageID, to peer: PeerAddress) -> Bool { false }
  func prepareSession(with peer: PeerAddress) {}
  func setNickname(_ nickname: String) {}
}

private struct Nobody: OwnIdentity {
  var noiseKey: [UInt8] { [UInt8](repeating: 1, count: 32) }
  var signingKey: [UInt8] { [UInt8](repeating: 2, count: 32) }
  func signature(for bytes: [UInt8]) -> [UInt8] { [] }
}

private struct RunningClock: TalkClock {
  func now() -> Now {
    var (monotonic, wall) = (timespec(), timespec())
    clock_gettime(CLOCK_MONOTONIC, &monotonic)
    clock_gettime(CLOCK_REALTIME, &wall)
    return Now(
      monotonic: Instant(
        nanoseconds: UInt64(clamping: monotonic.tv_sec) * 1_000_000_000
          + UInt64(clamping: monotonic.tv_nsec)),
      unix: Timestamp(
        milliseconds: UInt64(clamping: wall.tv_sec) * 1_000 + UInt64(clamping: wall.tv_nsec) / 1_000_000))
  }
}

/// As the node's: one sleeping task a name.
private final class SleepingAlarm: TalkAlarm {
  func set(_ name: AlarmName, at moment: Instant?, _ action: @escaping @Sendable () async -> Void) {
    guard name == .publicIntake, let moment else { return }
    let delay = moment.since(RunningClock().now().monotonic)
    Task {
      // The node's own alarm sleeps as well; one that rings at once would gather nothing.
      if delay > .zero { try? await Task.sleep(for: delay) }
      await action()
    }
  }
}
