import MeshWire
import Timebase

/// What the engine tells the application.
///
/// Source: mesh-engine 2.4.
public enum MeshAppEvent: Sendable, Equatable {
  /// A public message whose signature verified, or our own as it was sent or came back.
  case publicMessage(
    sender: PeerID, nickname: String, text: String, timestamp: Timestamp, messageID: String, isOwn: Bool)
  /// A private message out of an authenticated session. Not acknowledged: that is the application's,
  /// after it stored the message.
  case privateMessage(sender: PeerID, messageID: String, text: String, timestamp: Timestamp)
  /// The peer says that it stored our message.
  case delivered(messageID: String, by: PeerID)
  /// The peer says that somebody read our message.
  case read(messageID: String, by: PeerID)
  /// A peer has a direct link (again).
  case peerConnected(PeerID)
  /// A peer has had no direct link for a moment.
  case peerDisconnected(PeerID)
  /// All peers in sight, ordered by id; replaces the list before.
  case peersChanged([PeerSnapshot])
  /// What became of a message that was given to the engine.
  case deliveryStatus(messageID: String, DeliveryStatus)
  /// How far a transfer is that was given to the engine with an id, or a file without one (then the id is the
  /// SHA-256 of its payload, 64 hexadecimal digits).
  case transfer(id: String, TransferProgress)
  /// The session with a peer is in another state.
  case sessionChanged(PeerID, SessionState)
  /// Something to remember and to give back with `restoreIdentities`.
  case identityLearned(KnownIdentity)
  /// The public messages to keep and to give back with `restoreArchive`: frames, oldest first, at most 1,000
  /// and 2 MiB. Replaces what was kept before.
  case archiveChanged([[UInt8]])
  /// What a module wants kept and given back with `restoreModule`; replaces what was kept before. Without
  /// bytes there is nothing to keep.
  case moduleState(name: String, [UInt8])
  /// The goodbye is out and all links are being closed.
  case stopped
  /// An event of a module without a case of its own here.
  case module(ModuleAppEvent)
}

/// What became of a message that was given to the engine.
public enum DeliveryStatus: Sendable, Hashable {
  /// Encrypted or signed, and handed to at least one link.
  case sent
  /// It did not leave and will not.
  case failed(SendFailure)
}

/// Why a message did not leave.
public enum SendFailure: Sendable, Hashable {
  /// A private text or id has more than 255 UTF-8 bytes, or a public text more than 16,000 scalars.
  case tooLong
  /// Too much waits for this peer's session already: the oldest message gave way.
  case queueFull
  /// The frame is longer than any link to be used carries, even in pieces.
  case frameTooLarge(bytes: Int, limit: Int)
  /// No link took it within the 60 seconds it may wait.
  case noLink
  /// The engine is not started.
  case notRunning
  /// The application gave it up.
  case cancelled
}

/// How far a transfer is.
///
/// Source: mesh-engine 9.6.
public enum TransferProgress: Sendable, Hashable {
  /// Behind the two that are under way.
  case waiting
  /// So many of its pieces left; told about fifty times a transfer.
  case sending(sent: Int, total: Int)
  /// All pieces left. Whether they arrived is the peer's to say.
  case done
  /// It stopped.
  case failed(SendFailure)
}

/// How far the encrypted session with a peer is.
///
/// Source: mesh-engine 8.1.
public enum SessionState: Sendable, Hashable {
  /// None.
  case none
  /// A handshake is under way.
  case handshaking
  /// Messages go out encrypted at once.
  case established
}

/// Wraps what a module tells the application.
public struct ModuleAppEvent: Sendable, Equatable {
  /// The module's own value.
  public let value: any Hashable & Sendable

  /// Wraps a value.
  public init(_ value: any Hashable & Sendable) {
    self.value = value
  }

  /// Equal when the values are equal and of one type.
  public static func == (left: ModuleAppEvent, right: ModuleAppEvent) -> Bool {
    AnyHashable(left.value) == AnyHashable(right.value)
  }
}
