import Cryptography
import MeshWire
import Timebase

/// An announce that belongs to the id it was sent under, with keys that can be keys.
struct JudgedAnnounce: Sendable {
  let announce: Announce
  let noiseKey: X25519.PublicKey
  let signingKey: Ed25519.PublicKey
  /// Whether all rules of mesh-wire 8.3 hold. Only then may it change anything.
  let isVerified: Bool
}

extension MeshEngine {
  /// Judges an announce: `nil` when it has to be rejected altogether (mesh-wire 8.2).
  func judge(_ packet: Packet) -> JudgedAnnounce? {
    guard let announce = try? Announce.decode(packet.payload), announce.peerID == packet.sender,
      packet.sender != own, !isOlder(packet, MeshLimits.announceAgeMilliseconds),
      let noiseKey = try? X25519.PublicKey(rawBytes: announce.noiseKey),
      let signingKey = try? Ed25519.PublicKey(rawBytes: announce.signingKey)
    else { return nil }
    let isVerified =
      isConsistent(packet.sender, noiseKey, signingKey) && packet.isSignatureValid(under: signingKey)
    return JudgedAnnounce(
      announce: announce, noiseKey: noiseKey, signingKey: signingKey, isVerified: isVerified)
  }

  /// Whether the keys are those the peer is known by (mesh-wire 8.3, rules 1 to 3).
  private func isConsistent(
    _ peer: PeerID, _ noiseKey: X25519.PublicKey, _ signingKey: Ed25519.PublicKey
  ) -> Bool {
    let entry = registry[peer]
    let pin = pins[peer]
    if let entry, entry.noiseKey != noiseKey { return false }
    if let pin, pin.isSigningKeyAuthenticated, pin.noiseKey == noiseKey, pin.signingKey != signingKey {
      return false
    }
    guard let pinned = entry?.signingKey ?? pin?.signingKey else { return true }
    return pinned == signingKey
  }
}
