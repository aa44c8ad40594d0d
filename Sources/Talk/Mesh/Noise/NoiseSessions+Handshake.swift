import Cryptography
import MeshWire
import Timebase

/// Handshake messages that come in.
extension NoiseSessions {
  /// Handles a handshake message for us. Lengths other than 32, 96 and 64 bytes, and messages the state does
  /// not wait for, change nothing. `isOwnLink`: an announce of the peer was verified on the link.
  mutating func receiveHandshake(
    _ message: [UInt8], from peer: PeerID, on link: LinkID, isOwnLink: Bool = false, at now: Instant,
    using random: inout SeededRandom
  ) {
    switch message.count {
    case NoiseLimits.message1Bytes, NoiseLimits.message2Bytes, NoiseLimits.message3Bytes: break
    default: return
    }
    guard peer != own else { return }
    let isMessage1 = message.count == NoiseLimits.message1Bytes
    switch budgets.admitHandshake(from: peer, on: link, opensExchange: isMessage1, at: now) {
    case .admitted: break
    case .linkLimited: return counts.overBudget += 1
    case .peerLimited:
      counts.overBudget += 1
      if isMessage1 { noteRefusedStart(of: peer, isOwnLink: isOwnLink, at: now) }
      return
    }
    var record = peers[peer] ?? NoisePeer()
    if isMessage1 {
      guard !isFreshIgnored(&record, from: peer, at: now) else {
        if peers.contains(peer) { peers[peer] = record }
        return
      }
      respond(to: message, &record, peer: peer, at: now, using: &random)
    } else {
      advance(with: message, &record, peer: peer, at: now, using: &random)
    }
  }

  /// Whether a message 1 has to be ignored (8.4, rules 1 to 4).
  private mutating func isFreshIgnored(_ record: inout NoisePeer, from peer: PeerID, at now: Instant) -> Bool
  {
    if let until = record.cooldownUntil {
      if now < until {
        if record.isEstablished { return true }
      } else {
        record.cooldownUntil = nil
      }
    }
    if record.recovery == .suppressedInitiation, own < peer, record.isEstablished { return true }
    if let completed = record.completedAsInitiatorAt {
      if now.since(completed) < NoiseLimits.crossedGrace, own < peer, record.isEstablished {
        record.recovery = .suppressedInitiation
        actions.append(.armRecovery(peer, at: completed + NoiseLimits.crossedGrace))
        return true
      }
      record.completedAsInitiatorAt = nil
    }
    if case .initiating = record.phase, own < peer { return true }
    return false
  }

  /// Answers a message 1 as responder. A key that cannot be one changes nothing.
  private mutating func respond(
    to message: [UInt8], _ record: inout NoisePeer, peer: PeerID, at now: Instant,
    using random: inout SeededRandom
  ) {
    var handshake = NoiseHandshake(
      role: .responder, localStatic: localStatic, ephemeral: .generate(using: &random))
    guard (try? handshake.readMessage(message)) != nil, let answer = try? handshake.writeMessage() else {
      return
    }
    var attempt = HandshakeAttempt(
      handshake: handshake, deadline: now + NoiseLimits.responderTimeout, wantsRetry: false)
    var quarantine: QuarantinedSession?
    let old = record.state
    switch record.phase {
    case .none: break
    case .initiating(let yielded):
      attempt.wantsRetry = yielded.wantsRetry
      attempt.hasYielded = true
    case .responding(let earlier, let kept):
      attempt.deadline = earlier.deadline
      attempt.wantsRetry = earlier.wantsRetry
      attempt.hasYielded = earlier.hasYielded
      quarantine = kept
    case .established(let session):
      quarantine = QuarantinedSession(session: session, deadline: attempt.deadline)
    }
    record.phase = .responding(attempt, quarantine)
    counts.answered += 1
    store(record, for: peer)
    actions += [.armTimeout(peer, at: attempt.deadline), .send(answer, to: peer)]
    if old != .handshaking { actions.append(.changed(peer, .handshaking)) }
  }

  /// Goes on with message 2 or 3, if it is the one that is waited for.
  private mutating func advance(
    with message: [UInt8], _ record: inout NoisePeer, peer: PeerID, at now: Instant,
    using random: inout SeededRandom
  ) {
    switch record.phase {
    case .none, .established: return
    case .initiating(var attempt):
      guard message.count == NoiseLimits.message2Bytes else { return }
      guard (try? attempt.handshake.readMessage(message)) != nil else {
        return fail(record, attempt, nil, peer: peer, isMismatch: false, at: now)
      }
      guard isExpected(attempt.handshake.remoteStatic, for: peer) else {
        return fail(record, attempt, nil, peer: peer, isMismatch: true, at: now)
      }
      guard let message3 = try? attempt.handshake.writeMessage(),
        let transport = try? attempt.handshake.split()
      else { return fail(record, attempt, nil, peer: peer, isMismatch: false, at: now) }
      actions.append(.send(message3, to: peer))
      record.completedAsInitiatorAt = now
      establish(transport, &record, peer: peer, at: now, using: &random)
    case .responding(var attempt, let quarantine):
      guard message.count == NoiseLimits.message3Bytes else { return }
      guard (try? attempt.handshake.readMessage(message)) != nil else {
        return fail(record, attempt, quarantine, peer: peer, isMismatch: false, at: now)
      }
      guard isExpected(attempt.handshake.remoteStatic, for: peer),
        let transport = try? attempt.handshake.split()
      else { return fail(record, attempt, quarantine, peer: peer, isMismatch: true, at: now) }
      record.completedAsInitiatorAt = nil
      establish(transport, &record, peer: peer, at: now, using: &random)
    }
  }

  private func isExpected(_ key: X25519.PublicKey?, for peer: PeerID) -> Bool {
    key.map { PeerID(noiseKey: $0) == peer } ?? false
  }

  private mutating func establish(
    _ transport: NoiseSession, _ record: inout NoisePeer, peer: PeerID, at now: Instant,
    using random: inout SeededRandom
  ) {
    guard let remoteStatic = transport.remoteStatic else { return }
    let session = EstablishedSession(
      transport: transport, remoteStatic: remoteStatic, generation: SessionGeneration(using: &random),
      createdAt: now, lastActivity: now)
    record.phase = .established(session)
    record.recovery = nil
    record.cooldownUntil = nil
    record.isPendingConvergence = false
    store(record, for: peer)
    actions += [
      .disarmTimeout(peer), .disarmRecovery(peer), .changed(peer, .established),
      .established(peer, session.generation),
    ]
  }
}
