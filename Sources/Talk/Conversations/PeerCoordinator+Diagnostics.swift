import ConversationModel
import TransportPorts

/// Looking at the way to somebody, where the transport can (mesh-features 8).
extension PeerCoordinator {
  /// Asks a peer for a sign of life; takes at most about ten seconds.
  public func ping(_ peer: PeerAddress) async throws(DiagnosticProblem) -> PingOutcome {
    try await diagnostics(about: peer).ping(peer)
  }

  /// Who stands between us and a peer, as peers say: empty for a neighbour, `nil` where no way is known.
  public func trace(_ peer: PeerAddress) async throws(DiagnosticProblem) -> [PeerAddress]? {
    try await diagnostics(about: peer).trace(peer)
  }

  /// Who says to be next to whom, ordered; empty where the transport does not know.
  public func neighbourhood() async -> [NeighbourPair] {
    await (transport as? any DiagnosticTransport)?.neighbourhood() ?? []
  }

  /// Who is next to whom, and how far everybody is, as of now. No traffic.
  public func map() async -> MeshMap {
    let own = await transport.ownAddress()
    let pairs = await neighbourhood()
    return MeshMap(own: own, directory: directory(), pairs: pairs, takenAt: clock.now().unix)
  }

  private func diagnostics(
    about peer: PeerAddress
  ) async throws(DiagnosticProblem) -> any DiagnosticTransport {
    guard let diagnostics = transport as? any DiagnosticTransport else { throw .notOffered }
    guard await transport.ownAddress() != peer else { throw .ownAddress }
    return diagnostics
  }
}
