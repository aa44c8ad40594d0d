import ConversationModel
import Text
import Timebase
import TransportPorts

/// What comes in: blocks, flood control and limits first, then the store, then the answer (chat-app 6).
extension MessageCoordinator {
  /// A verified public message (chat-app 6.1).
  func receive(_ incoming: IncomingPublicMessage) async {
    if !incoming.isOwn {
      guard await !people.isBlocked(incoming.sender) else { return }
      let sender = incoming.noiseKey.map { "noise:" + $0.text } ?? "mesh:" + incoming.sender.text
      let key = ContentKey.of(incoming.text)
      guard flood.admits(sender: sender, contentKey: key, at: clock.now().monotonic) else { return }
    } else if await wasCleared(incoming) {
      return
    }
    guard incoming.text.unicodeScalars.count <= Self.publicCharactersMax,
      !Text.trimmed(incoming.text).isEmpty
    else { return }
    let author = MessageAuthor(
      name: incoming.nickname, address: incoming.sender, noiseKey: incoming.noiseKey,
      isOwn: incoming.isOwn)
    let action = ActionLine.of(incoming.text)
    let message = ChatMessage(
      id: incoming.id, conversation: .mesh, kind: action == nil ? .person : .system, author: author,
      text: action ?? Text.trimmed(incoming.text), sentAt: incoming.sentAt)
    // Ours is known here already, or comes back from before a loss of the store.
    guard isOpen(.mesh), !incoming.isOwn else { return await commit([message]) }
    await perform(batch.receive(message, now: clock.now().monotonic))
  }

  /// Whether a line of ours was emptied away before it came back from others, who keep it (chat-app 9). The
  /// store knows that of lines of others only: one that we send now is never held for an old one, whatever
  /// the clock says. A store that cannot be read says so when the line is stored.
  private func wasCleared(_ incoming: IncomingPublicMessage) async -> Bool {
    let cleared = try? await upkeep.clearedUpTo(.mesh)
    return cleared.map { incoming.sentAt <= $0 } ?? false
  }

  /// Stores what was gathered.
  func flushBatch() async {
    await perform(batch.flush())
  }

  private func perform(_ effects: [PublicIntake.Effect]) async {
    for effect in effects {
      switch effect {
      case .commit(let messages): await commit(messages)
      case .wake(let moment):
        alarm.set(.publicIntake, at: moment) { [weak self] in await self?.flushBatch() }
      }
    }
  }

  private func commit(_ batch: [ChatMessage]) async {
    guard let first = batch.first else { return }
    // One of ours comes alone.
    let areUnread = !first.author.isOwn && !isOpen(first.conversation)
    await guarded(endsProblem: true) {
      let outcomes = try await messages.insert(batch, areUnread: areUnread)
      for (message, outcome) in zip(batch, outcomes) { await tell(message, isKnown: outcome == .duplicate) }
    }
  }

  /// Tells what the person wants to know outside of the window (chat-app 13).
  private func tell(_ message: ChatMessage, isKnown: Bool) async {
    guard !isKnown, !message.author.isOwn else { return }
    var mentionsUs = false
    if !message.conversation.isPrivate, message.text.contains("@") {
      mentionsUs =
        Mentions(
          in: message.text, directory: await people.directory(), ownAddress: await people.ownAddress
        ).isAboutUs
    }
    let shown = isOpen(message.conversation) ? message.conversation : nil
    let notice = Notice.of(message, mentionsUs: mentionsUs, isKnown: isKnown, openConversation: shown)
    if let notice { await presenter?.show(notice) }
  }

  /// A private message out of an authenticated session: stored, then confirmed. A copy of one we have is
  /// confirmed again, since the first confirmation may be lost. White space counts: it may be a piece of a
  /// longer text, and what is not confirmed is sent again and again. Of somebody who is blocked nothing is
  /// kept, and nothing is confirmed.
  func receive(_ incoming: IncomingPrivateMessage) async {
    guard !incoming.id.text.isEmpty, !incoming.text.isEmpty,
      await !people.isBlocked(incoming.sender)
    else { return }
    if let notice = FavouriteNotice(incoming.text) { return await receive(notice, incoming) }
    let conversation = ConversationKey.direct(incoming.sender)
    let action = ActionLine.of(incoming.text)
    let message = ChatMessage(
      id: incoming.id, conversation: conversation, kind: action == nil ? .person : .system,
      author: MessageAuthor(name: incoming.nickname, address: incoming.sender, isOwn: false),
      text: action ?? incoming.text, sentAt: incoming.sentAt)
    await guarded(endsProblem: true) {
      let isOnScreen = isOpen(conversation)
      let outcome = try await messages.insert(message, isUnread: !isOnScreen)
      await transport.sendDelivered(incoming.id, to: incoming.sender)
      try await settleReadReceipts(to: incoming.sender)
      if isOnScreen { try await sendDueReadReceipts(in: conversation) }
      await tell(message, isKnown: outcome == .duplicate)
    }
  }

  /// Confirmed like any message, shown only where it is news.
  private func receive(_ notice: FavouriteNotice, _ incoming: IncomingPrivateMessage) async {
    await guarded {
      let line = try await people.received(notice, from: incoming.sender)
      await transport.sendDelivered(incoming.id, to: incoming.sender)
      if let line { await say(line, in: .direct(incoming.sender)) }
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
      let held = try await messages.message(receipt.id, in: conversation)
      guard held?.author.isOwn ?? true else { return }
      if held != nil { _ = try await messages.report(state, of: receipt.id, in: conversation) }
      // What the person emptied away meanwhile has nothing to wait for either.
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
