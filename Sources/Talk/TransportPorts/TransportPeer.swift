import Timebase

/// Somebody a transport can see or saw a moment ago: a snapshot, not a live object.
public struct TransportPeer: Sendable, Hashable {
  /// How far the encrypted session with the peer is (mesh-engine 8.1).
  public enum Session: Sendable, Hashable {
    /// None.
    case none
    /// A handshake is under way.
    case handshaking
    /// Messages go out encrypted at once.
    case established
  }

  /// A direct link that is alive, by who opened it.
  public enum Link: Sendable, Hashable {
    /// We did.
    case openedHere
    /// The peer did.
    case openedThere
  }

  /// Under which name this transport reaches the peer.
  public var address: PeerAddress
  /// The name the peer announced, NFC, not made safe for display.
  public var nickname: String
  /// The Noise static key, 64 hexadecimal digits, once announced.
  public var noiseKey: PeerAddress?
  /// SHA-256 of the Noise static key, 64 hexadecimal digits; empty when unknown.
  public var fingerprint: String
  /// Whether a direct link is alive.
  public var isConnected: Bool
  /// Whether messages can be expected to arrive, directly or through others.
  public var isReachable: Bool
  /// Hops between us and the peer, 1 = in range; `nil` when unknown.
  public var hops: Int?
  /// State of the encrypted session.
  public var session: Session
  /// When something was heard of the peer last.
  public var lastSeen: Timestamp
  /// The direct links that are alive, oldest first.
  public var links: [Link]
  /// The Ed25519 key that the peer's announces are signed with, 32 bytes; empty when unknown.
  public var signingKey: [UInt8]
  /// Whether the peer understands vouches, as far as its announce tells: yes where it says nothing.
  public var understandsVouches: Bool

  /// Joins the parts.
  public init(
    address: PeerAddress, nickname: String, noiseKey: PeerAddress?, fingerprint: String, isConnected: Bool,
    isReachable: Bool, hops: Int?, session: Session, lastSeen: Timestamp,
    links: [Link] = [], signingKey: [UInt8] = [], understandsVouches: Bool = true
  ) {
    self.address = address
    self.nickname = nickname
    self.noiseKey = noiseKey
    self.fingerprint = fingerprint
    self.isConnected = isConnected
    self.isReachable = isReachable
    self.hops = hops
    self.session = session
    self.lastSeen = lastSeen
    self.links = links
    self.signingKey = signingKey
    self.understandsVouches = understandsVouches
  }
}

/// What a transport learned about a peer and must be told again after a restart, so that a name
/// cannot be taken over by somebody with other keys (mesh-wire 8.3).
public struct KnownPeer: Sendable, Hashable {
  /// SHA-256 of the Noise static key, 64 hexadecimal digits.
  public var fingerprint: String
  /// Noise static public key, 32 bytes.
  public var noiseKey: [UInt8]
  /// Ed25519 signing key, 32 bytes.
  public var signingKey: [UInt8]
  /// Whether the signing key was bound inside an encrypted session, which an announce cannot undo.
  public var isSigningKeyAuthenticated: Bool
  /// The name last announced, NFC.
  public var nickname: String

  /// Joins the parts.
  public init(
    fingerprint: String, noiseKey: [UInt8], signingKey: [UInt8], isSigningKeyAuthenticated: Bool,
    nickname: String
  ) {
    self.fingerprint = fingerprint
    self.noiseKey = noiseKey
    self.signingKey = signingKey
    self.isSigningKeyAuthenticated = isSigningKeyAuthenticated
    self.nickname = nickname
  }
}
