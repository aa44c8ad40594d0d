import Cryptography
import MeshWire
import Timebase

/// An announce that belongs to the id it was sent under, with keys that can be keys.
struct JudgedAnnounce: Sendable {
  let announce: Announce
  /// What was known of its sender before.
  let known: RegisteredPeer?
  let noiseKey: X25519.PublicKey
  let signingKey: Ed25519.PublicKey
  /// Whether all rules of mesh-wire 8.3 hold. Only then may it change anything.
  let isVerified: Bool
  /// Whether only a signing key stands against it that no session vouched for, and the announce itself is
  /// sound: one of the two who claim the id lies, and a session can tell which.
  let isContradiction: Bool
}

/// How announced keys stand to what is known of a peer.
private enum KeyAgreement {
  case agree
  /// Another signing key was met first, and nobody vouched for it.
  case contradictFirstContact
  case disagree
}

extension MeshEngine {
  /// Judges an announce: `nil` when it has to be rejected altogether (mesh-wire 8.2).
  mutating func judge(_ packet: Packet) -> JudgedAnnounce? {
    guard packet.sender != own, !isOlder(packet, MeshLimits.announceAgeMilliseconds),
      let announce = try? Announce.decode(packet.payload)
    else { return nil }
    let known = registry[packet.sender]
    guard let noiseKey = noiseKey(announce, of: packet.sender, known),
      let signingKey = signingKey(announce, known)
    else { return nil }
    let agreement = agreement(known, pins[packet.sender], noiseKey, signingKey)
    let isSound = agreement != .disagree && isSignature(of: packet, validUnder: signingKey)
    return JudgedAnnounce(
      announce: announce, known: known, noiseKey: noiseKey, signingKey: signingKey,
      isVerified: isSound && agreement == .agree,
      isContradiction: isSound && agreement == .contradictFirstContact)
  }

  /// The announced Noise key, if it can be one and the id is its. The key of an entry was looked at before.
  private func noiseKey(
    _ announce: Announce, of peer: PeerID, _ known: RegisteredPeer?
  ) -> X25519.PublicKey? {
    if let known, known.noiseKey.bytes == announce.noiseKey { return known.noiseKey }
    guard announce.peerID == peer else { return nil }
    return try? X25519.PublicKey(rawBytes: announce.noiseKey)
  }

  private func signingKey(_ announce: Announce, _ known: RegisteredPeer?) -> Ed25519.PublicKey? {
    if let known, known.signingKey.bytes == announce.signingKey { return known.signingKey }
    return try? Ed25519.PublicKey(rawBytes: announce.signingKey)
  }

  /// Whether the keys are those the peer is known by (mesh-wire 8.3, rules 1 to 3).
  private func agreement(
    _ entry: RegisteredPeer?, _ pin: KnownIdentity?, _ noiseKey: X25519.PublicKey,
    _ signingKey: Ed25519.PublicKey
  ) -> KeyAgreement {
    if let entry, entry.noiseKey != noiseKey { return .disagree }
    if let pin, pin.isSigningKeyAuthenticated, pin.noiseKey == noiseKey, pin.signingKey != signingKey {
      return .disagree
    }
    guard let pinned = entry?.signingKey ?? pin?.signingKey, pinned != signingKey else { return .agree }
    return .contradictFirstContact
  }
}
