/// What a transport that can look at its own network offers besides; found by type.
///
/// Callable from any isolation. Ways and the map come from what peers say of themselves, so they are hints.
/// Source: mesh-features 8.
public protocol DiagnosticTransport: Sendable {
  /// Asks a peer for a sign of life; waits at most about ten seconds.
  func ping(_ peer: PeerAddress) async -> PingOutcome

  /// Who stands between us and a peer: empty for a neighbour, `nil` where no way is known. No traffic.
  func trace(_ peer: PeerAddress) async -> [PeerAddress]?

  /// Who says to be next to whom, ordered. No traffic.
  func neighbourhood() async -> [NeighbourPair]
}

/// What became of a ping.
public enum PingOutcome: Sendable, Hashable {
  /// Answered after that many milliseconds, over so many hops on the way back where that is known.
  case answered(milliseconds: Int, hops: Int?)
  /// Nothing came in time.
  case noReply
  /// It could not leave: nobody is connected, too much is under way, or the address is none of this
  /// transport.
  case notSent
}

/// Two peers next to each other, as one of them or both say.
public struct NeighbourPair: Sendable, Hashable {
  /// The one with the lower address.
  public let first: PeerAddress
  /// The other.
  public let second: PeerAddress
  /// Whether both say so.
  public let isConfirmed: Bool

  /// Joins the parts.
  public init(first: PeerAddress, second: PeerAddress, isConfirmed: Bool) {
    self.first = first
    self.second = second
    self.isConfirmed = isConfirmed
  }
}
