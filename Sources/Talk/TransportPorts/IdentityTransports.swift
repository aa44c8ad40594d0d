/// The other end of an encrypted session, by the key that the session itself proves.
public struct SessionPeer: Sendable, Hashable {
  /// Under which name the transport reaches the peer.
  public var address: PeerAddress
  /// SHA-256 of the session's Noise static key, 64 lower-case hexadecimal digits.
  public var fingerprint: String

  /// Joins the parts.
  public init(address: PeerAddress, fingerprint: String) {
    self.address = address
    self.fingerprint = fingerprint
  }
}

/// Our own keys, as far as the application needs them. The private halves stay with the implementer.
public protocol OwnIdentity: Sendable {
  /// Noise static public key, 32 bytes.
  var noiseKey: [UInt8] { get }
  /// Ed25519 public key, 32 bytes.
  var signingKey: [UInt8] { get }
  /// Signs a statement of ours; what is signed begins with the name of its purpose (mesh-features 10, 11).
  func signature(for statement: [UInt8]) -> [UInt8]
}

/// What a transport that can prove keys offers besides; found by type.
///
/// Callable from any isolation. What comes in arrives as `TransportEvent`. Source: mesh-features 10.2.
public protocol VerificationTransport: Sendable {
  /// Asks a peer to prove its key; waits behind a handshake when there is no session yet.
  func challenge(_ peer: PeerAddress, with challenge: VerificationChallenge) async

  /// Proves ours.
  func answer(_ peer: PeerAddress, with answer: VerificationAnswer) async
}

/// What a transport that can vouch offers besides; found by type.
///
/// Callable from any isolation. What comes in arrives as `TransportEvent`. Source: mesh-features 11.
public protocol VouchTransport: Sendable {
  /// Sends 1 to 16 vouches in one batch. Answers whether there was a session to send them in; without one
  /// nothing leaves, now or later.
  func vouch(to peer: PeerAddress, _ vouches: [Vouch]) async -> Bool
}
