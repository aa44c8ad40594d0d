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
/// A packet that is believed for its signature stays open until a copy of it was believed: the key says
/// nothing of the signature, so a broken copy that came first must not stand for the good one.
///
/// At most 1,000 keys; the one too many takes the oldest 251 along. Seeing a key again does not refresh it.
/// Source: mesh-engine 5.2, 5.3; open keys are our own.
struct Deduplicator: Sendable {
  private struct Sighting: Sendable {
    let at: Instant
    var isOpen = false
  }

  private var firstSeen = OrderedMap<SeenKey, Sighting>()

  /// Number of remembered keys.
  var count: Int { firstSeen.count }

  /// Whether the key is new; it is known from now on.
  mutating func admit(_ key: SeenKey, at now: Instant) -> Bool {
    if let seen = firstSeen.insert(Sighting(at: now), unlessPresent: key) {
      if !isOver(seen, at: now) { return false }
      firstSeen.setLast(Sighting(at: now), forKey: key)
    }
    makeRoom()
    return true
  }

  /// Whether the key is known and not too old.
  mutating func isKnown(_ key: SeenKey, at now: Instant) -> Bool {
    guard let seen = firstSeen[key] else { return false }
    if !isOver(seen, at: now) { return true }
    firstSeen.removeValue(forKey: key)
    return false
  }

  /// Whether no copy under a known key was believed yet.
  func isOpen(_ key: SeenKey) -> Bool { firstSeen[key]?.isOpen ?? false }

  /// Says whether a copy under a known key was believed.
  mutating func settle(_ key: SeenKey, isBelieved: Bool) {
    firstSeen.update(key) { $0.isOpen = !isBelieved }
  }

  /// Makes the key known.
  mutating func mark(_ key: SeenKey, at now: Instant) {
    firstSeen[key] = Sighting(at: now)
    makeRoom()
  }

  /// Forgets what is too old.
  mutating func expire(at now: Instant) {
    while let key = firstSeen.firstKey, let seen = firstSeen[key], isOver(seen, at: now) {
      firstSeen.removeValue(forKey: key)
    }
  }

  private func isOver(_ seen: Sighting, at now: Instant) -> Bool {
    now.since(seen.at) > MeshLimits.seenPacketAge
  }

  private mutating func makeRoom() {
    guard firstSeen.count > MeshLimits.seenPacketsMax else { return }
    while firstSeen.count > MeshLimits.seenPacketsKept { _ = firstSeen.popFirst() }
  }
}
