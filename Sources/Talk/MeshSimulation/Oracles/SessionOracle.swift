import MeshWire

/// How often two make a session with each other: where nothing is lost and nobody goes, once, and once more
/// when both begin at the same time.
struct SessionOracle: Sendable {
  private struct Pair: Hashable {
    let place: Int
    let peer: PeerID
  }

  /// Only looked up.
  private var counts: [Pair: Int] = [:]

  /// A place has a session with a peer.
  mutating func established(at place: Int, with peer: PeerID) -> Finding? {
    let pair = Pair(place: place, peer: peer)
    counts[pair, default: 0] += 1
    guard counts[pair] == Self.timesMax + 1 else { return nil }
    return Finding(.sessionsWithoutEnd, "with \(peer)")
  }

  private static let timesMax = 3
}
