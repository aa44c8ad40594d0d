import Cryptography
import MeshWire

/// The keys that peers were first met with, or vouched for inside a Noise session.
///
/// At most 4,096; the oldest that no session vouched for gives way, and when all are vouched for the oldest.
/// Source: mesh-wire 8.3, 11.4.
struct IdentityPins: Sendable {
  private var pins = OrderedMap<PeerID, KnownIdentity>()

  /// Number of identities.
  var count: Int { pins.count }

  /// What is known of the peer with this id.
  subscript(id: PeerID) -> KnownIdentity? { pins[id] }

  /// Takes in what was learned before the start.
  mutating func restore(_ identities: [KnownIdentity]) {
    for identity in identities { store(identity) }
  }

  /// Remembers a verified announce; gives the identity to keep when it changed. A stored other signing key
  /// is never overwritten.
  mutating func learn(_ announced: KnownIdentity, as id: PeerID) -> KnownIdentity? {
    guard let known = pins[id] else {
      store(announced)
      return announced
    }
    guard known.noiseKey == announced.noiseKey, known.signingKey == announced.signingKey,
      known.nickname != announced.nickname
    else { return nil }
    pins.update(id) { $0.nickname = announced.nickname }
    return pins[id]
  }

  /// Binds a signing key to a Noise key for good; gives the identity to keep when it changed.
  mutating func authenticate(
    _ signingKey: Ed25519.PublicKey, for noiseKey: X25519.PublicKey, nickname: String
  ) -> KnownIdentity? {
    let id = PeerID(noiseKey: noiseKey)
    let known = pins[id].flatMap { $0.noiseKey == noiseKey ? $0 : nil }
    let identity = KnownIdentity(
      noiseKey: noiseKey, signingKey: signingKey, isSigningKeyAuthenticated: true,
      nickname: known?.nickname ?? nickname)
    guard identity != known else { return nil }
    store(identity)
    return identity
  }

  private mutating func store(_ identity: KnownIdentity) {
    pins[identity.peerID] = identity
    guard pins.count > MeshLimits.knownIdentitiesMax else { return }
    if let key = oldestUnvouched(except: identity.peerID) ?? pins.firstKey { pins.removeValue(forKey: key) }
  }

  private func oldestUnvouched(except kept: PeerID) -> PeerID? {
    pins.firstKey { !$1.isSigningKeyAuthenticated && $0 != kept }
  }
}
