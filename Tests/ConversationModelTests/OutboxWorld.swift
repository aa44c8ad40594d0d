import ConversationModel
import Timebase
import TransportPorts

/// An outbox as its owner uses it.
protocol OutboxMachine {
  func holds(_ id: MessageID, for peer: PeerAddress) -> Bool
  mutating func accept(_ message: ChatMessage, now: Now) -> [Outbox.Effect]
  mutating func restore(_ messages: [ChatMessage], now: Now) -> [Outbox.Effect]
  mutating func sighted(_ reach: [PeerAddress: Outbox.Reach]) -> [Outbox.Effect]
  mutating func peerReady(_ peer: PeerAddress, now: Now) -> [Outbox.Effect]
  mutating func timeReached(now: Now) -> [Outbox.Effect]
  mutating func left(_ id: MessageID, for peer: PeerAddress, now: Now) -> [Outbox.Effect]
  mutating func settle(_ id: MessageID, for peer: PeerAddress) -> [Outbox.Effect]
}

extension Outbox: OutboxMachine {}

/// What somebody can do to an outbox, its network and its peers.
enum OutboxStep: CaseIterable {
  case send, sendSameAgain, sendFailedAgain, leave, arrive, arriveTwice, drop
  case acknowledge, acknowledgeElsewhere, dropAcknowledgement, read, sight, ready, restart
  case waitABit, waitForWake, waitLong, waitADay, waitInSilence, burst
}

/// One machine, its slow twin, the stored states of the messages with theirs, a lossy network, and peers that
/// keep what arrives. `fault` says what went wrong first.
struct OutboxWorld<Machine: OutboxMachine> {
  private struct Frame {
    var id: MessageID
    var peer: PeerAddress
  }

  private let make: () -> Machine
  private let advance: (DeliveryState, DeliveryState) -> DeliveryState?
  private var machine: Machine
  private var twin = SlowOutbox()
  private var now: Now
  private var stored: [MessageID: ChatMessage] = [:]
  private var twinStates: [MessageID: DeliveryState] = [:]
  private var order: [MessageID] = []
  private var handed: [Frame] = []
  private var flying: [Frame] = []
  private var acknowledgements: [Frame] = []
  private var received: Set<MessageID> = []
  private var wakeAt: Instant?
  private var wakeChecked: Instant?
  private(set) var fault: String?

  static var peers: [PeerAddress] {
    ["1111aaaaaaaaaaaa", "2222bbbbbbbbbbbb", "3333cccccccccccc"].compactMap { PeerAddress($0) }
  }

  init(make: @escaping () -> Machine, advance: @escaping (DeliveryState, DeliveryState) -> DeliveryState?) {
    self.make = make
    self.advance = advance
    machine = make()
    now = Now(
      monotonic: Instant(nanoseconds: 1_000_000_000),
      unix: Timestamp(milliseconds: 1_770_000_000_000))
  }

  /// Takes one step.
  mutating func take(_ step: OutboxStep, _ random: inout Xorshift) {
    switch step {
    case .send: send(&random)
    case .burst: for _ in 0..<Int.random(in: 90...130, using: &random) { send(&random) }
    case .sendSameAgain:
      let held = order.filter { holds($0) }
      if let id = held.randomElement(using: &random), let message = stored[id] { accept(message) }
    case .sendFailedAgain: sendFailedAgain(&random)
    case .leave: if let frame = taken(\.handed, &random) { left(frame) }
    case .arrive: if let frame = taken(\.flying, &random) { arrived(frame) }
    case .arriveTwice: if let frame = flying.randomElement(using: &random) { arrived(frame) }
    case .drop: _ = taken(\.flying, &random)
    case .acknowledge:
      if let frame = taken(\.acknowledgements, &random) { confirmed(frame, .delivered(at: now.unix)) }
    case .read:
      if let frame = taken(\.acknowledgements, &random) { confirmed(frame, .read(at: now.unix)) }
    case .dropAcknowledgement: _ = taken(\.acknowledgements, &random)
    case .acknowledgeElsewhere:
      if let id = order.randomElement(using: &random),
        let peer = Self.peers.first(where: { $0 != stored[id]?.conversation.peer })
      {
        settle(id, peer)
      }
    case .sight: sight(&random)
    case .ready:
      if let peer = Self.peers.randomElement(using: &random) {
        perform(machine.peerReady(peer, now: now), twin.peerReady(peer, now: now))
      }
    case .restart: restart()
    case .waitABit: wait(seconds: .random(in: 1...15, using: &random))
    case .waitLong: wait(seconds: .random(in: 60...2_000, using: &random))
    case .waitADay: wait(seconds: 25 * 3_600)
    case .waitForWake: waitForWake()
    case .waitInSilence: waitInSilence()
    }
  }

