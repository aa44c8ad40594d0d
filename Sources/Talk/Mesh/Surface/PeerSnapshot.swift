import Cryptography
import MeshWire
import Timebase

/// One peer in sight, as of one moment. Everything in it comes from announces that verified.
public struct PeerSnapshot: Sendable, Hashable {
  /// The peer.
  public var id: PeerID
  /// The name it announced, NFC, not made safe for display.
  public var nickname: String
  /// Its Noise static key.
  public var noiseKey: X25519.PublicKey
  /// Its signing key.
  public var signingKey: Ed25519.PublicKey
  /// SHA-256 of its Noise key, 64 lower-case hexadecimal digits.
  public var fingerprint: String
  /// Whether a direct link is alive.
  public var isConnected: Bool
  /// Whether messages can be expected to arrive, directly or through others.
  public var isReachable: Bool
  /// Hops its last announce took; 1 is a direct link.
  public var hops: Int
  /// When something was heard of it last, by our clock.
  public var lastSeen: Timestamp
  /// The encrypted session with it.
  public var session: SessionState
  /// What it says it can do; `nil` for clients that say nothing.
  public var capabilities: Capabilities?
  /// The live links on which its announce was verified, oldest first.
  public var links: [LinkID]
}

/// What is remembered about a peer between starts, so that nobody else can take its name.
///
/// Source: mesh-wire 8.3, 11.4.
public struct KnownIdentity: Sendable, Hashable {
  /// Its Noise static key.
  public var noiseKey: X25519.PublicKey
  /// The signing key bound to it.
  public var signingKey: Ed25519.PublicKey
  /// Whether the binding was made inside a Noise session, which no announce can undo.
  public var isSigningKeyAuthenticated: Bool
  /// The name it announced last, NFC.
  public var nickname: String

  /// Joins the parts.
  public init(
    noiseKey: X25519.PublicKey, signingKey: Ed25519.PublicKey, isSigningKeyAuthenticated: Bool,
    nickname: String
  ) {
    self.noiseKey = noiseKey
    self.signingKey = signingKey
    self.isSigningKeyAuthenticated = isSigningKeyAuthenticated
    self.nickname = nickname
  }

  /// The peer's id on the mesh.
  public var peerID: PeerID { PeerID(noiseKey: noiseKey) }
}
