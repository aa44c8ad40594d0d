import MeshWire
import Timebase

/// Who says to be next to whom, and who reads version 2.
///
/// Claims come out of verified announces; a peer's newest replaces the one before. They can be wrong on
/// purpose, so an edge counts for a route only when both ends claim it. Source: mesh-engine 11.
public struct Topology: Sendable {
  private struct Claim: Sendable {
    var neighbours: [PeerID]
    var at: Instant
  }

  private var claims = OrderedMap<PeerID, Claim>()
  private var readers = OrderedMap<PeerID, Instant>()

  /// Nothing is known.
  init() {}

  /// Peers with a claim.
  var count: Int { claims.count }

  /// Peers known to read version 2.
  var readerCount: Int { readers.count }

  /// Takes a peer's claim in; itself among its neighbours is left out.
  mutating func claim(_ neighbours: [PeerID], by peer: PeerID, at now: Instant) {
    let isPlain = neighbours.count <= TopologyLimits.neighboursMax && !neighbours.contains(peer)
    let kept =
      isPlain ? neighbours : Array(neighbours.filter { $0 != peer }.prefix(TopologyLimits.neighboursMax))
    claims.setLast(Claim(neighbours: kept, at: now), forKey: peer)
    if claims.count > TopologyLimits.claimsMax { _ = claims.popFirst() }
  }

  /// Notes that a peer wrote or passed on a version 2 packet.
  mutating func noteReader(_ peer: PeerID, at now: Instant) {
    readers.setLast(now, forKey: peer)
    if readers.count > TopologyLimits.readersMax { _ = readers.popFirst() }
  }

  /// Forgets what is too old.
  mutating func expire(at now: Instant) {
    claims.removeAll { now.since($1.at) > TopologyLimits.age }
    readers.removeAll { now.since($1) > TopologyLimits.age }
  }

  /// Forgets a peer that said goodbye.
  mutating func forget(_ peer: PeerID) {
    claims.removeValue(forKey: peer)
    readers.removeValue(forKey: peer)
  }

  /// Whether a peer is known to read version 2.
  func readsVersion2(_ peer: PeerID, at now: Instant) -> Bool {
    readers[peer].map { isFresh($0, at: now) } ?? false
  }

  /// The peers between `start` and `goal` on a shortest way over edges that both ends claim, at most
  /// `hopsMax`; `nil` without one. `isAllowed` is asked of each of them.
  ///
  /// Among ways of one length the one whose hops were claimed first wins, so the answer is always the same.
  func path(
    from start: PeerID, to goal: PeerID, hopsMax: Int, at now: Instant,
    isAllowed: (PeerID) -> Bool = { _ in true }
  ) -> [PeerID]? {
    guard start != goal else { return nil }
    var before: [PeerID: PeerID] = [:]
    var ring = [start]
    var hops = 0
    while !ring.isEmpty, hops <= hopsMax {
      var next: [PeerID] = []
      for peer in ring {
        for neighbour in freshNeighbours(of: peer, at: now)
        where neighbour != start && before[neighbour] == nil && isConfirmed(neighbour, peer, at: now) {
          before[neighbour] = peer
          if neighbour == goal { return trail(to: peer, from: start, before) }
          if isAllowed(neighbour) { next.append(neighbour) }
        }
      }
      ring = next
      hops += 1
    }
    return nil
  }

  /// Whether a peer has what these passed on: one of them is next to it and names so few neighbours that it
  /// left none out, or two are next to it, as with many links a packet goes to a part of them (mesh-engine
  /// 6.1). Who names none may have any number.
  ///
  /// A peer is next to those it names: its own word, since believing it harms nobody else. A peer whose list
  /// is full may have left one out; then the other's word does, or that the other's list is full as well and
  /// names almost the same: a list has the lowest ids of all, so both have almost all neighbours in common.
  func isServed(_ peer: PeerID, by senders: [PeerID], at now: Instant) -> Bool {
    let named = freshNeighbours(of: peer, at: now)
    let isFull = named.count >= TopologyLimits.neighboursNamedMax
    var nearCount = 0
    for sender in senders {
      guard named.contains(sender) || isFull && isNext(sender, peer, naming: named, at: now) else { continue }
      nearCount += 1
      if nearCount > 1 { return true }
      if 1...MeshLimits.allLinksUpTo ~= freshNeighbours(of: sender, at: now).count { return true }
    }
    return false
  }

  /// All edges that at least one end claims freshly, each once, with the lower id first, in order.
  ///
  /// An announce lists ten neighbours at most, so one side's word has to do here.
  func edges(at now: Instant) -> [TopologyEdge] {
    var found: [TopologyEdge: Bool] = [:]
    for (peer, claim) in claims.entries where isFresh(claim.at, at: now) {
      for neighbour in claim.neighbours {
        found[TopologyEdge(peer, neighbour)] = isConfirmed(neighbour, peer, at: now)
      }
    }
    return found.map { TopologyEdge($0.key.low, $0.key.high, isConfirmed: $0.value) }.sorted()
  }

  private func freshNeighbours(of peer: PeerID, at now: Instant) -> [PeerID] {
    claims.look(peer) { isFresh($0.at, at: now) ? $0.neighbours : [] } ?? []
  }

  private func isConfirmed(_ peer: PeerID, _ claimed: PeerID, at now: Instant) -> Bool {
    freshNeighbours(of: peer, at: now).contains(claimed)
  }

  /// Whether `other` is next to a peer that names as many as it can, and not `other` among them.
  private func isNext(_ other: PeerID, _ peer: PeerID, naming named: [PeerID], at now: Instant) -> Bool {
    let others = freshNeighbours(of: other, at: now)
    if others.contains(peer) { return true }
    guard others.count >= TopologyLimits.neighboursNamedMax else { return false }
    return named.count { others.contains($0) } >= TopologyLimits.sharedNamesMin
  }

  private func trail(to last: PeerID, from start: PeerID, _ before: [PeerID: PeerID]) -> [PeerID] {
    var trail: [PeerID] = []
    var peer = last
    while peer != start, let previous = before[peer] {
      trail.append(peer)
      peer = previous
    }
    return trail.reversed()
  }

  private func isFresh(_ instant: Instant, at now: Instant) -> Bool {
    now.since(instant) < TopologyLimits.age
  }
}

/// Two peers of which at least one says to be next to the other.
public struct TopologyEdge: Sendable, Hashable, Comparable {
  /// The lower id.
  public let low: PeerID
  /// The higher id.
  public let high: PeerID
  /// Whether both ends say so.
  public let isConfirmed: Bool

  /// Joins two ends in either order.
  public init(_ one: PeerID, _ other: PeerID, isConfirmed: Bool = false) {
    low = min(one, other)
    high = max(one, other)
    self.isConfirmed = isConfirmed
  }

  /// Orders by the lower, then by the higher id.
  public static func < (left: TopologyEdge, right: TopologyEdge) -> Bool {
    (left.low, left.high) < (right.low, right.high)
  }
}
