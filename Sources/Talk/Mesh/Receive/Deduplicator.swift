import MeshWire
import Timebase

/// What the duplicate store knows.
enum SeenKey: Hashable, Sendable {
  /// A packet.
  case packet(DeduplicationKey)
  /// That a peer's announce was answered with ours (mesh-engine 5.3).
  case announceBack(PeerID)
}

/// Remembers packets, so that each is handled once within 300 seconds.
///
/// At most 1,000 keys; the one too many takes the oldest 251 along. Seeing a key again does not refresh it.
/// Source: mesh-engine 5.2, 5.3.
struct Deduplicator: Sendable {
  private var firstSeen = OrderedMap<SeenKey, Instant>()

  /// Number of remembered keys.
  var count: Int { firstSeen.count }

  /// Whether the key is new; it is known from now on.
  mutating func admit(_ key: SeenKey, at now: Instant) -> Bool {
    if let seen = firstSeen.insert(now, unlessPresent: key) {
      if now.since(seen) <= MeshLimits.seenPacketAge { return false }
      firstSeen.setLast(now, forKey: key)
    }
    makeRoom()
    return true
  }

  /// Whether the key is known and not too old.
  mutating func isKnown(_ key: SeenKey, at now: Instant) -> Bool {
    guard let seen = firstSeen[key] else { return false }
    if now.since(seen) <= MeshLimits.seenPacketAge { return true }
    firstSeen.removeValue(forKey: key)
    return false
  }

  /// Makes the key known.
  mutating func mark(_ key: SeenKey, at now: Instant) {
    firstSeen[key] = now
    makeRoom()
  }

  private mutating func makeRoom() {
    guard firstSeen.count > MeshLimits.seenPacketsMax else { return }
    while firstSeen.count > MeshLimits.seenPacketsKept { _ = firstSeen.popFirst() }
  }

  /// Forgets what is too old.
  mutating func expire(at now: Instant) {
    while let key = firstSeen.firstKey, let seen = firstSeen[key],
      now.since(seen) > MeshLimits.seenPacketAge
    {
      firstSeen.removeValue(forKey: key)
    }
  }
}
