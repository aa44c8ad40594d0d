import ConversationModel
import TransportPorts

/// Carries the events of one transport to the coordinators, one after the other, in order.
public struct TransportIntake: Sendable {
  private let transport: any CoreTransport
  private let messages: MessageCoordinator
  private let people: PeerCoordinator

  /// Joins a transport to its coordinators.
  public init(transport: any CoreTransport, messages: MessageCoordinator, people: PeerCoordinator) {
    self.transport = transport
    self.messages = messages
    self.people = people
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
      await people.peersChanged(peers)
    case .peerReady(let peer): await messages.peerReady(peer)
    case .peerLearned(let peer): await messages.guarded { try await people.learned(peer) }
    case .verificationChallenge, .verificationAnswer, .vouches: break
    case .statusChanged(let status): await messages.show(status)
    }
  }
}
