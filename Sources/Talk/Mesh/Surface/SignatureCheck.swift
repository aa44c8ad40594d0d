import Cryptography
import MeshWire

/// Says whether a packet is signed with a key.
///
/// A pure function of both: an engine believes what it is told. It may remember its answers, which pays where
/// many engines get the same packets.
public protocol SignatureCheck: Sendable {
  /// Whether the packet carries a signature that the key made (mesh-wire 6.1).
  mutating func isValid(_ packet: Packet, under key: Ed25519.PublicKey) -> Bool
}

/// Checks each signature each time.
public struct EachSignature: SignatureCheck {
  /// Keeps nothing.
  public init() {}

  /// Whether the packet carries a signature that the key made.
  public func isValid(_ packet: Packet, under key: Ed25519.PublicKey) -> Bool {
    packet.isSignatureValid(under: key)
  }
}
