import MeshWire
import Timebase

/// Whether routed packets to a recipient are answered.
///
/// The first unanswered one opens a window of 10 s; any packet of the recipient's closes it. When it lapses,
/// routes to that recipient are not tried for 60 s. At most 256 recipients, oldest out.
/// Source: mesh-engine 11.
struct RouteHealth: Sendable {
  private enum State: Sendable {
    case waiting(since: Instant)
    case suppressed(until: Instant)
  }

  private var states = OrderedMap<PeerID, State>()

  var count: Int { states.count }

  /// Whether a route to the recipient may be tried now.
  mutating func mayRoute(to peer: PeerID, at now: Instant) -> Bool {
    switch states[peer] {
    case nil: return true
    case .waiting(let since):
      if now.since(since) < TopologyLimits.answerWindow { return true }
      states.setLast(.suppressed(until: now + TopologyLimits.suppression), forKey: peer)
      return false
    case .suppressed(let until):
      guard now >= until else { return false }
      states.removeValue(forKey: peer)
      return true
    }
  }

  /// Notes that a routed packet left.
  mutating func noteSent(to peer: PeerID, at now: Instant) {
    guard states[peer] == nil else { return }
    states[peer] = .waiting(since: now)
    if states.count > TopologyLimits.healthMax { _ = states.popFirst() }
  }

  /// Notes that something of the peer's came; a suppression stays.
  mutating func noteHeard(_ peer: PeerID) {
    if case .waiting = states[peer] { states.removeValue(forKey: peer) }
  }

  /// Forgets suppressions that are over.
  mutating func expire(at now: Instant) {
    states.removeAll { _, state in
      if case .suppressed(let until) = state { now >= until } else { false }
    }
  }
}
