import ConversationModel
import Timebase
import TransportPorts

/// Read marks: what was read here is told to whoever wrote it (chat-app 5.4).
extension MessageCoordinator {
  /// Marks all as read and tells the sender, as far as it is in reach.
  func markRead(_ conversation: ConversationKey) async {
    await guarded {
      try await messages.markRead(conversation)
      try await sendDueReadReceipts(in: conversation)
    }
  }

  func sendDueReadReceipts(in conversation: ConversationKey) async throws {
    guard let peer = conversation.peer, await !people.isBlocked(peer) else { return }
    receipts.accept(try await messages.readReceiptsDue(in: conversation), for: peer)
    try await sendReadReceipts(to: peer)
    setAlarm()
  }

  /// The peer has a new session or is in reach again: marks sent before may be lost.
  func doubtReadReceipts(to peer: PeerAddress) async throws {
    receipts.peerReady(peer)
    try await sendDueReadReceipts(in: .direct(peer))
  }

  /// Something came out of the peer's session: the marks that went into it arrived, and are never sent again.
  func settleReadReceipts(to peer: PeerAddress) async throws {
    let wasFull = receipts.isFull(for: peer)
    for id in receipts.heard(from: peer) {
      try await messages.markReadReceiptSent(id, in: .direct(peer))
    }
    if wasFull { try await sendDueReadReceipts(in: .direct(peer)) }
  }

  /// The time has come at which a mark that may be lost goes out again.
  func readMarkTimeReached() async {
    for peer in receipts.peers { await guarded { try await sendReadReceipts(to: peer) } }
    setAlarm()
  }

  /// Not at once again where a peer is out of reach: it goes when the peer is back.
  private func setAlarm() {
    let earliest = clock.now().monotonic + ReadReceipts.quietPeriod
    alarm.set(.readMarks, at: receipts.nextAttempt.map { max($0, earliest) }) { [weak self] in
      await self?.readMarkTimeReached()
    }
  }

  /// A mark stays due in the store until it needs no more: after a crash it is sent once more, which is
  /// harmless.
  private func sendReadReceipts(to peer: PeerAddress) async throws {
    for id in receipts.meant(for: peer, now: clock.now()) {
      guard await transport.sendRead(id, to: peer) else { return }
      if receipts.handedOver(id, to: peer, now: clock.now()) {
        try await messages.markReadReceiptSent(id, in: .direct(peer))
      }
    }
  }
}
