import ConversationModel
import Conversations
import Testing
import Timebase
import TransportPorts

/// Goal: what a person was told is accepted is never lost, never shown twice over there, and its state is
/// true, over losses, duplicates, absences and restarts.
/// Method: random sequences of these through coordinator, router and a store; the other end is a list that
/// keeps each id once. The store outlives a restart, everything else is made anew.
@Suite(.timeLimit(.minutes(6))) struct DurableOutboxTests {
  /// Of each of ten parts.
  static let sequences = 1_000

  @Test(arguments: 0..<10)
  func whatWasAcceptedIsNeitherLostNorDoubledAndItsStateIsTrue(part: Int) async throws {
    var failures: [String] = []
    var steps = 0
    let fresh = UInt64.random(in: 1_000_000...9_999_999)
    for number in part * Self.sequences..<(part + 1) * Self.sequences {
      // Nine of ten are the same in each run.
      let seed = number.isMultiple(of: 10) ? fresh + UInt64(number) : UInt64(number)
      var world = await OutboxLife(seed: seed)
      for _ in 0..<30 { try await world.step() }
      steps += 30
      if let fault = world.fault { failures.append("seed \(seed): \(fault)") }
      if let fault = try await world.faultAfterHealing() { failures.append("seed \(seed): \(fault)") }
      guard failures.count < 5 else { break }
    }
    print("SEQUENCES durable outbox, part \(part): \(Self.sequences) of 30 steps, \(steps) in all")
    #expect(failures.isEmpty, "\(failures)")
  }
}

/// One sequence: our end with its store, the way, and the other end.
private struct OutboxLife {
  private let store = MemoryStore()
  private let clock = StandingClock()
  private let bob = ConversationKey.direct(address(0xB0B))
  private var alarm = HeldAlarm()
  private var transport = RecordingTransport()
  private var people: PeerCoordinator
  private var router: Router
  private var messages: MessageCoordinator
  private var random: Numbers
  private var isInSight = false
  /// Accepted, in order.
  private var accepted: [MessageID] = []
  /// On the way, and what the other end keeps.
  private var way: [MessageID] = []
  private var over: [MessageID] = []
  private var confirmed: Set<MessageID> = []
  private(set) var fault: String?

  init(seed: UInt64) async {
    random = Numbers(seed)
    people = Self.people(transport, store, clock, alarm)
    router = Router(transport: transport, messages: store, clock: clock, alarm: alarm)
    messages = Self.messages(transport, store, router, people, clock, alarm)
  }

  mutating func step() async throws {
    switch random.below(10) {
    case 0, 1:
      accepted += try await messages.send("m\(accepted.count)", to: bob)
      await look()
    case 2, 3: await arrive(random.below(3) > 0)
    case 4: if !way.isEmpty { way.remove(at: random.below(way.count)) }
    case 5: if let one = way.first { way.append(one) }
    case 6: await sight(!isInSight)
    case 7:
      await tell(.peerReady(address(0xB0B)))
      await look()
    case 8: await pass(seconds: UInt64(random.below(60)))
    default: try await restart()
    }
    await check()
  }

  /// Everything works from now on, for long enough; what is wrong then.
  mutating func faultAfterHealing() async throws -> String? {
    await sight(true)
    for _ in 0..<60 {
      await tell(.peerReady(address(0xB0B)))
      await look()
      while !way.isEmpty { await arrive(true) }
      await pass(seconds: 20)
    }
    await check()
    if let fault { return fault }
    for id in accepted {
      guard let state = await store.message(id, in: bob)?.delivery else { return "\(id) is lost" }
      switch state {
      case .delivered, .read: break
      case .failed: continue  // eight times on the way, and said so
      case .notSentYet, .sending, .sent, .carried, .partiallyDelivered: return "\(id) still is \(state)"
      }
    }
    let waits = await store.unconfirmed()
    return waits.isEmpty ? nil : "\(waits.count) still wait"
  }

  /// States tell no more than is true, and never take a confirmation back.
  private mutating func check() async {
    for id in accepted {
      guard let state = await store.message(id, in: bob)?.delivery else {
        fault = fault ?? "\(id) is lost"
        return
      }
      if state.isConfirmed, !over.contains(id) { fault = fault ?? "\(id) is confirmed and not there" }
      if confirmed.contains(id), !state.isConfirmed { fault = fault ?? "\(id) fell back to \(state)" }
      if state.isConfirmed { confirmed.insert(id) }
    }
    let rows = await store.newest(in: bob, limit: 9_999).messages
    if rows.count != accepted.count { fault = fault ?? "\(rows.count) rows of \(accepted.count)" }
  }

  /// What the transport was given is on the way, and said to have left.
  private mutating func look() async {
    let given = await transport.calls.compactMap { call -> MessageID? in
      guard call.hasPrefix("private m"), let number = Int(call.dropFirst(9)) else { return nil }
      return accepted.indices.contains(number) ? accepted[number] : nil
    }
    await transport.forget()
    way += given
    for id in given where random.below(4) > 0 { await tell(.sendOutcome(id, address(0xB0B), .sent)) }
  }

  private mutating func arrive(_ isConfirmed: Bool) async {
    guard !way.isEmpty else { return }
    let id = way.removeFirst()
    if !over.contains(id) { over.append(id) }
    guard isConfirmed else { return }
    await tell(.receipt(Receipt(kind: .delivered, id: id, peer: address(0xB0B))))
  }

  private mutating func sight(_ isSeen: Bool) async {
    isInSight = isSeen
    await tell(.peersChanged(isSeen ? [inReach(0xB0B)] : []))
    await look()
  }

  private mutating func pass(seconds: UInt64) async {
    clock.pass(seconds: seconds)
    await alarm.ring(at: clock)
    await look()
  }

  /// What was on the way may still arrive; what the old process would have done is gone.
  private mutating func restart() async throws {
    (alarm, transport) = (HeldAlarm(), RecordingTransport())
    people = Self.people(transport, store, clock, alarm)
    router = Router(transport: transport, messages: store, clock: clock, alarm: alarm)
    messages = Self.messages(transport, store, router, people, clock, alarm)
    try await router.restore()
    await sight(isInSight)
  }

  private func tell(_ event: TransportEvent) async {
    await transport.emit(event)
    await TransportIntake(transport: transport, messages: messages, people: people).run()
  }

  private static func people(
    _ transport: RecordingTransport, _ store: MemoryStore, _ clock: StandingClock, _ alarm: HeldAlarm
  ) -> PeerCoordinator {
    PeerCoordinator(
      transport: transport, peers: store, relations: store, settings: store, defaultNickname: "juno",
      clock: clock, alarm: alarm)
  }

  private static func messages(
    _ transport: RecordingTransport, _ store: MemoryStore, _ router: Router, _ people: PeerCoordinator,
    _ clock: StandingClock, _ alarm: HeldAlarm
  ) -> MessageCoordinator {
    MessageCoordinator(
      transport: transport, messages: store, upkeep: store, router: router, people: people, clock: clock,
      alarm: alarm)
  }
}

/// Numbers from a seed (SplitMix64).
private struct Numbers {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
