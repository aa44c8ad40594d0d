import MeshWire
import Timebase

/// What the sessions ask of the engine, in order.
enum NoiseAction: Sendable {
  /// Send a handshake message.
  case send([UInt8], to: PeerID)
  /// Set the deadline of the peer's attempt.
  case armTimeout(PeerID, at: Instant)
  /// Forget it.
  case disarmTimeout(PeerID)
  /// Set the time of the next attempt.
  case armRecovery(PeerID, at: Instant)
  /// Forget it.
  case disarmRecovery(PeerID)
  /// A new session stands; message 3, if it was ours, went out before this.
  case established(PeerID, SessionGeneration)
  /// The old session is back. Whether what is queued may go out with it.
  case restored(PeerID, mayDrain: Bool)
  /// Start a handshake, if the peer's announce was verified.
  case startIfKnown(PeerID)
  /// The state of the session changed.
  case changed(PeerID, SessionState)
}

/// Why something could not be encrypted.
enum NoiseSendError: Error, Sendable, Equatable {
  /// No session, or one whose outbound side is held: queue it.
  case notReady
  /// The budget is used up: queue it until then.
  case limited(until: Instant)
  /// The session was too old or used up; it is cleared.
  case sessionOver
}

/// What came of an encrypted packet.
enum NoiseReceipt: Sendable, Equatable {
  /// Decrypted; `generation` is that of the session that did it.
  case plaintext([UInt8], SessionGeneration)
  /// Keep it until the handshake under way is done.
  case deferred
  /// Forget it.
  case dropped
  /// A budget is used up: keep it until then.
  case limited(until: Instant)
  /// There is no session: the packet is lost, and a handshake should start if the peer is known.
  case sessionMissing
  /// The session was too old or used up; it is cleared, and a handshake should start.
  case sessionOver
}
