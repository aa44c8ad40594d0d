import ConversationModel
import TransportPorts

/// Carries the events of one transport to the coordinators, one after the other, in order.
public struct TransportIntake: Sendable {
  private let transport: any CoreTransport
  private let messages: MessageCoordinator
  private let people: PeerCoordinator
  private let verification: VerificationCoordinator?

  /// Joins a transport to its coordinators. Without one for verification what belongs to it is dropped.
  public init(
    transport: any CoreTransport, messages: MessageCoordinator, people: PeerCoordinator,
    verification: VerificationCoordinator? = nil
  ) {
    self.transport = transport
    self.messages = messages
    self.people = people
    self.verification = verification
  }

  /// Runs until the transport's events end or the task is cancelled.
  public func run() async {
    while !Task.isCancelled, let event = await transport.nextEvent() {
      await handle(event)
    }
  }

  private func handle(_ event: TransportEvent) async {
    switch event {
    case .publicMessage(let message): await messages.receive(message)
    case .privateMessage(let message): await messages.receive(message)
    case .receipt(let receipt): await messages.receive(receipt)
    case .sendOutcome(let id, let peer, let outcome): await messages.outcome(outcome, of: id, to: peer)
    case .peersChanged(let peers):
      await messages.peersChanged(peers)
      for change in await people.peersChanged(peers) { await messages.continues(change) }
    case .peerReady(let peer):
      await messages.peerReady(peer)
      await verification?.peerReady(peer)
    case .peerLearned(let peer): await messages.guarded { try await people.learned(peer) }
    case .verificationChallenge(let challenge, let peer): await verification?.receive(challenge, from: peer)
    case .verificationAnswer(let answer, let peer): await verification?.receive(answer, from: peer)
    case .vouches(let vouches, let peer): await verification?.receive(vouches, from: peer)
    case .statusChanged(let status): await messages.show(status)
    }
  }
}
