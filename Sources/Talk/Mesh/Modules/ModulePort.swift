import Cryptography
import MeshWire
import Timebase

/// What a module sees of the engine and what it may ask for, during one call.
///
/// Wishes are carried out after the call, in order.
public struct ModulePort {
  /// One wish.
  enum Wish: Sendable {
    case sendPayload(OutboundPayload, to: PeerID, startsHandshake: HandshakeStart)
    case broadcast(Packet, transferID: String?)
    case schedule(UInt64, at: Instant)
    case cancel(UInt64)
    case emit(MeshAppEvent)
    case sendDirected(Packet, to: PeerID, DirectPath)
    case track(Packet, owner: [UInt8]?)
    case untrack(GossipID, MessageType)
    case keep([UInt8])
    case setCapability(Capabilities, isOn: Bool)
  }

  /// Which way a packet for one peer must go.
  public enum DirectPath: Sendable {
    /// On the peer's own link when there is one, else through others if the packet names its recipient.
    case any
    /// Only on a link the peer was verified on.
    case ownLink
    /// Only on a link the peer's handshake was completed on.
    case authenticatedLink
  }

  /// When a payload without a session may start a handshake.
  public enum HandshakeStart: Sendable {
    /// Always.
    case always
    /// Only toward a peer that can be expected to answer.
    case ifReachable
  }

  /// The time of the event.
  public let now: Now
  /// Our own name.
  public let ownID: PeerID
  /// The engine's random numbers.
  public var random: SeededRandom
  let registry: Registry
  let links: LinkTable
  let topology: Topology
  let noise: NoiseSessions
  let proofs: SessionProofs
  let signingKey: Ed25519.PrivateKey
  var wishes: [Wish] = []

  /// How far the session with a peer is.
  public func sessionState(of peer: PeerID) -> SessionState { noise.state(of: peer) }

  /// The Noise key that the other end of the session proved to have; `nil` without an established one.
  public func sessionKey(of peer: PeerID) -> X25519.PublicKey? { noise.remoteStatic(of: peer) }

  /// Whether messages to the peer can be expected to arrive.
  public func isReachable(_ peer: PeerID) -> Bool { registry.isReachable(peer, at: now.monotonic) }

  /// What the peer proved inside its current session that it can do.
  public func capabilityProof(of peer: PeerID) -> CapabilityProof { proofs[peer]?.word ?? .none }

  /// Signs a packet of ours. Throws as `Packet.encoded` does.
  public func signed(_ packet: Packet) throws(MeshWireError) -> Packet {
    try packet.signed(with: signingKey)
  }

  /// Sends a payload inside the peer's session, or lets it wait behind a handshake. With a `messageID`
  /// the application hears by `deliveryStatus` what became of it, and the payload goes before those without.
  /// With a `transferID` it leaves in pieces and the application hears how far it is.
  /// Throws `.tooLong` when the payload cannot be written.
  public mutating func send(
    _ payload: NoisePayload, to peer: PeerID, messageID: String? = nil, transferID: String? = nil,
    startsHandshake: HandshakeStart = .always
  ) throws(MeshWireError) {
    let outbound = OutboundPayload(
      plaintext: try payload.encoded(), isMessage: messageID != nil, messageID: messageID,
      transferID: transferID)
    wishes.append(.sendPayload(outbound, to: peer, startsHandshake: startsHandshake))
  }

  /// Sends a packet to one peer. Answers whether it was taken: never without a link of the wanted kind that
  /// carries the frame whole, and for `.any` never without any link.
  public mutating func sendDirected(
    _ packet: Packet, to peer: PeerID, by path: DirectPath = .any
  ) -> Bool {
    let own = links.links(of: peer)
    let usable =
      switch path {
      case .any: links.all
      case .ownLink: own
      case .authenticatedLink: own.filter { $0.noiseOwner == peer }
      }
    guard !usable.isEmpty, let frame = try? packet.encoded() else { return false }
    switch path {
    case .any: break
    case .ownLink, .authenticatedLink:
      guard let link = links.best(of: usable, for: peer), frame.count <= link.facts.sendLimitBytes else {
        return false
      }
    }
    wishes.append(.sendDirected(packet, to: peer, path))
    return true
  }

  /// Has a packet handed to peers that ask for what they missed. It must be of a type with a sync bit, for
  /// everybody, and verified. With an `owner` only the newest of that owner's is kept.
  public mutating func track(_ packet: Packet, owner: [UInt8]? = nil) {
    wishes.append(.track(packet, owner: owner))
  }

  /// Has a packet of that type handed to nobody any more.
  public mutating func untrack(_ id: GossipID, ofType type: MessageType) {
    wishes.append(.untrack(id, type))
  }

  /// Has a value kept for the next run, in place of the one before; no bytes keep nothing.
  public mutating func keep(_ value: [UInt8]) { wishes.append(.keep(value)) }

  /// Turns a capability bit of the announce on or off; a change is announced at once.
  public mutating func setCapability(_ bits: Capabilities, isOn: Bool) {
    wishes.append(.setCapability(bits, isOn: isOn))
  }

  /// Whether the peer has a direct link.
  public func isConnected(_ peer: PeerID) -> Bool { registry.isConnected(peer) }

  /// Whether anybody has a direct link.
  public var hasLinks: Bool { links.count > 0 }

  /// The peers between us and `peer` on a shortest way that both ends of each edge claim; empty for a
  /// neighbour, `nil` where no way of at most `hopsMax` peers is known.
  public func path(to peer: PeerID, hopsMax: Int) -> [PeerID]? {
    currentTopology.path(from: ownID, to: peer, hopsMax: hopsMax, at: now.monotonic)
  }

  /// Who says to be next to whom, ourselves included; claimed by at least one end.
  public var edges: [TopologyEdge] { currentTopology.edges(at: now.monotonic) }

  /// With our own entry as of now.
  private var currentTopology: Topology {
    var current = topology
    current.claim(registry.connected, by: ownID, at: now.monotonic)
    return current
  }

  /// Sends a packet along the broadcast path; with a `transferID` in pieces, and the application hears how
  /// far it is.
  public mutating func broadcast(_ packet: Packet, transferID: String? = nil) {
    wishes.append(.broadcast(packet, transferID: transferID))
  }

  /// Sets one of the module's deadlines; it comes back as `timer`.
  public mutating func schedule(_ timer: UInt64, at deadline: Instant) {
    wishes.append(.schedule(timer, at: deadline))
  }

  /// Forgets one of the module's deadlines.
  public mutating func cancel(_ timer: UInt64) { wishes.append(.cancel(timer)) }

  /// Tells the application something.
  public mutating func emit(_ event: MeshAppEvent) { wishes.append(.emit(event)) }
}
