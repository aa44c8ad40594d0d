import Cryptography
import MeshWire
import Timebase

/// Names one established session; everything bound to another generation is void.
///
/// 128 random bits, never on the wire. Source: mesh-engine 8.1.
public struct SessionGeneration: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  init(using random: inout some RandomNumberGenerator) {
    high = random.next()
    low = random.next()
  }
}

/// A transport both ends agreed on.
struct EstablishedSession: Sendable {
  var transport: NoiseSession
  let remoteStatic: X25519.PublicKey
  let generation: SessionGeneration
  let createdAt: Instant
  var lastActivity: Instant

  /// Whether it is too old to be used.
  func isExpired(at now: Instant) -> Bool { now.since(createdAt) >= NoiseLimits.sessionAge }

  /// Whether it is time for new keys.
  func needsRekey(at now: Instant) -> Bool {
    isExpired(at: now) || transport.sentCount >= NoiseLimits.rekeyFromMessages
      || now.since(lastActivity) >= NoiseLimits.sessionIdle
  }
}

/// A handshake under way.
struct HandshakeAttempt: Sendable {
  var handshake: NoiseHandshake
  /// When it is given up.
  var deadline: Instant
  /// Whether its failure brings one more attempt.
  var wantsRetry: Bool
  /// Whether we gave up our own attempt for it.
  var hasYielded = false
  /// Message 1 as it was sent; nothing for a responder.
  var message1: [UInt8] = []
}

/// A transport that was replaced by an inbound message 1: kept to receive only, until the new session
/// stands or is given up.
struct QuarantinedSession: Sendable {
  var session: EstablishedSession
  let deadline: Instant
}

/// What is going on with one peer.
///
/// | state | encrypt | decrypt |
/// |---|---|---|
/// | none | queue, start a handshake | start a handshake with a known peer |
/// | initiating | queue | no |
/// | responding | queue | only with a quarantined transport |
/// | established | yes | yes |
///
/// Source: mesh-engine 8.1.
enum NoisePhase: Sendable {
  case none
  case initiating(HandshakeAttempt)
  case responding(HandshakeAttempt, QuarantinedSession?)
  case established(EstablishedSession)
}

/// Why another attempt is pending.
enum RecoveryReason: Sendable {
  /// An attempt failed or timed out, or a restored transport is in doubt.
  case failure
  /// A message 1 was ignored because it crossed a handshake we had just completed.
  case suppressedInitiation
}

/// The state of one peer with all that outlives a single attempt.
struct NoisePeer: Sendable {
  var phase = NoisePhase.none
  /// At most one attempt is pending; its deadline stands in the agenda.
  var recovery: RecoveryReason?
  /// Until then, message 1 is ignored after a rollback.
  var cooldownUntil: Instant?
  /// When we completed a handshake as its initiator.
  var completedAsInitiatorAt: Instant?
  /// A restored transport: received data counts, but what is queued waits for a new session, because the
  /// other end may have thrown these keys away.
  var isPendingConvergence = false

  var isEstablished: Bool { established != nil }

  var established: EstablishedSession? {
    switch phase {
    case .established(let session): session
    case .none, .initiating, .responding: nil
    }
  }

  var state: SessionState {
    switch phase {
    case .none: .none
    case .initiating, .responding: .handshaking
    case .established: .established
    }
  }
}
