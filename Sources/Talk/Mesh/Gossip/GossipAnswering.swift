import MeshWire
import Timebase

/// Answering those who ask, and telling answers from old packets (mesh-engine 3, 10.3).
extension MeshEngine {
  /// Sends a neighbour what it lacks: only to the peer verified on the link, when its signature verifies.
  mutating func receiveSyncRequest(_ packet: Packet, from source: Ingress) {
    guard packet.ttl == 0, packet.recipient == nil || packet.recipient == own,
      links.owner(of: source.link) == packet.sender, let key = registry.signingKey(of: packet.sender),
      isSignature(of: packet, validUnder: key), let request = try? SyncRequest.decode(packet.payload)
    else { return }
    guard gossip.requests.admitAnswer(to: packet.sender, at: now.monotonic) else {
      return counts.syncRequestsOverBudget += 1
    }
    counts.syncAnswers += 1
    for missing in gossip.stores.missing(for: request, at: now.unix) {
      var answer = missing
      answer.ttl = 0
      answer.isRSR = true
      sendOnLink(answer, to: packet.sender, mayCut: true)
    }
  }

  /// Whether a packet that says it is a sync answer was asked for: its link's verified peer has an open
  /// request. An unverified link was never asked.
  func isSolicited(on binding: LinkBinding) -> Bool {
    binding.verified.map { gossip.requests.isOpen($0, at: now.monotonic) } ?? false
  }
}
