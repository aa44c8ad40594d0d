import Mesh
import MeshWire
import TransportPorts

/// The diagnostics module, as the application sees it. Every question gets one report with its token; traces
/// and maps at once, pings within ten seconds.
extension MeshNode: DiagnosticTransport {
  /// Asks a peer for a sign of life.
  public func ping(_ peer: PeerAddress) async -> PingOutcome {
    guard let target = peerID(peer) else { return .notSent }
    guard case .ping(_, let result) = await ask({ .ping(target, token: $0) }) else { return .notSent }
    return switch result {
    case .answered(let milliseconds, let hops):
      .answered(milliseconds: Int(clamping: milliseconds), hops: hops)
    case .noReply: .noReply
    case .notSent: .notSent
    }
  }

  /// Who stands between us and a peer.
  public func trace(_ peer: PeerAddress) async -> [PeerAddress]? {
    guard let target = peerID(peer), case .trace(_, let way) = await ask({ .trace(target, token: $0) }) else {
      return nil
    }
    return way?.map(address)
  }

  /// Who says to be next to whom.
  public func neighbourhood() async -> [NeighbourPair] {
    guard case .map(_, let edges) = await ask({ .map(token: $0) }) else { return [] }
    return edges.map {
      NeighbourPair(first: address($0.low), second: address($0.high), isConfirmed: $0.isConfirmed)
    }
  }
}

/// Questions whose report is awaited. Everybody who waits is told when the node stops.
struct DiagnosticQuestions {
  private var waiting: [UInt64: CheckedContinuation<Diagnostics.Report?, Never>] = [:]
  private var lastToken: UInt64 = 0

  /// Keeps who waits; the token of the question.
  mutating func add(_ continuation: CheckedContinuation<Diagnostics.Report?, Never>) -> UInt64 {
    lastToken += 1
    waiting[lastToken] = continuation
    return lastToken
  }

  /// Hands a report to who waits for it.
  mutating func answer(_ report: Diagnostics.Report) {
    let token =
      switch report {
      case .ping(let token, _), .trace(let token, _), .map(let token, _): token
      }
    waiting.removeValue(forKey: token)?.resume(returning: report)
  }

  /// Tells everybody that no report will come.
  mutating func endAll() {
    for token in waiting.keys.sorted() { waiting[token]?.resume(returning: nil) }
    waiting = [:]
  }
}
