import MeshWire

/// Packets that came before (mesh-engine 4 steps 7 and 8, 5.4).
extension MeshEngine {
  /// Takes one more copy of a packet: nothing is done for it again, unless no copy was believed so far or our
  /// store lacks what a neighbour was asked for.
  ///
  /// The first copy may have come with a broken signature, or before its sender was known. Whoever is first
  /// with such a copy would otherwise keep the good one from us, and from everybody behind us, for 300 s. So
  /// a packet is passed on twice at most: as it came first, and once believed.
  mutating func receiveCopy(_ packet: Packet, key: DeduplicationKey, from source: Ingress) {
    counts.copies += 1
    let owner = links.owner(of: source.link)
    noteCopy(of: key, on: source.link, from: owner) { $0.signature == packet.signature }
    let isOpen = seen.isOpen(.packet(key))
    if isOpen || isMissingFromStore(packet) {
      guard chargeSignature(to: source.link) else { return counts.signaturesOverBudget += 1 }
      let isWanted = dispatch(packet, key: key, from: source)
      guard isOpen, isWanted, !seen.isOpen(.packet(key)) else { return }
      ingress.forgetFrames(of: key)
      noteArrival(of: packet, key, isWanted: true)
      guard !forwardAlongRoute(packet) else { return }
      relay(packet, key: key, from: source)
    } else {
      if packet.type == .announce, packet.ttl == WireLimits.originatingTTL {
        bindByDuplicate(packet, on: source.link)
      }
      relayAfterAnswer(packet, key: key, from: source)
    }
  }

  /// The key of a packet whose very frame came within the last three seconds, if a copy can change nothing
  /// but who else has it. A direct announce may bind its link, and a sync answer may be missing from our
  /// store. What no copy was believed of is judged again, and so not among the frames, unless it would have
  /// to be inflated.
  func plainCopy(_ preview: PacketPreview, _ digest: FrameDigest) -> DeduplicationKey? {
    guard !preview.isDirectAnnounce, preview.isCompressed || !preview.isRSR else { return nil }
    return ingress.key(of: digest, at: now.monotonic)
  }

  /// Notes whether a packet was believed for its signature.
  mutating func settle(_ key: DeduplicationKey, isBelieved: Bool) {
    seen.settle(.packet(key), isBelieved: isBelieved)
  }

  /// Whether it is a public message out of a neighbour's store that ours lacks: it was dropped here when its
  /// sender went, and has to be here again for those behind us once the sender is back.
  private func isMissingFromStore(_ packet: Packet) -> Bool {
    packet.isRSR && packet.type == .publicMessage && packet.isBroadcast && packet.sender != own
      && !gossip.stores.holdsMessage(packet.gossipID)
  }
}
