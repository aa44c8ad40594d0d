import Cryptography
import MeshWire
import Timebase

/// What happens to a frame, in this order; each step may end it (mesh-engine 4).
extension MeshEngine {
  /// Takes a frame in.
  ///
  /// What costs least is asked first: nothing is inflated, hashed or checked before the frame's header, the
  /// link's allowance and the copies of the last seconds have been looked at.
  mutating func receive(_ frame: [UInt8], on linkID: LinkID) {
    guard phase == .running, let (binding, isAdmitted) = links.admitFrame(on: linkID, at: now.monotonic)
    else { return }
    guard isAdmitted, allowance.admitFrame(at: now.monotonic) else { return counts.framesOverBudget += 1 }
    guard let preview = try? PacketPreview(frame) else { return counts.framesMalformed += 1 }
    guard preview.sender != own || (preview.isRSR && preview.ttl == 0) else { return }
    guard let linkPeer = attribute(preview, on: binding), isTimely(preview, on: binding) else { return }
    let digest = FrameDigest(frame)
    if let key = plainCopy(preview, digest) {
      counts.copies += 1
      return noteCopy(of: key, on: linkID, from: binding.verified) { _ in true }
    }
    guard admitsSignature(of: preview, on: linkID), admitInflation(of: preview, on: linkID) else { return }
    guard let packet = try? Packet.decode(frame) else { return counts.framesMalformed += 1 }
    if preview.isDirectAnnounce { links.bindProvisionally(linkID, to: packet.sender) }

    let key = packet.deduplicationKey
    let source = Ingress(link: linkID, peer: linkPeer)
    guard ingress.admit(key, at: now.monotonic), isNew(packet, key) else {
      return receiveCopy(packet, key: key, from: source)
    }
    if MeshLimits.isSigned(packet.type) { chargeSignature(to: linkID) }
    if !isUpkeep(packet) { traffic.note(at: now.monotonic) }
    noteRouting(packet, linkPeer: linkPeer)
    if binding.verified == linkPeer { registry.noteSeen(linkPeer, at: now) }

    let isWanted = dispatch(packet, key: key, from: source)
    noteArrival(of: packet, key, isWanted: isWanted)
    if preview.isCompressed || !seen.isOpen(.packet(key)) {
      ingress.note(digest, of: key, at: now.monotonic)
    }
    guard isWanted, !forwardAlongRoute(packet) else { return }
    relay(packet, key: key, from: source)
  }

  /// The peer a packet counts for: whoever the link is bound to, except that a direct announce speaks for
  /// itself and a sync request of somebody else is a forgery.
  func attribute(_ packet: PacketPreview, on binding: LinkBinding) -> PeerID? {
    guard let bound = binding.claimed, bound != packet.sender else { return packet.sender }
    if packet.type == .syncRequest { return nil }
    return packet.isDirectAnnounce ? packet.sender : bound
  }

  /// Whether a signature could still be checked for the link, if the packet has one.
  mutating func admitsSignature(of packet: PacketPreview, on link: LinkID) -> Bool {
    guard MeshLimits.isSigned(packet.type) else { return true }
    let moment = now.monotonic
    if links.admit(link, { $0.hasSignature(at: moment) }), allowance.hasSignature(at: moment) { return true }
    counts.signaturesOverBudget += 1
    return false
  }

  /// Checks a signature, and counts it.
  mutating func isSignature(of packet: Packet, validUnder key: Ed25519.PublicKey) -> Bool {
    counts.signatureChecks += 1
    return signatureCheck.isValid(packet, under: key)
  }

  /// Counts a signature that is checked for a link.
  @discardableResult
  mutating func chargeSignature(to link: LinkID) -> Bool {
    links.admit(link) { $0.admitSignature(at: now.monotonic) } && allowance.admitSignature(at: now.monotonic)
  }

  /// Whether the payload may be inflated: no longer than its type needs, and within what is left.
  mutating func admitInflation(of packet: PacketPreview, on link: LinkID) -> Bool {
    guard packet.isCompressed else { return true }
    let bytes = packet.payloadBytes
    if bytes <= MeshLimits.inflatedBytesMax(of: packet.type),
      links.admit(link, { $0.admitInflation(bytes, at: now.monotonic) }),
      allowance.admitInflation(bytes, at: now.monotonic)
    {
      return true
    }
    counts.inflationsRefused += 1
    return false
  }

  /// Whether a packet only keeps the mesh together, as announces and sync do: it is no traffic, which would
  /// make each node announce itself more often, and so there would always be some.
  func isUpkeep(_ packet: Packet) -> Bool {
    packet.isRSR || packet.type == .announce || packet.type == .syncRequest
  }

  /// Whether the packet was made at about our time. Sync answers are exempt, but only asked-for ones count.
  func isTimely(_ packet: PacketPreview, on binding: LinkBinding) -> Bool {
    packet.isRSR ? isSolicited(on: binding) : isFresh(packet.timestamp)
  }

  /// Whether a time is at most 120 s from ours.
  func isFresh(_ timestamp: Timestamp) -> Bool {
    let distance = now.unix.millisecondsSince(timestamp).magnitude
    let isBeforeWindow = now.unix.milliseconds < MeshLimits.clockSkewMilliseconds
    return isBeforeWindow || distance <= MeshLimits.clockSkewMilliseconds
  }

  /// Whether the packet was not seen for 300 s.
  mutating func isNew(_ packet: Packet, _ key: DeduplicationKey) -> Bool {
    if packet.type == .fragment || (packet.sender == own && packet.ttl == 0) { return true }
    return seen.admit(.packet(key), at: now.monotonic)
  }

  /// Hands a packet to whoever its type belongs to. `false` when it must not be passed on.
  mutating func dispatch(_ packet: Packet, key: DeduplicationKey, from source: Ingress) -> Bool {
    switch packet.type {
    case .announce: settle(key, isBelieved: receiveAnnounce(packet, from: source))
    case .publicMessage: settle(key, isBelieved: receivePublicMessage(packet))
    case .leave:
      let isBelieved = receiveLeave(packet)
      settle(key, isBelieved: isBelieved)
      return isBelieved
    case .noiseHandshake: if packet.recipient == own { receiveHandshake(packet, on: source.link) }
    case .noiseEncrypted: if packet.recipient == own { receiveEncrypted(packet, on: source.link) }
    case .fragment: return receiveFragment(packet, from: source)
    case .syncRequest: receiveSyncRequest(packet, from: source)
    case .announceV2: break
    default:
      let verdict = deliver(
        .packet(packet, link: source.link, ingressPeer: links.owner(of: source.link)),
        ofType: packet.type)
      return verdict == .accept
    }
    return true
  }
}

extension PacketPreview {
  /// Whether it is an announce that says nobody passed it on.
  var isDirectAnnounce: Bool { type == .announce && ttl == WireLimits.originatingTTL }
}
