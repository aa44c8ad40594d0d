import Networking
import Timebase

/// The LAN link layer without sockets and clocks: who is dialled, which links stand, when they end.
///
/// Feed every event to `handle` with the time, and carry out all effects it returns, in order, before the
/// next event. Same seed and events give the same effects. The machine owns no socket: connections are
/// names, and deadlines are effects.
///
/// A connection goes `dialling → greeting → up`, or from the accept `greeting → up`. Two links to one node
/// are settled by `+Settlement`; limits are in `LANLimits`. When a peer reads slowly its frames wait in a
/// queue of 1 MB; overflow drops the lowest priority, there the newest; all queues together hold 4 MiB and
/// overflow drops the lowest priority, there the oldest. The link itself is not closed for it.
///
/// Source: architecture, "LAN links".
struct LANLinkMachine: Sendable {
  let instance: LANInstance
  var jitter: any RandomNumberGenerator & Sendable
  var neighbours = LANNeighbours()
  var connections: [LANConnectionID: LANConnection] = [:]
  /// Which connection carries a link, for everything named by link.
  var linkConnections: [LANLinkID: LANConnectionID] = [:]
  var beacons = BeaconTimes()
  var acceptBudget = LANAcceptBudget()
  var counters = LANCounters()
  var staticDials: [LANStaticDial]
  /// A connection came up or went since the static dials were last looked at.
  var linksHaveChanged = false
  var effects: [LANMachineEffect] = []
  var connectionCount: UInt64 = 0
  var queuedCount: UInt64 = 0

  /// When beacons were and are to be sent.
  struct BeaconTimes: Sendable {
    /// `nil` until started.
    var tcpPort: UInt16?
    var lastSent: Instant?
    var next: Instant?
  }

  /// A machine for one run of a node. `instance` and `jitter` come from the caller's randomness; static
  /// peers are known by their number here, their names are the caller's.
  init(instance: LANInstance, jitter: any RandomNumberGenerator & Sendable, staticPeers: Int = 0) {
    self.instance = instance
    self.jitter = jitter
    staticDials = Array(repeating: LANStaticDial(), count: min(staticPeers, LANLimits.staticPeersMax))
  }

  /// Takes one event and returns what is to be done, in order.
  mutating func handle(_ event: LANMachineEvent, now: Instant) -> [LANMachineEffect] {
    effects = []
    switch event {
    case .start(let tcpPort): start(tcpPort: tcpPort, now: now)
    case .networkChanged(let tcpPort): networkChanged(tcpPort: tcpPort, now: now)
    case .beacon(let datagram, let host): hear(datagram, from: host, now: now)
    case .resolved(let peer, let addresses): resolved(peer, addresses, now: now)
    case .dialSucceeded(let id): dialSucceeded(id, now: now)
    case .accepted(let id, let host): accepted(id, from: host, now: now)
    case .received(let id, let bytes): received(bytes, on: id, now: now)
    case .wrote(let id, let bytes): wrote(bytes, on: id, now: now)
    case .closed(let id, let reason): closed(id, reason, now: now)
    case .timer(.beacon): beaconIsDue(now: now)
    case .timer(.staticPeer(let peer)): staticDialIsDue(peer, now: now)
    case .timer(.connection(let id)): deadlineReached(id, now: now)
    case .verified(let link, let wasKnownBefore): verified(link, wasKnownBefore, now: now)
    case .send(let packet, let links, let priority): send(packet, to: links, priority, now: now)
    case .close(let link):
      if let id = linkConnections[link] { end(id, .closedByUs, now: now) }
    case .stop: stop(now: now)
    }
    if linksHaveChanged { followStaticPeers(now: now) }
    defer { effects = [] }
    return effects
  }

  private mutating func stop(now: Instant) {
    beacons = BeaconTimes()
    effects.append(.cancel(.beacon))
    stopStaticDials()
    for id in connections.keys.sorted() where connections[id] != nil {
      end(id, .closedByUs, promoting: false, now: now)
    }
  }

  /// Whether any connection belongs to the node, or is being dialled for it.
  func isLinked(_ instance: LANInstance) -> Bool {
    connections.values.contains { $0.instance == instance || $0.instance == nil && $0.expected == instance }
  }

  /// How much is held at the moment.
  var load: LANLoad {
    LANLoad(
      inbound: connections.values.count { $0.role == .acceptor },
      outbound: connections.values.count { $0.role == .dialler },
      verified: connections.values.count { $0.verification != .none },
      queuedBytes: connections.values.reduce(0) { $0 + $1.queue.cost },
      unfinishedBytes: connections.values.reduce(0) { $0 + $1.parser.pendingBytes },
      instances: neighbours.count)
  }

  /// Brings the connection's timer up to its next deadline. A timer that is early is left alone: firing
  /// early costs one look, moving it costs two effects on every frame.
  mutating func updateTimer(_ id: LANConnectionID) {
    guard let connection = connections[id] else { return }
    let deadline = connection.deadline
    if let set = connection.timerAt, set <= deadline { return }
    connections[id]?.timerAt = deadline
    effects.append(.schedule(.connection(id), at: deadline))
  }
}
