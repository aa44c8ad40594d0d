import Cryptography
import MeshWire
import Timebase

/// A peer whose announce was verified.
struct RegisteredPeer: Sendable {
  let id: PeerID
  var nickname: String
  var noiseKey: X25519.PublicKey
  /// Of the Noise key, 64 hexadecimal digits.
  var fingerprint: String
  var signingKey: Ed25519.PublicKey
  /// `nil` when the announce had no such field.
  var capabilities: Capabilities?
  var bridgeCell: String?
  var isConnected: Bool
  /// Hops the last announce took.
  var hops: Int
  var lastSeen: Now

  /// Whether nothing that is published changed but when it was heard and over how many hops.
  func looksLike(_ old: RegisteredPeer) -> Bool {
    isConnected == old.isConnected && nickname == old.nickname && noiseKey == old.noiseKey
      && signingKey == old.signingKey && capabilities == old.capabilities
  }
}

/// The peers in sight. Only announces that verified make or change an entry.
///
/// At most 1,024; a newcomer takes the place of the peer that is not connected and unseen for longest, and
/// is refused when all are connected. Source: mesh-engine 13.
struct Registry: Sendable {
  /// The one unseen for longest first.
  private var peers = OrderedMap<PeerID, RegisteredPeer>()
  private(set) var connectedCount = 0

  /// Peers in the registry.
  var count: Int { peers.count }

  /// Whether nobody is in sight.
  var isEmpty: Bool { peers.isEmpty }

  /// All peers, the one unseen for longest first.
  var all: [RegisteredPeer] { peers.orderedValues }

  /// Whether there is an entry of a peer.
  func contains(_ id: PeerID) -> Bool { peers.contains(id) }

  /// Whether a peer is here and has a live link.
  func isConnected(_ id: PeerID) -> Bool { peers.look(id, \.isConnected) ?? false }

  /// The entry of a peer.
  subscript(id: PeerID) -> RegisteredPeer? { peers[id] }

  /// Peers of whom nothing was heard for longer than that, the one unseen for longest first.
  func silent(for silence: Duration, at now: Instant) -> [PeerID] {
    peers.orderedKeys { now.since($1.lastSeen.monotonic) > silence }
  }

  /// Whether a peer was heard of lately enough to stay in sight without a link.
  func isHeard(_ id: PeerID, at now: Instant) -> Bool {
    peers.look(id) { now.since($0.lastSeen.monotonic) <= MeshLimits.reachableSilence } ?? false
  }

  /// The key that a peer's packets are signed with.
  func signingKey(of id: PeerID) -> Ed25519.PublicKey? { peers.look(id) { $0.signingKey } }

  /// What a peer calls itself.
  func nickname(of id: PeerID) -> String? { peers.look(id) { $0.nickname } }

  /// Peers with a live link, the one unseen for longest first.
  var connected: [PeerID] { peers.orderedKeys { $1.isConnected } }

  /// Takes in or replaces an entry. `false` when there is no room. The entry that gave way is in `evicted`.
  mutating func upsert(_ peer: RegisteredPeer, evicted: inout PeerID?) -> Bool {
    if let wasConnected = peers.look(peer.id, \.isConnected) {
      connectedCount += (peer.isConnected ? 1 : 0) - (wasConnected ? 1 : 0)
    } else {
      if peers.count >= MeshLimits.registryPeersMax {
        guard let gone = peers.firstKey(where: { !$1.isConnected }) else { return false }
        remove(gone)
        evicted = gone
      }
      connectedCount += peer.isConnected ? 1 : 0
    }
    peers.setLast(peer, forKey: peer.id)
    return true
  }

  /// Marks a peer connected or not; `true` when that changed something.
  mutating func setConnected(_ id: PeerID, _ isConnected: Bool) -> Bool {
    let changed =
      peers.update(id) { peer in
        defer { peer.isConnected = isConnected }
        return peer.isConnected != isConnected
      } ?? false
    if changed { connectedCount += isConnected ? 1 : -1 }
    return changed
  }

  /// Notes that something came directly from a peer.
  mutating func noteSeen(_ id: PeerID, at now: Now) {
    peers.updateLast(id) { $0.lastSeen = now }
  }

  /// Replaces the signing key of a peer by the one it showed inside a Noise session.
  mutating func setSigningKey(_ key: Ed25519.PublicKey, of id: PeerID) {
    peers.update(id) { $0.signingKey = key }
  }

  /// Removes an entry.
  @discardableResult
  mutating func remove(_ id: PeerID) -> RegisteredPeer? {
    let peer = peers.removeValue(forKey: id)
    if peer?.isConnected == true { connectedCount -= 1 }
    return peer
  }

  /// Whether messages to the peer can be expected to arrive: connected, or heard of within 60 s while
  /// somebody is connected.
  func isReachable(_ id: PeerID, at now: Instant) -> Bool {
    peers.look(id) { isReachable($0, at: now) } ?? false
  }

  /// Whether messages to a peer of this registry can be expected to arrive.
  func isReachable(_ peer: RegisteredPeer, at now: Instant) -> Bool {
    if peer.isConnected { return true }
    return connectedCount > 0 && now.since(peer.lastSeen.monotonic) <= MeshLimits.reachableSilence
  }
}
