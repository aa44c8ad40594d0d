import MeshWire
import Timebase

/// Packets that say which way to go (mesh-engine 11).
extension MeshEngine {
  /// Notes what a packet says about its author and its bringer.
  mutating func noteRouting(_ packet: Packet, linkPeer: PeerID) {
    routeHealth.noteHeard(packet.sender)
    guard packet.version == .two else { return }
    topology.noteReader(packet.sender, at: now.monotonic)
    if linkPeer != packet.sender { topology.noteReader(linkPeer, at: now.monotonic) }
  }

  /// Our own entry: whoever is connected now.
  mutating func refreshOwnClaim() {
    topology.claim(registry.connected, by: own, at: now.monotonic)
  }

  /// A packet of ours with a route on it, signed anew, and the first hop; `nil` where it has to flood.
  ///
  /// Only packets for one peer that is not connected, over hops that all read version 2.
  mutating func routed(_ packet: Packet) -> (packet: Packet, firstHop: PeerID)? {
    guard packet.sender == own, let recipient = packet.recipient, !packet.isBroadcast, packet.ttl > 1,
      packet.route.isEmpty, !registry.isConnected(recipient)
    else { return nil }
    refreshOwnClaim()
    let topology = topology
    let moment = now.monotonic
    guard topology.readsVersion2(recipient, at: moment),
      let route = topology.path(
        from: own, to: recipient, hopsMax: TopologyLimits.routeHopsMax, at: moment,
        isAllowed: { topology.readsVersion2($0, at: moment) }),
      let first = route.first, links.isLinked(first), routeHealth.mayRoute(to: recipient, at: moment)
    else { return nil }
    var routed = packet
    routed.version = .two
    routed.route = route
    guard let signed = try? routed.signed(with: identity.signing) else { return nil }
    return (signed, first)
  }

  /// Carries a routed packet one hop on. `true` when nothing else must happen to it, no relay either.
  mutating func forwardAlongRoute(_ packet: Packet) -> Bool {
    guard packet.type != .syncRequest, packet.recipient != own else { return true }
    guard !packet.route.isEmpty else { return false }
    guard packet.ttl > 1 else { return true }
    let next =
      if let place = packet.route.firstIndex(of: own) {
        place + 1 < packet.route.count ? packet.route[place + 1] : packet.recipient
      } else {
        packet.route.first
      }
    guard let next, next != packet.sender, registry.isConnected(next) else { return false }
    var forwarded = packet
    forwarded.ttl -= 1
    return sendOnLink(forwarded, to: next) != nil
  }
}
