import MeshWire
import Timebase

/// Passing packets on (mesh-engine 4 step 12, 5.4, 6).
extension MeshEngine {
  /// Lets a packet wait out its jitter, if the policy wants it passed on.
  mutating func relay(_ packet: Packet, key: DeduplicationKey, from source: Ingress) {
    let question = RelayPolicy.Question(
      type: packet.type, ttl: packet.ttl, degree: degree, isDirected: packet.recipient != nil,
      isFromSelf: packet.sender == own, isForSelf: packet.recipient == own)
    guard let decision = RelayPolicy.decide(question) else { return }
    var relayed = packet
    relayed.ttl = decision.ttl
    let (number, evicted) = relays.add(relayed, key: key, ingress: source)
    for number in evicted { agenda.cancel(.relay(number)) }
    schedule(.relay(number), after: drawMilliseconds(decision.delayMilliseconds))
  }

  /// Notes whether a packet that came for the first time, or is believed for the first time, came as a sync
  /// answer, which nobody passes on. Those whose copies would be too old are not noted.
  mutating func noteArrival(of packet: Packet, _ key: DeduplicationKey, isWanted: Bool) {
    if packet.isRSR, packet.ttl <= 1, isWanted, isFresh(packet.timestamp) {
      answered.note(key, at: now.monotonic)
    } else {
      answered.remove(key)
    }
  }

  /// Passes on the first copy with hops left of what came as a sync answer so far, and only that: it is
  /// neither shown nor stored again. A copy with another signature is another packet.
  mutating func relayAfterAnswer(_ packet: Packet, key: DeduplicationKey, from source: Ingress) {
    guard packet.ttl > 1, !packet.isRSR, answered.contains(key, at: now.monotonic) else { return }
    if MeshLimits.isSigned(packet.type) {
      guard chargeSignature(to: source.link) else { return counts.signaturesOverBudget += 1 }
      guard let signer = signingKey(of: packet.sender), isSignature(of: packet, validUnder: signer) else {
        return
      }
    }
    answered.remove(key)
    guard !forwardAlongRoute(packet) else { return }
    relay(packet, key: key, from: source)
  }

  /// Sends a packet that has waited to those who have not got it from others meanwhile.
  mutating func sendRelay(_ number: UInt64) {
    guard let waiting = relays.take(number) else { return }
    transmit(waiting.packet, excluding: waiting.ingress, served: served(waiting))
  }

  /// Notes that the packet of a waiting relay came again, where others may pass it on as well.
  ///
  /// It cancels the relay toward whoever sent the copy, and toward those who are next to a sender: they have
  /// got it from there. Cancelled altogether, as mesh-engine 5.4 words it, the relay would be missing behind
  /// a bridge or on a ring with chords until sync comes round, and "new messages cross at once" (16.3) would
  /// not hold.
  ///
  /// A copy with another signature is another packet: whoever sent it may not have the one that waits.
  mutating func noteCopy(
    of key: DeduplicationKey, on link: LinkID, from peer: PeerID?, where isSame: (Packet) -> Bool
  ) {
    guard degree > MeshLimits.relayCancelDegreeMin else { return }
    relays.note(RelayQueue.Copy(link: link, peer: peer), of: key, where: isSame)
  }

  /// The links whose peers have the packet from somebody else: who sent it passed it to all next to it, or
  /// left out those who had it from another already.
  private func served(_ relay: RelayQueue.Waiting) -> [LinkID] {
    guard !relay.copies.isEmpty else { return [] }
    var senders = relay.copies.compactMap(\.peer)
    if let first = links.owner(of: relay.ingress.link) { senders.append(first) }
    return links.ids { link in
      if relay.copies.contains(where: { $0.link == link.id }) { return true }
      guard let peer = link.binding.verified else { return false }
      return senders.contains(peer) || topology.isServed(peer, by: senders, at: now.monotonic)
    }
  }
}
