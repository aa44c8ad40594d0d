import MeshWire

/// What a peer proved inside its current session that it can do.
///
/// Source: mesh-features 5.2.
public enum CapabilityProof: Sendable, Hashable {
  /// There is no session.
  case none
  /// The session stands, the peer's word is due within five seconds.
  case awaited
  /// The peer's word, which no announce can forge.
  case proven(Capabilities)
  /// The peer has said nothing in time; it still may.
  case overdue
}

/// What was said inside one session generation.
struct SessionProof: Sendable {
  let generation: SessionGeneration
  /// Whether our state went out a second time, as the answer to the peer's.
  var hasEchoed = false
  var word = CapabilityProof.awaited
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
    proofs.setLast(SessionProof(generation: generation), forKey: peer)
    if proofs.count > NoiseLimits.peersMax { _ = proofs.popFirst() }
  }

  /// Notes what the peer proved; `true` when our echo is still due.
  mutating func record(_ capabilities: Capabilities, of peer: PeerID) -> Bool {
    proofs.update(peer) { proof in
      proof.word = .proven(capabilities)
      defer { proof.hasEchoed = true }
      return !proof.hasEchoed
    } ?? false
  }

  /// Notes that the peer's time is up, if it has said nothing.
  mutating func expire(_ peer: PeerID) {
    proofs.update(peer) { if $0.word == .awaited { $0.word = .overdue } }
  }

  /// Forgets a peer's.
  mutating func remove(_ peer: PeerID) {
    proofs.removeValue(forKey: peer)
  }
}
