import Cryptography
import MeshWire
import Timebase

/// What follows when a handshake fails or takes too long.
extension NoiseSessions {
  /// Ends an attempt that a message broke (8.4, "Failure"): the quarantined transport comes back, and who
  /// tries again is decided here.
  ///
  /// A transport that comes back is in doubt, as after a time-out (8.5): an older message 1 that came late
  /// makes us expect another message 3 than the peer sends, who then has a session that we do not have, and
  /// would write into it without end.
  mutating func fail(
    _ broken: NoisePeer, _ attempt: HandshakeAttempt, _ quarantine: QuarantinedSession?, peer: PeerID,
    isMismatch: Bool, at now: Instant
  ) {
    var record = broken
    let isInitiator = attempt.handshake.role == .initiator
    let isOwned = isInitiator || attempt.hasYielded || record.recovery != nil
    restore(quarantine, &record, at: now)
    actions.append(.disarmTimeout(peer))
    actions.append(.changed(peer, record.state))
    if isMismatch {
      record.isPendingConvergence = false
      if record.recovery != nil { requestRecovery(&record, of: peer, at: now) }
    } else if attempt.wantsRetry || quarantine != nil {
      record.isPendingConvergence = quarantine != nil
      requestRecovery(&record, of: peer, at: now)
    } else if !isOwned {
      actions.append(.startIfKnown(peer))
    }
    if quarantine != nil { actions.append(.restored(peer, mayDrain: !record.isPendingConvergence)) }
    store(record, for: peer)
  }

  /// The peer's attempt is too old (8.5).
  mutating func expireAttempt(of peer: PeerID, at now: Instant) {
    guard var record = peers[peer] else { return }
    switch record.phase {
    case .none, .established: return
    case .initiating(let attempt):
      record.phase = .none
      actions.append(.changed(peer, .none))
      if attempt.wantsRetry { requestRecovery(&record, of: peer, at: now) }
    case .responding(let attempt, let quarantine):
      restore(quarantine, &record, at: now)
      record.isPendingConvergence = quarantine != nil
      actions.append(.changed(peer, record.state))
      if attempt.wantsRetry || quarantine != nil { requestRecovery(&record, of: peer, at: now) }
      if quarantine != nil { actions.append(.restored(peer, mayDrain: false)) }
    }
    store(record, for: peer)
  }

  /// The pending attempt is due (8.5). A peer out of reach gets none; a handshake under way inherits the
  /// right to one more.
  mutating func recover(
    _ peer: PeerID, isReachable: Bool, at now: Instant, using random: inout SeededRandom
  ) {
    guard var record = peers[peer], record.recovery != nil else { return }
    defer { store(record, for: peer) }
    guard isReachable else {
      record.recovery = nil
      return
    }
    switch record.phase {
    case .initiating(var attempt):
      attempt.wantsRetry = true
      record.phase = .initiating(attempt)
      record.recovery = nil
    case .responding(var attempt, let quarantine):
      attempt.wantsRetry = true
      record.phase = .responding(attempt, quarantine)
      record.recovery = nil
    case .none, .established:
      guard budgets.admitStart(with: peer, at: now) else {
        counts.startsOverBudget += 1
        return requestRecovery(&record, of: peer, at: now)
      }
      record.recovery = nil
      initiate(&record, with: peer, wantsRetry: false, at: now, using: &random)
    }
  }

  /// Asks for a new session when something waits behind a transport that is in doubt and nobody is about
  /// to replace it.
  mutating func requestConvergence(with peer: PeerID, at now: Instant) {
    guard var record = peers[peer], record.isEstablished, record.isPendingConvergence,
      record.recovery == nil
    else { return }
    requestRecovery(&record, of: peer, at: now)
    peers[peer] = record
  }

  /// Asks for another attempt, 0.2 s from now or when the budget has room for one.
  mutating func requestRecovery(_ record: inout NoisePeer, of peer: PeerID, at now: Instant) {
    record.recovery = .failure
    let room = budgets.nextStart(with: peer, at: now)
    actions.append(.armRecovery(peer, at: max(now + NoiseLimits.recoveryDelay, room)))
  }

  /// A message 1 of a peer came that the budget refused: it has probably lost its keys, so another attempt
  /// is due. Only on the peer's own link is that enough to hold back what we have for it; elsewhere anybody
  /// could have written it.
  mutating func noteRefusedStart(of peer: PeerID, isOwnLink: Bool, at now: Instant) {
    guard var record = peers[peer], record.isEstablished else { return }
    if isOwnLink { record.isPendingConvergence = true }
    if record.recovery == nil { requestRecovery(&record, of: peer, at: now) }
    peers[peer] = record
  }

  /// Puts a quarantined transport back, and ignores message 1 for a while, or leaves nothing.
  private mutating func restore(
    _ quarantine: QuarantinedSession?, _ record: inout NoisePeer, at now: Instant
  ) {
    guard let quarantine else {
      record.phase = .none
      return
    }
    record.phase = .established(quarantine.session)
    record.cooldownUntil = now + NoiseLimits.rollbackCooldown
  }
}
