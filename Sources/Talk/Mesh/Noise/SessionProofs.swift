import MeshWire

/// What was said inside one session generation.
struct SessionProof: Sendable {
  let generation: SessionGeneration
  /// Whether our state went out a second time, as the answer to the peer's.
  var hasEchoed = false
  /// What the peer proved it can do.
  var capabilities: Capabilities?
}

/// One proof a peer, for its current session; at most as many as there are sessions.
struct SessionProofs: Sendable {
  private var proofs = OrderedMap<PeerID, SessionProof>()

  /// The proof of a peer's session.
  subscript(peer: PeerID) -> SessionProof? { proofs[peer] }

  /// Number of proofs.
  var count: Int { proofs.count }

  /// Starts over for a new session.
  mutating func install(_ generation: SessionGeneration, for peer: PeerID) {
    proofs.removeValue(forKey: peer)
    proofs[peer] = SessionProof(generation: generation)
    if proofs.count > NoiseLimits.peersMax { _ = proofs.popFirst() }
  }

  /// Notes what the peer proved; `true` when our echo is still due.
  mutating func record(_ capabilities: Capabilities, of peer: PeerID) -> Bool {
    proofs.update(peer) { proof in
      proof.capabilities = capabilities
      defer { proof.hasEchoed = true }
      return !proof.hasEchoed
    } ?? false
  }

  /// Forgets a peer's.
  mutating func remove(_ peer: PeerID) {
    proofs.removeValue(forKey: peer)
  }
}