  /// Looks at everything: states as the twin has them, nothing lost, nothing told that is not true, nothing
  /// due before the time that was told.
  mutating func look() {
    guard fault == nil else { return }
    for id in order {
      guard let state = stored[id]?.delivery else { continue }
      if state != twinStates[id] {
        fault = "\(id) is \(state), the twin says \(twinStates[id].map { "\($0)" } ?? "-")"
      }
      let isOver = if case .failed = state { true } else { state.isConfirmed }
      if !isOver, !holds(id) { fault = "\(id) was lost" }
      if state.isConfirmed, !received.contains(id) { fault = "\(id) never arrived" }
    }
    guard let wakeAt, wakeAt > now.monotonic, wakeAt != wakeChecked else { return }
    wakeChecked = wakeAt
    // Nothing goes out in the moment before the time that was told.
    let before = later(UInt64(wakeAt.since(now.monotonic).wholeNanoseconds) - 1)
    var copy = machine
    for effect in copy.timeReached(now: before) {
      if case .transmit = effect { fault = "it is due before it wants to be woken" }
    }
  }

  /// With everybody in reach and nothing lost, everything that has not failed is confirmed in the end.
  mutating func settleDown() {
    let ways = Dictionary(uniqueKeysWithValues: Self.peers.map { ($0, Outbox.Reach.deliverable) })
    twin.sighted(ways)
    perform(machine.sighted(ways), [])
    for _ in 0..<40 where fault == nil && order.contains(where: holds) {
      for frame in handed { left(frame) }
      handed = []
      for frame in flying { arrived(frame) }
      flying = []
      for frame in acknowledgements { confirmed(frame, .delivered(at: now.unix)) }
      acknowledgements = []
      waitForWake()
    }
    for id in order where fault == nil {
      switch stored[id]?.delivery {
      case .delivered, .read, .failed: break
      case .notSentYet, .sending, .sent, .carried, .partiallyDelivered, nil: fault = "\(id) never settled"
      }
    }
  }
}

extension OutboxWorld {
  private mutating func send(_ random: inout Xorshift) {
    guard let peer = Self.peers.randomElement(using: &random) else { return }
    let late = UInt64.random(in: 0...3, using: &random) * 1_000
    let message = ChatMessage(
      id: MessageID("m\(order.count)"), conversation: .direct(peer),
      author: MessageAuthor(name: "juno", address: nil, isOwn: true), text: "text",
      sentAt: Timestamp(milliseconds: now.unix.milliseconds - late), delivery: .sending)
    order.append(message.id)
    stored[message.id] = message
    twinStates[message.id] = .sending
    accept(message)
  }

  private mutating func sendFailedAgain(_ random: inout Xorshift) {
    let failed = order.filter { if case .failed? = stored[$0]?.delivery { true } else { false } }
    guard let id = failed.randomElement(using: &random), var message = stored[id] else { return }
    message.delivery = .sending
    message.sentAt = now.unix
    stored[id] = message
    twinStates[id] = .sending
    accept(message)
  }

  private mutating func accept(_ message: ChatMessage) {
    perform(machine.accept(message, now: now), twin.accept(message, now: now))
  }

  private mutating func left(_ frame: Frame) {
    twin.left(frame.id, for: frame.peer, now: now)
    perform(machine.left(frame.id, for: frame.peer, now: now), [])
    if machine.holds(frame.id, for: frame.peer) { report(.sent, of: frame.id) }
    flying.append(frame)
  }

  private mutating func arrived(_ frame: Frame) {
    received.insert(frame.id)
    acknowledgements.append(frame)
  }

  private mutating func confirmed(_ frame: Frame, _ state: DeliveryState) {
    report(state, of: frame.id)
    settle(frame.id, frame.peer)
  }

  private mutating func settle(_ id: MessageID, _ peer: PeerAddress) {
    twin.settle(id, for: peer)
    perform(machine.settle(id, for: peer), [])
  }

