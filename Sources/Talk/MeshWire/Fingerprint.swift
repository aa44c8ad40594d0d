import Bytes
import Cryptography

/// The SHA-256 of a peer's Noise static public key: what people compare, and where peer ids come from.
///
/// Source: mesh-wire 8.1.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
  /// The 32 bytes of the hash.
  public let bytes: [UInt8]

  /// The fingerprint of a Noise static public key.
  public init(noiseKey: X25519.PublicKey) {
    self.init(hashing: noiseKey.bytes)
  }

  /// The fingerprint of bytes that an announce gives as a key, whatever they are.
  public init(hashing keyBytes: [UInt8]) {
    bytes = SHA256.hash(keyBytes)
  }

  /// The fingerprint written as 64 hexadecimal digits, either case; `nil` for anything else.
  public init?(hexadecimal text: some StringProtocol) {
    guard text.utf8.count == 2 * SHA256.hashBytes, let bytes = [UInt8](hexadecimal: text) else { return nil }
    self.bytes = bytes
  }

  /// The id of the peer: the first 8 bytes.
  public var peerID: PeerID { PeerID(normalising: bytes) }

  /// 64 lower-case hexadecimal digits.
  public var description: String { bytes.hexadecimal }
}

extension PeerID {
  /// The id that belongs to a Noise static public key.
  public init(noiseKey: X25519.PublicKey) {
    self = Fingerprint(noiseKey: noiseKey).peerID
  }

  /// The id behind either text form: 16 hexadecimal digits, or the 64 of a whole Noise key, which is hashed.
  ///
  /// Either case; `nil` for anything else. Source: mesh-wire 8.1.
  public init?(anyForm text: some StringProtocol) {
    if let short = PeerID(hexadecimal: text) {
      self = short
    } else {
      guard text.utf8.count == 2 * X25519.keyBytes, let key = [UInt8](hexadecimal: text) else { return nil }
      self = Fingerprint(hashing: key).peerID
    }
  }
}

extension Announce {
  /// The fingerprint of the announced Noise key.
  public var fingerprint: Fingerprint { Fingerprint(hashing: noiseKey) }

  /// The id that the announced Noise key has; an announce from another sender is refused (mesh-wire 8.2).
  public var peerID: PeerID { fingerprint.peerID }
}
