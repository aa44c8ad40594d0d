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
  let noise: NoiseSessions
  let proofs: SessionProofs
  let signingKey: Ed25519.PrivateKey
  var wishes: [Wish] = []

  /// How far the session with a peer is.
  public func sessionState(of peer: PeerID) -> SessionState { noise.state(of: peer) }

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

  /// Sends a packet along the broadcast path; with a `transferID` in pieces, and the application hears how far
  /// it is.
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
