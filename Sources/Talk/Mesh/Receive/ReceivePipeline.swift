import MeshWire
import Timebase

/// What happens to a frame, in this order; each step may end it (mesh-engine 4).
extension MeshEngine {
  mutating func receive(_ frame: [UInt8], on linkID: LinkID) {
    guard phase == .running, let link = links[linkID], let packet = try? Packet.decode(frame) else { return }
    guard packet.sender != own || (packet.isRSR && packet.ttl == 0) else { return }
    guard let linkPeer = attribute(packet, on: link), isTimely(packet) else { return }
    let isDirectAnnounce = packet.type == .announce && packet.ttl == WireLimits.originatingTTL
    if isDirectAnnounce { links.bindProvisionally(linkID, to: packet.sender) }

    let key = packet.deduplicationKey
    guard ingress.admit(key, at: now.monotonic), isNew(packet, key) else {
      cancelRelay(key)
      if isDirectAnnounce { bindByDuplicate(packet, on: linkID) }
      return
    }
    traffic.note(at: now.monotonic)
    if links[linkID]?.binding.verified == linkPeer { registry.noteSeen(linkPeer, at: now) }

    let source = Ingress(link: linkID, peer: linkPeer)
    if dispatch(packet, from: source) { relay(packet, key: key, from: source) }
  }

  /// The peer a packet counts for: whoever the link is bound to, except that a direct announce speaks for
  /// itself and a sync request of somebody else is a forgery.
  private func attribute(_ packet: Packet, on link: Link) -> PeerID? {
    guard let bound = link.binding.claimed, bound != packet.sender else { return packet.sender }
    if packet.type == .syncRequest { return nil }
    if packet.type == .announce, packet.ttl == WireLimits.originatingTTL { return packet.sender }
    return bound
  }

  /// Whether the packet was made at about our time. Sync answers are exempt, but only asked-for ones count,
  /// and this engine does not ask.
  private func isTimely(_ packet: Packet) -> Bool {
    guard !packet.isRSR else { return false }
    let distance = now.unix.millisecondsSince(packet.timestamp).magnitude
    let isBeforeWindow = now.unix.milliseconds < MeshLimits.clockSkewMilliseconds
    return isBeforeWindow || distance <= MeshLimits.clockSkewMilliseconds
  }

  private mutating func isNew(_ packet: Packet, _ key: DeduplicationKey) -> Bool {
    if packet.type == .fragment || (packet.sender == own && packet.ttl == 0) { return true }
    return seen.admit(.packet(key), at: now.monotonic)
  }

  /// Hands a packet to whoever its type belongs to. `false` when it must not be passed on.
  private mutating func dispatch(_ packet: Packet, from source: Ingress) -> Bool {
    switch packet.type {
    case .announce: receiveAnnounce(packet, from: source)
    case .publicMessage: receivePublicMessage(packet)
    case .leave: return receiveLeave(packet)
    case .noiseHandshake: if packet.recipient == own { receiveHandshake(packet, on: source.link) }
    case .noiseEncrypted: if packet.recipient == own { receiveEncrypted(packet, on: source.link) }
    case .syncRequest, .announceV2: break
    default:
      let verdict = deliver(
        .packet(packet, link: source.link, ingressPeer: links[source.link]?.binding.verified),
        ofType: packet.type)
      return verdict == .accept
    }
    return true
  }
}
