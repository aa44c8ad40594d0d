import Cryptography
import MeshWire
import Timebase

/// The encrypted sessions with all peers: who starts, who yields, what is kept when a handshake is forged,
/// when another attempt follows.
///
/// A machine of its own: methods change the state and leave what the engine has to do in `takeActions()`,
/// in order. Time, randomness and whether a peer is reachable are arguments.
///
/// At most 512 peers; see `makeRoom`. Source: mesh-engine 8.
struct NoiseSessions: Sendable {
  let own: PeerID
  let localStatic: X25519.PrivateKey
  var peers = OrderedMap<PeerID, NoisePeer>()
  var budgets = NoiseBudgets()
  var counts = NoiseCounts()
  var actions: [NoiseAction] = []

  init(identity: MeshIdentity) {
    own = identity.peerID
    localStatic = identity.noise
  }

  /// Takes what the engine has to do.
  mutating func takeActions() -> [NoiseAction] {
    defer { actions = [] }
    return actions
  }

  /// How far the session with a peer is.
  func state(of peer: PeerID) -> SessionState { peers[peer]?.state ?? .none }

  /// The generation of the peer's session, when one stands.
  func generation(of peer: PeerID) -> SessionGeneration? { peers[peer]?.established?.generation }

  /// The static key the peer proved in its session.
  func remoteStatic(of peer: PeerID) -> X25519.PublicKey? { peers[peer]?.established?.remoteStatic }

  /// Whether the peer's session was made so lately that whoever carried the handshake can still be there.
  func isFresh(_ peer: PeerID, at now: Instant) -> Bool {
    peers[peer]?.established.map { now.since($0.createdAt) <= MeshLimits.reachableSilence } ?? false
  }

  /// Whether the peer's session is held back until a new one stands.
  func isPendingConvergence(_ peer: PeerID) -> Bool { peers[peer]?.isPendingConvergence ?? false }

  /// Whether message 3 of a peer is waited for.
  func isResponding(to peer: PeerID) -> Bool {
    if case .responding? = peers[peer]?.phase { true } else { false }
  }

  /// Whether another attempt with a peer is pending.
  func isRecovering(_ peer: PeerID) -> Bool { peers[peer]?.recovery != nil }

  // MARK: Starting

  /// Starts a handshake if there is no session, attempt or quarantine; `false` when nothing was started. If
  /// only the budget was in the way, the start is made up for as soon as there is room.
  @discardableResult
  mutating func start(with peer: PeerID, at now: Instant, using random: inout SeededRandom) -> Bool {
    guard peer != own, peer != .broadcast else { return false }
    var record = peers[peer] ?? NoisePeer()
    guard case .none = record.phase else { return false }
    defer { store(record, for: peer) }
    guard budgets.admitStart(with: peer, at: now) else {
      counts.startsOverBudget += 1
      requestRecovery(&record, of: peer, at: now)
      return false
    }
    initiate(&record, with: peer, wantsRetry: true, at: now, using: &random)
    return true
  }

  /// Replaces a session by a new handshake: the initiator is ready before the old transport goes (8.6). While
  /// the budget is in the way, nothing goes out with the session that is in doubt.
  @discardableResult
  mutating func restart(with peer: PeerID, at now: Instant, using random: inout SeededRandom) -> Bool {
    guard var record = peers[peer], record.isEstablished else { return false }
    defer { store(record, for: peer) }
    guard budgets.admitStart(with: peer, at: now) else {
      counts.startsOverBudget += 1
      record.isPendingConvergence = true
      requestRecovery(&record, of: peer, at: now)
      return false
    }
    initiate(&record, with: peer, wantsRetry: true, at: now, using: &random)
    return true
  }

  /// The peers whose sessions need new keys.
  func peersToRekey(at now: Instant) -> [PeerID] {
    peers.entries.filter { $0.value.established?.needsRekey(at: now) ?? false }.map(\.key)
  }

  /// Whether this is the message 1 of the attempt that is still under way: only then may it leave (8.3).
  func isCurrentMessage1(_ message: [UInt8], to peer: PeerID) -> Bool {
    guard case .initiating(let attempt)? = peers[peer]?.phase else { return false }
    return attempt.message1 == message
  }

  /// Restarts the initiator's time-out, because its message 1 was handed to a link only now.
  mutating func noteHandedOver(to peer: PeerID, at now: Instant) {
    guard var record = peers[peer], case .initiating(var attempt) = record.phase else { return }
    attempt.deadline = now + NoiseLimits.initiatorTimeout
    record.phase = .initiating(attempt)
    peers[peer] = record
    actions.append(.armTimeout(peer, at: attempt.deadline))
  }

  /// Forgets everything about a peer that left.
  mutating func drop(_ peer: PeerID) {
    guard let record = peers.removeValue(forKey: peer) else { return }
    actions += [.disarmTimeout(peer), .disarmRecovery(peer)]
    if record.state != .none { actions.append(.changed(peer, .none)) }
  }

  /// Puts a new initiator in place of whatever was there.
  mutating func initiate(
    _ record: inout NoisePeer, with peer: PeerID, wantsRetry: Bool, at now: Instant,
    using random: inout SeededRandom
  ) {
    var handshake = NoiseHandshake(
      role: .initiator, localStatic: localStatic, ephemeral: .generate(using: &random))
    // Message 1 of XX is the ephemeral key alone: writing it cannot fail.
    guard let message1 = try? handshake.writeMessage() else { return }
    counts.started += 1
    let old = record.state
    let deadline = now + NoiseLimits.initiatorTimeout
    record.phase = .initiating(
      HandshakeAttempt(
        handshake: handshake, deadline: deadline, wantsRetry: wantsRetry, message1: message1))
    record.completedAsInitiatorAt = nil
    actions += [.armTimeout(peer, at: deadline), .send(message1, to: peer)]
    if old != .handshaking { actions.append(.changed(peer, .handshaking)) }
  }

  /// Stores what became of a peer and forgets those about whom nothing is left to know.
  mutating func store(_ record: NoisePeer, for peer: PeerID) {
    if peers.update(peer, { $0 = record }) == nil {
      makeRoom()
      peers[peer] = record
    }
  }

  /// Room for one more: first the oldest peer without session or attempt goes, then the oldest waiting
  /// responder (strangers make those), then the oldest attempt of ours, then the session idle for longest.
  private mutating func makeRoom() {
    guard peers.count >= NoiseLimits.peersMax else { return }
    let rank = { (record: NoisePeer) -> (Int, UInt64) in
      switch record.phase {
      case .none: (0, 0)
      case .responding(_, nil): (1, 0)
      case .initiating: (2, 0)
      case .responding(_, let quarantined?): (3, quarantined.session.lastActivity.nanoseconds)
      case .established(let session): (3, session.lastActivity.nanoseconds)
      }
    }
    guard let victim = peers.entries.min(by: { rank($0.value) < rank($1.value) })?.key else { return }
    counts.evicted += 1
    drop(victim)
  }
}
