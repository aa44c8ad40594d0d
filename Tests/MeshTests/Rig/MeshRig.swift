import Cryptography
import Mesh
import MeshWire
import Timebase

/// Engines joined by links that carry bytes, one clock that jumps to the next thing to happen, and faults
/// drawn from a seed. Nothing in it depends on the machine's clock or on hash order.
struct MeshRig {
  struct Faults {
    var lossPercent: UInt64 = 0
    var duplicatePercent: UInt64 = 0
    /// Extra delay, drawn from 0 to this: frames overtake each other.
    var jitterMilliseconds: UInt64 = 0
  }

  /// A frame on its way.
  struct Flight {
    let at: Instant
    let number: Int
    let to: Int
    let link: LinkID
    let frame: [UInt8]
  }

  /// A frame as it was delivered.
  struct Delivery {
    let to: Int
    let link: LinkID
    let frame: [UInt8]
    let at: Instant
  }

  var nodes: [RigNode] = []
  var now = Now(
    monotonic: Instant(nanoseconds: 1_000_000_000), unix: Timestamp(milliseconds: 1_750_000_000_000))
  var faults = Faults()
  var deliveries: [Delivery] = []
  var log = SHA256()
  /// Whether a frame to a node may be delivered; the rig asks before each delivery.
  var isDelivered: (Int, LinkID, [UInt8]) -> Bool = { _, _, _ in true }
  /// Frames that were not.
  var lost: [Flight] = []

  private var random: SeededRandom
  private var flights: [Flight] = []
  private var flightCount = 0
  private var linkCount = 0
  /// Whether a link that an engine closes stays up; only while a node rotates.
  private var keepsConnections = false
  private var ends: [RigEnd: RigEnd] = [:]

  init(_ names: [String] = [], seed: UInt64 = 1, configuration: MeshConfiguration = MeshConfiguration()) {
    random = SeededRandom(number: seed)
    for name in names { add(name, configuration: configuration) }
  }

  /// Adds a node with keys of its own and starts it.
  @discardableResult
  mutating func add(_ name: String, configuration: MeshConfiguration = MeshConfiguration()) -> Int {
    let identity = MeshIdentity(noise: .generate(using: &random), signing: .generate(using: &random))
    return add(name, identity: identity, configuration: configuration)
  }

  /// Adds a node with these keys and starts it.
  @discardableResult
  mutating func add(
    _ name: String, identity: MeshIdentity, configuration: MeshConfiguration = MeshConfiguration()
  ) -> Int {
    let engine = MeshEngine(
      configuration: configuration, identity: identity, nickname: name,
      random: SeededRandom(seed: random.bytes(SeededRandom.seedBytes)))
    nodes.append(RigNode(name: name, identity: identity, engine: engine))
    tell(nodes.count - 1, .command(.start))
    return nodes.count - 1
  }

  /// Cuts all links of a node and puts a new engine with the same keys in its place, as a restart does.
  mutating func restart(_ node: Int) {
    for end in ends.keys.filter({ $0.node == node }).sorted(by: { $0.link < $1.link }) {
      cut(node, end.link)
    }
    nodes[node].engine = MeshEngine(
      identity: nodes[node].identity, nickname: nodes[node].name,
      random: SeededRandom(seed: random.bytes(SeededRandom.seedBytes)))
    nodes[node].wakeAt = nil
    tell(node, .command(.start))
  }

  /// A node leaves its identity behind and comes back as another. Its radio keeps the connections, and the
  /// other ends hear of nothing; the node hears of its links again by `bringUp`.
  mutating func rotate(_ node: Int, to identity: MeshIdentity) {
    keepsConnections = true
    tell(node, .command(.panic(.suspend)))
    tell(node, .command(.panic(.resetIdentity(identity, nickname: nodes[node].name))))
    keepsConnections = false
    nodes[node].identity = identity
    tell(node, .command(.panic(.complete(restarts: true))))
  }

  /// Tells a node of a link that it has.
  mutating func bringUp(_ link: LinkID, of node: Int) {
    tell(node, .link(.up(link, LinkFacts(sendLimitBytes: 65_535))))
  }

  /// Joins two nodes; the first one dials. Gives both ends of the link.
  @discardableResult
  mutating func connect(
    _ dialler: Int, _ acceptor: Int, limit: Int = 65_535
  ) -> (dialler: LinkID, acceptor: LinkID) {
    linkCount += 1
    let near = LinkID(role: .peripheral, name: "link-\(linkCount)")
    let far = LinkID(role: .central, name: "link-\(linkCount)")
    ends[RigEnd(node: dialler, link: near)] = RigEnd(node: acceptor, link: far)
    ends[RigEnd(node: acceptor, link: far)] = RigEnd(node: dialler, link: near)
    tell(dialler, .link(.up(near, LinkFacts(sendLimitBytes: limit))))
    tell(acceptor, .link(.up(far, LinkFacts(sendLimitBytes: limit))))
    return (near, far)
  }

  /// Cuts a link at both ends.
  mutating func cut(_ node: Int, _ link: LinkID) {
    guard let far = ends.removeValue(forKey: RigEnd(node: node, link: link)) else { return }
    ends[far] = nil
    tell(node, .link(.ended(link, runPeerBookkeeping: true)))
    tell(far.node, .link(.ended(far.link, runPeerBookkeeping: true)))
  }

  /// Cuts every link between two nodes.
  mutating func cut(between one: Int, _ other: Int) {
    let links = ends.filter { $0.key.node == one && $0.value.node == other }.keys.map(\.link).sorted()
    for link in links { cut(one, link) }
  }

