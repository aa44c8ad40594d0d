import ConversationModel
import Timebase
import TransportPorts

/// Decides which transport takes a private message, and owns the outbox: what was accepted here goes
/// out again and again until it is confirmed or given up, over restarts too.
///
/// The outbox is durable because its messages are rows of the message store; `restore` reads them.
public actor Router {
  private let transport: any CoreTransport
  private let messages: any MessageRepository
  private let clock: any TalkClock
  private let alarm: any TalkAlarm
  private var outbox = Outbox()

  /// Routes over one transport.
  public init(
    transport: any CoreTransport, messages: any MessageRepository, clock: any TalkClock,
    alarm: any TalkAlarm
  ) {
    self.transport = transport
    self.messages = messages
    self.clock = clock
    self.alarm = alarm
  }

  /// Takes up what an earlier run left unconfirmed.
  public func restore() async throws {
    let unconfirmed = try await messages.unconfirmed()
    await perform(outbox.restore(unconfirmed, now: clock.now()))
  }

  /// Sends a stored private message.
  public func send(_ message: ChatMessage) async {
    await perform(outbox.accept(message, now: clock.now()))
  }

  /// Everybody in sight has changed: who can be reached, and how.
  public func peersChanged(_ peers: [TransportPeer]) async {
    await perform(
      outbox.sighted(
        Dictionary(peers.map { ($0.address, reach(of: $0)) }, uniquingKeysWith: { first, _ in first })))
  }

  /// The peer can be reached: what waits for it goes.
  public func peerReady(_ peer: PeerAddress) async {
    await perform(outbox.peerReady(peer, now: clock.now()))
  }

  /// The transport has sent the message. Answers whether it waits for its confirmation.
  public func left(_ id: MessageID, for peer: PeerAddress) async -> Bool {
    await perform(outbox.left(id, for: peer, now: clock.now()))
    return outbox.holds(id, for: peer)
  }

  /// The peer confirmed the message.
  public func confirmed(_ id: MessageID, by peer: PeerAddress) async {
    await perform(outbox.settle(id, for: peer))
  }

  /// The transport cannot send the message, ever.
  public func refused(_ id: MessageID, for peer: PeerAddress) async {
    await perform(outbox.settle(id, for: peer))
  }

  /// The person is reached under another address, and the conversation was moved there: what waits goes
  /// along.
  public func moved(from old: PeerAddress, to new: PeerAddress) async {
    await perform(outbox.move(from: old, to: new, now: clock.now()))
  }

  /// Sends again what is due or stayed unanswered for too long, and gives up what waited too long. The alarm
  /// calls it when the outbox wants to be asked; any other time does no harm.
  public func timeReached() async {
    await perform(outbox.timeReached(now: clock.now()))
  }

  private func perform(_ effects: [Outbox.Effect]) async {
    // Before anything is waited for: what comes meanwhile may name another time.
    for case .wake(let moment) in effects {
      alarm.set(.outbox, at: moment) { [weak self] in await self?.timeReached() }
    }
    for effect in effects {
      switch effect {
      case .wake: break
      case .transmit(let message):
        guard let peer = message.conversation.peer else { continue }
        await transport.sendPrivate(message.text, to: peer, id: message.id, at: message.sentAt)
      case .giveUp(let message, let reason):
        // A store that refuses this keeps the message as sending; the next start tries again.
        _ = try? await messages.report(
          .failed(reason: words(for: reason)), of: message.id, in: message.conversation)
      }
    }
  }

  private func words(for reason: Outbox.GivingUp) -> String {
    switch reason {
    case .queueFull: "too many messages wait for this person"
    case .expired: "not in reach for 24 hours"
    case .noAnswer: "the other device did not answer"
    }
  }
}

private func reach(of peer: TransportPeer) -> Outbox.Reach {
  switch (peer.isConnected, peer.isReachable, peer.session) {
  case (false, false, _): .none
  case (true, _, .established), (false, true, _): .deliverable
  case (true, _, .none), (true, _, .handshaking): .linkWithoutSession
  }
}
