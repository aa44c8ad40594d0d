/// What a hostile node does.
public enum HostileKind: String, CaseIterable, Sendable {
  /// Signed messages and rubbish, without end.
  case flood
  /// Frames of others again, soon or minutes later, as if they came first-hand.
  case replay
  /// Announces and messages in the name of others, under its own signature or a broken one.
  case spoofedAnnounces
  /// Every frame from one end of the mesh out at another, as it came.
  case wormhole
  /// Pieces of frames that never become whole.
  case fragmentBombs
  /// Sync requests all the time, and answers nobody asked for, also of somebody who is nowhere.
  case syncAbuse
  /// First messages of handshakes in the name of strangers.
  case handshakeFlood
  /// Whole handshakes in the name of others, with its own key, and a message in them.
  case impostor

  /// Whether it can draw messages for others to itself, so that no delivery can be promised.
  var swallowsMessages: Bool {
    switch self {
    case .replay, .spoofedAnnounces, .wormhole, .impostor: true
    case .flood, .fragmentBombs, .syncAbuse, .handshakeFlood: false
    }
  }
}
