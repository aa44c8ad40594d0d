import MeshWire
import Timebase

/// What was asked, and what was answered: who may send old packets, and how often a peer is answered.
struct GossipRequests: Sendable {
  private var open = OrderedMap<PeerID, Instant>()
  private var answers = OrderedMap<PeerID, [Instant]>()
  private var lastAsked = OrderedMap<Int, Instant>()

  /// Requests that may still be answered.
  var count: Int { open.count }

  /// Peers with an answer budget.
  var budgetedCount: Int { answers.count }

  /// Notes a request to a peer.
  mutating func register(_ peer: PeerID, at now: Instant) {
    open.setLast(now, forKey: peer)
    if open.count > MeshLimits.linksMax { _ = open.popFirst() }
  }

  /// Whether a peer was asked within the last 30 s.
  func isOpen(_ peer: PeerID, at now: Instant) -> Bool {
    open[peer].map { now.since($0) <= GossipLimits.requestAge } ?? false
  }

  /// Forgets requests that are too old.
  mutating func expire(at now: Instant) {
    open.removeAll { now.since($1) > GossipLimits.requestAge }
    answers.removeAll { _, times in times.allSatisfy { now.since($0) > GossipLimits.answerWindow } }
  }

  /// Whether a request of this peer, verified on its link, may be answered now; if so it is noted.
  mutating func admitAnswer(to peer: PeerID, at now: Instant) -> Bool {
    let recent = (answers[peer] ?? []).filter { now.since($0) <= GossipLimits.answerWindow }
    guard recent.count < GossipLimits.answersPerPeerMax else { return false }
    answers.setLast(recent + [now], forKey: peer)
    if answers.count > GossipLimits.budgetedPeersMax { _ = answers.popFirst() }
    return true
  }

  /// Whether a group of the schedule is due; if so it is noted.
  mutating func admitGroup(_ index: Int, interval: Duration, at now: Instant) -> Bool {
    if let last = lastAsked[index], now.since(last) < interval { return false }
    lastAsked[index] = now
    return true
  }
}

/// Gossip of one engine.
struct Gossip: Sendable {
  var stores = GossipStores()
  var requests = GossipRequests()
  var lastSweep: Instant?
}

/// What gossip does later.
enum GossipJob: Hashable, Sendable {
  /// Ask for what is due.
  case tick
  /// Ask a peer that was just connected for everything.
  case initial(PeerID)
}
