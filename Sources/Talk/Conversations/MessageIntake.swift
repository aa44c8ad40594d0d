import ConversationModel
import Text
import TransportPorts

/// What comes in: limits and flood control first, then the store, then the answer (chat-app 6).
extension MessageCoordinator {
  /// A verified public message.
  func receive(_ incoming: IncomingPublicMessage) async {
    guard incoming.text.unicodeScalars.count <= Self.publicCharactersMax,
      !Text.trimmed(incoming.text).isEmpty
    else { return }
    if !incoming.isOwn {
      let sender = incoming.noiseKey.map { "noise:" + $0.text } ?? "mesh:" + incoming.sender.text
      let key = ContentKey.of(incoming.text)
      guard flood.admits(sender: sender, contentKey: key, at: clock.now().monotonic) else { return }
    }
    let author = MessageAuthor(
      name: incoming.nickname, address: incoming.sender, noiseKey: incoming.noiseKey,
      isOwn: incoming.isOwn)
    let message = ChatMessage(
      id: incoming.id, conversation: .mesh, author: author, text: Text.trimmed(incoming.text),
      sentAt: incoming.sentAt)
    await guarded(endsProblem: true) {
      _ = try await messages.insert(message, isUnread: !incoming.isOwn && !isOpen(.mesh))
    }
  }

  /// A private message out of an authenticated session: stored, then confirmed. A copy of one we have is
  /// confirmed again, since the first confirmation may be lost. White space counts: it may be a piece of a
  /// longer text, and what is not confirmed is sent again and again.
  func receive(_ incoming: IncomingPrivateMessage) async {
    guard !incoming.id.text.isEmpty, !incoming.text.isEmpty else { return }
    let conversation = ConversationKey.direct(incoming.sender)
    let message = ChatMessage(
      id: incoming.id, conversation: conversation,
      author: MessageAuthor(name: incoming.nickname, address: incoming.sender, isOwn: false),
      text: incoming.text, sentAt: incoming.sentAt)
    await guarded(endsProblem: true) {
      let isOnScreen = isOpen(conversation)
      _ = try await messages.insert(message, isUnread: !isOnScreen)
      await transport.sendDelivered(incoming.id, to: incoming.sender)
      try await settleReadReceipts(to: incoming.sender)
      if isOnScreen { try await sendDueReadReceipts(in: conversation) }
    }
  }

  /// The peer confirmed a message of ours. Counts only within the conversation with that peer.
  func receive(_ receipt: Receipt) async {
    let moment = clock.now().unix
    let state: DeliveryState =
      switch receipt.kind {
      case .delivered: .delivered(at: moment)
      case .read: .read(at: moment)
      }
    await guarded {
      let conversation = ConversationKey.direct(receipt.peer)
      try await settleReadReceipts(to: receipt.peer)
      guard let held = try await messages.message(receipt.id, in: conversation), held.author.isOwn else {
        return
      }
      _ = try await messages.report(state, of: receipt.id, in: conversation)
      await router.confirmed(receipt.id, by: receipt.peer)
    }
  }

  /// A private message of ours left, or never will.
  func outcome(_ outcome: SendOutcome, of id: MessageID, to peer: PeerAddress) async {
    let conversation = ConversationKey.direct(peer)
    await guarded {
      switch outcome {
      case .sent:
        // What was given up meanwhile stays failed until the peer itself confirms it.
        guard await router.left(id, for: peer) else { return }
        _ = try await messages.report(.sent, of: id, in: conversation)
      case .refused(let reason):
        _ = try await messages.report(.failed(reason: words(for: reason)), of: id, in: conversation)
        await router.refused(id, for: peer)
      }
    }
  }

  /// Everybody in sight has changed.
  func peersChanged(_ peers: [TransportPeer]) async {
    await router.peersChanged(peers)
  }

  /// A peer came into reach or has a session now: its messages and marks go out.
  func peerReady(_ peer: PeerAddress) async {
    await router.peerReady(peer)
    await guarded { try await doubtReadReceipts(to: peer) }
  }

  private func words(for reason: SendRefusal) -> String {
    switch reason {
    case .tooLong: "too long for a private message"
    case .unknownAddress: "nobody can be reached under this address"
    case .queueFull: "too many messages wait for this person"
    }
  }
}
