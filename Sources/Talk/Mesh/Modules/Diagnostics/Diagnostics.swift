import MeshWire
import Timebase

/// Ping, trace and the map of the mesh: the packet types `0x26` and `0x27`.
///
/// A ping is neither signed nor encrypted; hops are those of the way back. A trace and the map cost no
/// traffic: they come from what peers announce, so somebody can lie about them. Nothing is kept between
/// runs. Source: mesh-features 8.
public struct Diagnostics: MeshModule {
  /// What the application can ask for. Each answer is a ``Report`` with the same token.
  public enum Command: ModuleCommand {
    /// Ask a peer for a sign of life.
    case ping(PeerID, token: UInt64)
    /// Estimate the way to a peer.
    case trace(PeerID, token: UInt64)
    /// Who says to be next to whom.
    case map(token: UInt64)
  }

  /// An answer, wrapped in a `ModuleAppEvent`.
  public enum Report: Hashable, Sendable {
    /// What became of a ping.
    case ping(token: UInt64, PingResult)
    /// The peers between us and the target, empty for a neighbour; `nil` without a known way.
    case trace(token: UInt64, [PeerID]?)
    /// All claimed edges, ours included.
    case map(token: UInt64, [TopologyEdge])
  }

  /// What became of a ping.
  public enum PingResult: Hashable, Sendable {
    /// It was answered after that many milliseconds; hops as far as they are known.
    case answered(milliseconds: UInt64, hops: Int?)
    /// Nothing came within 10 s.
    case noReply
    /// It could not even leave: nobody is connected, or 64 probes are under way.
    case notSent
  }

  private struct Probe: Sendable {
    let peer: PeerID
    let token: UInt64
    let sentAt: Instant
  }

  static let timeout: Duration = .seconds(10)
  static let probesMax = 64

  private var probes = OrderedMap<UInt64, Probe>()
  private var budget = PingBudget()

  /// The module, with nothing to set.
  public init() {}

  /// Ping and pong. The capability bit stays off: it is reserved though pings are answered (mesh-features
  /// 0.4).
  public var registration: ModuleRegistration {
    ModuleRegistration(name: "diagnostics", messageTypes: [.ping, .pong])
  }

  /// Answers pings, matches answers with questions, and carries commands out.
  public mutating func handle(_ event: ModuleEvent, port: inout ModulePort) -> ModuleVerdict {
    switch event {
    case .packet(let packet, let link, let ingressPeer):
      guard packet.recipient == port.ownID, let payload = PingPayload(decoding: packet.payload) else {
        return .accept
      }
      if packet.type == .ping {
        let key = ingressPeer.map { PingKey.peer($0) } ?? .link(link)
        answer(payload, to: packet.sender, key, port: &port)
      } else {
        complete(payload, packet, port: &port)
      }
      return .accept
    case .command(let command):
      guard let command = command as? Command else { return .reject }
      perform(command, port: &port)
      return .accept
    case .timer(let nonce):
      if let probe = probes.removeValue(forKey: nonce) {
        report(.ping(token: probe.token, .noReply), port: &port)
      }
      return .accept
    case .noisePayload, .session, .restored: return .reject
    }
  }

  /// `pingsAnswered`, and `pingsOverBudget` that were not.
  public var counters: [ModuleCounter] {
    [
      ModuleCounter("pingsAnswered", budget.admittedCount),
      ModuleCounter("pingsOverBudget", budget.refusedCount),
    ]
  }

  /// Forgets every probe without a report.
  public mutating func wipe() { self = Diagnostics() }

  private mutating func answer(
    _ ping: PingPayload, to peer: PeerID, _ key: PingKey, port: inout ModulePort
  ) {
    guard budget.admit(key, at: port.now.monotonic) else { return }
    send(PingPayload(nonce: ping.nonce, originTTL: WireLimits.originatingTTL), .pong, to: peer, port: &port)
  }

  private mutating func complete(_ pong: PingPayload, _ packet: Packet, port: inout ModulePort) {
    guard let probe = probes[pong.nonce], probe.peer == packet.sender else { return }
    probes.removeValue(forKey: pong.nonce)
    port.cancel(pong.nonce)
    let microseconds = port.now.monotonic.since(probe.sentAt).wholeNanoseconds / 1_000
    let milliseconds = UInt64(clamping: (microseconds + 500) / 1_000)
    let hops = pong.hops(receivedTTL: packet.ttl)
    report(.ping(token: probe.token, .answered(milliseconds: milliseconds, hops: hops)), port: &port)
  }

  private mutating func perform(_ command: Command, port: inout ModulePort) {
    switch command {
    case .ping(let peer, let token): ping(peer, token, port: &port)
    case .trace(let peer, let token):
      let path = port.path(to: peer, hopsMax: TopologyLimits.traceHopsMax)
      // A live link needs nobody's word.
      report(.trace(token: token, port.isConnected(peer) ? [] : path), port: &port)
    case .map(let token): report(.map(token: token, port.edges), port: &port)
    }
  }

  private mutating func ping(_ peer: PeerID, _ token: UInt64, port: inout ModulePort) {
    let nonce = port.random.next()
    guard probes.count < Self.probesMax, probes[nonce] == nil,
      send(PingPayload(nonce: nonce, originTTL: WireLimits.originatingTTL), .ping, to: peer, port: &port)
    else { return report(.ping(token: token, .notSent), port: &port) }
    probes[nonce] = Probe(peer: peer, token: token, sentAt: port.now.monotonic)
    port.schedule(nonce, at: port.now.monotonic + Self.timeout)
  }

  @discardableResult
  private func send(
    _ payload: PingPayload, _ type: MessageType, to peer: PeerID, port: inout ModulePort
  ) -> Bool {
    let packet = Packet(
      type: type, ttl: payload.originTTL, timestamp: port.now.unix, sender: port.ownID, recipient: peer,
      payload: payload.encoded)
    return port.sendDirected(packet, to: peer)
  }

  private func report(_ report: Report, port: inout ModulePort) {
    port.emit(.module(ModuleAppEvent(report)))
  }
}
