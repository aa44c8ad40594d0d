import Conversations
import TransportPorts

/// Intents that look at the way to somebody.
extension TalkDomain {
  /// Asks a peer for a sign of life; takes at most about ten seconds. Throws `DiagnosticProblem`.
  public func ping(_ peer: PeerAddress) async throws -> PingOutcome {
    try await people?.ping(peer) ?? .notSent
  }

  /// Who stands between us and a peer: empty for a neighbour, `nil` where no way is known. Throws
  /// `DiagnosticProblem`.
  public func trace(_ peer: PeerAddress) async throws -> [PeerAddress]? {
    try await people?.trace(peer)
  }

  /// Who says to be next to whom, ordered.
  public func neighbourhood() async -> [NeighbourPair] {
    await people?.neighbourhood() ?? []
  }
}
