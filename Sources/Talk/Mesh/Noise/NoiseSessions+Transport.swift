import Cryptography
import MeshWire
import Timebase

/// Transport messages, both ways.
extension NoiseSessions {
  /// Encrypts for a peer whose session stands and is not held.
  mutating func encrypt(
    _ plaintext: [UInt8], for peer: PeerID, at now: Instant
  ) throws(NoiseSendError) -> [UInt8] {
    guard var record = peers[peer], case .established(var session) = record.phase,
      !record.isPendingConvergence
    else { throw .notReady }
    guard !session.isExpired(at: now), session.transport.sentCount < NoiseLimits.sentMessagesMax else {
      clear(peer)
      throw .sessionOver
    }
    guard budgets.admitSend(to: peer, at: now) else {
      counts.sendsDelayed += 1
      throw .limited(until: budgets.nextSend(to: peer, at: now))
    }
    guard let message = try? session.transport.encrypt(plaintext) else {
      clear(peer)
      throw .sessionOver
    }
    session.lastActivity = now
    record.phase = .established(session)
    peers[peer] = record
    return message
  }

  /// Decrypts what came from a peer on a link. What happens to a packet that cannot be decrypted is the
  /// table of 8.7. Without a link the message was counted before.
  mutating func decrypt(
    _ message: [UInt8], from peer: PeerID, on link: LinkID?, at now: Instant
  ) -> NoiseReceipt {
    guard (NoiseSession.overheadBytes...NoiseLimits.transportBytesMax).contains(message.count) else {
      return .dropped
    }
    if let link, !budgets.admitMessage(from: peer, on: link, at: now) {
      return .limited(until: budgets.nextMessage(from: peer, on: link, at: now))
    }
    guard var record = peers[peer] else { return .sessionMissing }
    switch record.phase {
    case .none: return .sessionMissing
    case .initiating: return .dropped
    case .responding(let attempt, var quarantine):
      guard let plaintext = open(message, with: &quarantine, at: now) else { return .deferred }
      guard let generation = quarantine?.session.generation else { return .dropped }
      record.phase = .responding(attempt, quarantine)
      peers[peer] = record
      return admitted(plaintext, generation, from: peer, at: now)
    case .established(var session):
      guard !session.isExpired(at: now) else {
        clear(peer)
        return .sessionOver
      }
      guard let plaintext = try? session.transport.decrypt(message) else {
        counts.unreadable += 1
        return .dropped
      }
      session.lastActivity = now
      record.phase = .established(session)
      peers[peer] = record
      return admitted(plaintext, session.generation, from: peer, at: now)
    }
  }

  private mutating func admitted(
    _ plaintext: [UInt8], _ generation: SessionGeneration, from peer: PeerID, at now: Instant
  ) -> NoiseReceipt {
    budgets.countMessage(from: peer, at: now)
    counts.opened += 1
    return .plaintext(plaintext, generation)
  }

  private func open(
    _ message: [UInt8], with quarantine: inout QuarantinedSession?, at now: Instant
  ) -> [UInt8]? {
    guard var kept = quarantine, !kept.session.isExpired(at: now),
      let plaintext = try? kept.session.transport.decrypt(message)
    else { return nil }
    kept.session.lastActivity = now
    quarantine = kept
    return plaintext
  }

  /// Ends a session that is over.
  private mutating func clear(_ peer: PeerID) {
    peers.update(peer) { record in
      record.phase = .none
      record.isPendingConvergence = false
    }
    actions.append(.changed(peer, .none))
  }
}
