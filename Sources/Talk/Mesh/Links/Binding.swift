import MeshWire
import Timebase

/// Who gets a link after an announce of theirs was verified on it (mesh-engine 12).
extension MeshEngine {
  /// Binds a link nobody is verified on. `true` when the link is the peer's afterwards.
  mutating func bindIfFree(_ id: LinkID, to peer: PeerID) -> Bool {
    guard let binding = links.binding(of: id) else { return false }
    switch binding {
    case .verified(let owner): return owner == peer
    case .none, .provisional:
      bind(id, to: peer)
      return true
    }
  }

  /// Takes a link over from another verified peer, which is how a peer with new keys is met again
  /// (12.1). Refused while the announcer has a link of its own, and within 60 s of the last time.
  mutating func rebind(_ id: LinkID, to peer: PeerID) {
    guard let old = links.owner(of: id), old != peer, !links.isLinked(peer),
      !links.isRebindTooSoon(id, at: now.monotonic)
    else { return }
    links.noteRebind(id, at: now.monotonic)
    bind(id, to: peer)
    markConnected(peer)
    for link in links.links(of: old) {
      switch link.id.role {
      case .peripheral: close(link.id)
      case .central: links.unbind(link.id)
      }
    }
    forgetPeer(old)
  }

  /// Starts a handshake when the peer is here on its link, but nobody proved to be it on any of its links:
  /// it may have lost its keys of the session (8.6).
  mutating func revalidate(_ id: LinkID, of peer: PeerID) {
    guard noise.state(of: peer) == .established,
      !links.links(of: peer).contains(where: { $0.noiseOwner == peer }),
      links.admitRevalidation(id, at: now.monotonic)
    else { return }
    noise.restart(with: peer, at: now.monotonic, using: &random)
    performNoiseActions()
  }

  /// Closes all but one of several links we opened to one peer (12.2); the other end closes those it opened.
  mutating func closeRedundantLinks(of peer: PeerID) {
    let candidates = links.links(of: peer).filter { $0.id.role == .peripheral }
    guard candidates.count > 1, let newest = candidates.max(by: { $0.number < $1.number }) else { return }
    if !newest.facts.isWritable, candidates.contains(where: \.facts.isWritable) { return }
    guard links.admitRetirement(of: peer, at: now.monotonic) else { return }
    links.prefer(newest.id, for: peer)
    for link in candidates where link.id != newest.id { close(link.id) }
  }

  /// Takes a peer's links back on which only announces under a wrong signing key spoke for it. The peer's
  /// own announce gives it its link.
  mutating func retractBindings(of peer: PeerID) {
    for link in links.links(of: peer) where link.noiseOwner != peer { links.unbind(link.id) }
    if !links.isLinked(peer) { markDisconnected(peer) }
  }

  /// Removes a peer from everything that says it is here.
  mutating func forgetPeer(_ peer: PeerID) {
    agenda.cancel(.disconnectNotice(peer))
    gossip.stores.forget(peer)
    topology.forget(peer)
    guard let gone = registry.remove(peer) else { return }
    publication.isDirty = true
    if gone.isConnected { emit(.peerDisconnected(peer)) }
  }

  private mutating func bind(_ id: LinkID, to peer: PeerID) {
    links.bind(id, to: peer)
    publication.isDirty = true
    effects.append(.linkVerified(id, peer))
  }

  /// Retires what is known of a link, then has it closed.
  private mutating func close(_ id: LinkID) {
    links.remove(id)
    noise.budgets.forget(id)
    agenda.cancel(.greet(id))
    agenda.cancel(.flushSpool(id))
    effects.append(.disconnect(id))
  }
}