  /// Gives one event to one node and carries out what it wants.
  mutating func tell(_ node: Int, _ event: MeshEvent) {
    let effects = nodes[node].engine.handle(event, now: now)
    log.update(Array("\(node)@\(now.monotonic.nanoseconds)".utf8))
    for effect in effects {
      record(effect)
      carryOut(effect, of: node)
    }
  }

  /// Hands a frame to a node as if it had come on the link.
  mutating func inject(_ frame: [UInt8], to node: Int, on link: LinkID) {
    tell(node, .link(.frame(link, frame)))
  }

  /// Lets everything happen that happens within `duration`.
  mutating func run(for duration: Duration) {
    let end = now.monotonic + duration
    while let next = nextMoment, next <= end { step(to: next) }
    move(to: end)
  }

  /// Delivers frames and runs deadlines until neither is left before `limit` has passed. The number of
  /// moments at which something happened.
  private var nextMoment: Instant? {
    let wakes = nodes.compactMap(\.wakeAt)
    return (wakes + flights.map(\.at)).min()
  }

  private mutating func step(to moment: Instant) {
    move(to: max(moment, now.monotonic))
    let due = flights.filter { $0.at <= moment }.sorted { ($0.at, $0.number) < ($1.at, $1.number) }
    flights.removeAll { $0.at <= moment }
    for flight in due {
      guard isDelivered(flight.to, flight.link, flight.frame) else {
        lost.append(flight)
        continue
      }
      guard ends[RigEnd(node: flight.to, link: flight.link)] != nil else { continue }
      deliveries.append(
        Delivery(to: flight.to, link: flight.link, frame: flight.frame, at: now.monotonic))
      tell(flight.to, .link(.frame(flight.link, flight.frame)))
    }
    for node in nodes.indices {
      guard let wake = nodes[node].wakeAt, wake <= moment else { continue }
      nodes[node].wakeAt = nil
      tell(node, .timer(.wake))
    }
  }

  private mutating func move(to moment: Instant) {
    let milliseconds = UInt64(clamping: moment.since(now.monotonic).wholeNanoseconds / 1_000_000)
    now = Now(
      monotonic: moment, unix: Timestamp(milliseconds: now.unix.milliseconds + milliseconds))
  }

  private mutating func carryOut(_ effect: MeshEffect, of node: Int) {
    switch effect {
    case .send(let frame, let links, _):
      for link in links { send(frame, from: RigEnd(node: node, link: link)) }
    case .schedule(_, let at): nodes[node].wakeAt = at
    case .cancel: nodes[node].wakeAt = nil
    case .disconnect(let link):
      nodes[node].disconnected.append(link)
      if keepsConnections { return }
      guard let far = ends.removeValue(forKey: RigEnd(node: node, link: link)) else { return }
      ends[far] = nil
      tell(far.node, .link(.ended(far.link, runPeerBookkeeping: true)))
    case .linkVerified(let link, let peer): nodes[node].verified.append((link, peer))
    case .event(let event): nodes[node].events.append(event)
    }
  }

  private mutating func send(_ frame: [UInt8], from end: RigEnd) {
    guard let far = ends[end] else { return }
    if draw(100) < faults.lossPercent { return }
    let copies = draw(100) < faults.duplicatePercent ? 2 : 1
    for _ in 0..<copies {
      let jitter = faults.jitterMilliseconds == 0 ? 0 : draw(faults.jitterMilliseconds + 1)
      flightCount += 1
      flights.append(
        Flight(
          at: now.monotonic + .milliseconds(1 + Int(jitter)), number: flightCount, to: far.node,
          link: far.link, frame: frame))
    }
  }

  private mutating func draw(_ bound: UInt64) -> UInt64 { UInt64.random(in: 0..<bound, using: &random) }

  private mutating func record(_ effect: MeshEffect) {
    if case .send(let frame, let links, let priority) = effect {
      log.update(frame)
      log.update(Array("\(links)\(priority)".utf8))
    } else {
      log.update(Array("\(effect)".utf8))
    }
  }
}

/// One end of a link.
struct RigEnd: Hashable {
  let node: Int
  let link: LinkID
}

/// One engine with what it told so far.
struct RigNode {
  let name: String
  var identity: MeshIdentity
  var engine: MeshEngine
  var events: [MeshAppEvent] = []
  var wakeAt: Instant?
  var disconnected: [LinkID] = []
  var verified: [(LinkID, PeerID)] = []

  init(name: String, identity: MeshIdentity, engine: MeshEngine) {
    self.name = name
    self.identity = identity
    self.engine = engine
  }

  var id: PeerID { identity.peerID }

  /// Texts of public messages by others, in order.
  var publicTexts: [String] {
    events.compactMap { event in
      if case .publicMessage(_, _, let text, _, _, false) = event { text } else { nil }
    }
  }

  /// Texts of private messages, in order.
  var privateTexts: [String] {
    events.compactMap { event in
      if case .privateMessage(_, _, let text, _) = event { text } else { nil }
    }
  }

  /// What became of a message.
  func statuses(of messageID: String) -> [DeliveryStatus] {
    events.compactMap { event in
      if case .deliveryStatus(messageID, let status) = event { status } else { nil }
    }
  }

  /// Ids of the peers listed as connected.
  var connected: [PeerID] { engine.peers.filter(\.isConnected).map(\.id) }
}