  private mutating func sight(_ random: inout Xorshift) {
    var ways: [PeerAddress: Outbox.Reach] = [:]
    for peer in Self.peers {
      ways[peer] = [.none, .linkWithoutSession, .deliverable, .deliverable].randomElement(using: &random)
    }
    twin.sighted(ways)
    perform(machine.sighted(ways), [])
  }

  private mutating func restart() {
    machine = make()
    twin = SlowOutbox()
    handed = []
    wakeAt = nil
    let waiting = order.compactMap { stored[$0] }
      .filter { message in
        if case .failed? = message.delivery { return false }
        return message.delivery?.isConfirmed == false
      }
      .sorted { $0.sentAt < $1.sentAt }
    perform(machine.restore(waiting, now: now), twin.restore(waiting))
  }

  private mutating func wait(seconds: UInt64) {
    pass(nanoseconds: seconds * 1_000_000_000)
    perform(machine.timeReached(now: now), twin.timeReached(now: now))
  }

  private mutating func waitForWake() {
    guard let wakeAt else { return }
    pass(nanoseconds: UInt64(max(0, wakeAt.since(now.monotonic).wholeNanoseconds)))
    perform(machine.timeReached(now: now), twin.timeReached(now: now))
  }

  /// Everything leaves, and nothing of it arrives, until attempts are used up.
  private mutating func waitInSilence() {
    for _ in 0..<14 where fault == nil {
      for frame in handed { left(frame) }
      handed = []
      flying = []
      waitForWake()
    }
  }

  private mutating func pass(nanoseconds: UInt64) { now = later(nanoseconds) }

  private func later(_ nanoseconds: UInt64) -> Now {
    Now(
      monotonic: Instant(nanoseconds: now.monotonic.nanoseconds + nanoseconds),
      unix: Timestamp(milliseconds: now.unix.milliseconds + nanoseconds / 1_000_000))
  }

  private mutating func perform(_ effects: [Outbox.Effect], _ wanted: [Outbox.Effect]) {
    if effects.acts != wanted, fault == nil {
      fault = "the machine did \(effects.acts.count) acts, the twin \(wanted.count)"
    }
    for effect in effects {
      switch effect {
      case .transmit(let message):
        guard let peer = message.conversation.peer else { continue }
        if stored[message.id]?.delivery?.isConfirmed == true { fault = fault ?? "\(message.id) was doubled" }
        handed.append(Frame(id: message.id, peer: peer))
      case .giveUp(let message, _): report(.failed(reason: "reason"), of: message.id)
      case .wake(let moment): wakeAt = moment
      }
    }
  }

  private mutating func report(_ state: DeliveryState, of id: MessageID) {
    if let held = stored[id]?.delivery, let next = advance(held, state) { stored[id]?.delivery = next }
    if let held = twinStates[id], slowlyApplies(held, state) { twinStates[id] = state }
  }

  private mutating func taken(
    _ frames: WritableKeyPath<OutboxWorld, [Frame]>, _ random: inout Xorshift
  ) -> Frame? {
    guard !self[keyPath: frames].isEmpty else { return nil }
    let place = Int.random(in: 0..<self[keyPath: frames].count, using: &random)
    return self[keyPath: frames].remove(at: place)
  }

  private func holds(_ id: MessageID) -> Bool {
    stored[id]?.conversation.peer.map { machine.holds(id, for: $0) } ?? false
  }
}

/// Whether a report counts, as the sentences of chat-app 2.4 list it.
private func slowlyApplies(_ current: DeliveryState, _ new: DeliveryState) -> Bool {
  func name(_ state: DeliveryState) -> String {
    switch state {
    case .notSentYet: "notSentYet"
    case .sending: "sending"
    case .sent: "sent"
    case .carried: "carried"
    case .delivered: "delivered"
    case .read: "read"
    case .failed: "failed"
    case .partiallyDelivered: "partiallyDelivered"
    }
  }
  let refused = [
    "read": ["delivered", "carried", "sent", "sending", "failed"],
    "delivered": ["carried", "sent", "sending", "failed"], "carried": ["sent", "sending"],
    "sent": ["sending"],
  ]
  return current != new && name(new) != "notSentYet"
    && refused[name(current)]?.contains(name(new)) != true
}
