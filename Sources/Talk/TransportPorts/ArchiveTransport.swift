/// What a transport that hands messages of others on offers besides; found by type.
///
/// Callable from any isolation.
public protocol ArchiveTransport: Sendable {
  /// Forgets the public messages of a peer that are kept for others (chat-app 8.4).
  func dropStored(of peer: PeerAddress) async
}
