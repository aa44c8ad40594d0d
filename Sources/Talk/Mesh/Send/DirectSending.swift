import MeshWire

/// Frames for one neighbour, on its own link and unpadded: sync, the next hop of a route, strict hand-overs
/// (mesh-wire 5.2).
extension MeshEngine {
  /// Sends a packet as it is on the best link of a peer; the link, or `nil` when the peer has
  /// none that will do.
  /// With `mayCut` a frame the link cannot carry whole goes in pieces for that peer alone.
  @discardableResult
  mutating func sendOnLink(
    _ packet: Packet, to peer: PeerID, isAuthenticated: Bool = false, mayCut: Bool = false
  ) -> LinkID? {
    guard let link = directLink(to: peer, isAuthenticated: isAuthenticated),
      let frame = try? packet.encoded(padded: false)
    else { return nil }
    guard frame.count <= link.facts.sendLimitBytes else {
      guard mayCut, packet.type != .fragment,
        case .cutting = cut(frame, of: packet, for: [link], neighbour: peer, order: Transfer.Order())
      else { return nil }
      return link.id
    }
    effects.append(.send(frame: frame, links: [link.id], priority: WritePriority(of: packet)))
    return link.id
  }

  /// The link a peer would be sent something on: one it was verified on, and if asked for one its handshake
  /// was completed on.
  func directLink(to peer: PeerID, isAuthenticated: Bool) -> Link? {
    let all = links.links(of: peer)
    return links.best(of: isAuthenticated ? all.filter { $0.noiseOwner == peer } : all, for: peer)
  }
}
