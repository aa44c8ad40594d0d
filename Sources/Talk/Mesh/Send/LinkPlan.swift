import MeshWire

/// Which links a frame goes out on.
///
/// 1. All links but the ingress link, those of the ingress peer and, of a relay, those of peers who have the
///    packet already are allowed.
/// 2. A hint (the peer meant) with links of its own among them: exactly one of those. With links of its own,
///    but none allowed: nothing. Without any: all allowed, one a peer, full fan-out.
/// 3. No hint: one link a peer, then a subset for ordinary broadcasts. Direct announces skip the "one a
///    peer", so that every link gets bound.
///
/// While no link of the peer's is proven, a handshake message goes to those as well on which its first
/// contact was contradicted: if the binding is a forger's, only so can the peer itself answer.
/// A link counts as a peer's only once an announce was verified on it. Source: mesh-engine 6.1, 6.2, 9.3.
struct LinkPlan: Sendable {
  /// The peer meant, or the recipient field.
  var hint: PeerID?
  /// What a relay must not send back to.
  var excluding: Ingress?
  /// Links whose peers have the packet already.
  var served: [LinkID]
  /// Whether every remaining link is taken: announces, fragments, sync requests, everything directed.
  var isFull: Bool
  /// Whether all links of one peer are taken.
  var isPerLink: Bool
  /// Whether links on which the peer's first contact was contradicted get a copy too.
  var includesChallengers: Bool
  /// The packet; the text form of its deduplication key decides the subset.
  private let packet: Packet

  /// The plan for a packet as the broadcast path sends it.
  init(for packet: Packet, hint: PeerID? = nil, excluding: Ingress? = nil, served: [LinkID] = []) {
    let recipient = packet.isBroadcast ? nil : packet.recipient
    self.hint = hint ?? recipient
    self.excluding = excluding
    self.served = served
    isFull =
      packet.recipient != nil || hint != nil
      || [.fragment, .announce, .syncRequest].contains(packet.type)
    includesChallengers = packet.type == .noiseHandshake
    isPerLink = packet.type == .announce && packet.ttl == WireLimits.originatingTTL
    self.packet = packet
  }

  /// The links, oldest first.
  func select(from table: LinkTable) -> [Link] {
    let allowed = table.links { link in
      guard let excluding else { return true }
      guard !served.contains(link.id) else { return false }
      return link.id != excluding.link && link.binding.claimed != excluding.peer
    }
    if let hint, table.isLinked(hint) {
      let own = allowed.filter { $0.binding.verified == hint }
      guard let best = table.best(of: own, for: hint) else { return [] }
      guard includesChallengers, best.noiseOwner != hint else { return [best] }
      return allowed.filter { $0.id == best.id || $0.challenger == hint }
    }
    let candidates = isPerLink ? allowed : collapsed(allowed, table)
    return isFull ? candidates : subset(of: candidates)
  }

  private func collapsed(_ links: [Link], _ table: LinkTable) -> [Link] {
    guard hasTwoOfOne(links) else { return links }
    var byPeer = OrderedMap<PeerID, [Link]>()
    for link in links {
      guard let peer = link.binding.verified else { continue }
      if byPeer.update(peer, { $0.append(link) }) == nil { byPeer[peer] = [link] }
    }
    return links.filter { link in
      guard let peer = link.binding.verified, let all = byPeer[peer], all.count > 1 else { return true }
      return table.best(of: all, for: peer)?.id == link.id
    }
  }

  /// Whether a peer has two of the links. There are few, and hardly ever has anybody two.
  private func hasTwoOfOne(_ links: [Link]) -> Bool {
    links.indices.contains { index in
      guard let peer = links[index].binding.verified else { return false }
      return links[..<index].contains { $0.binding.verified == peer }
    }
  }

  private func subset(of links: [Link]) -> [Link] {
    // Few links are all taken, whatever the seed says.
    let peripherals = links.count { $0.id.role == .peripheral }
    guard max(peripherals, links.count - peripherals) > FanoutSubset.allUpTo else { return links }
    let seed = packet.deduplicationKey.text
    let chosen = [LinkRole.peripheral, .central].flatMap { role in
      FanoutSubset.choose(from: links.filter { $0.id.role == role }.map(\.id.name), seed: seed)
        .map { LinkID(role: role, name: $0) }
    }
    return links.filter { chosen.contains($0.id) }
  }
}
