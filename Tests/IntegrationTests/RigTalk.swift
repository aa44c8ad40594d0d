import ConversationModel
import Mesh
import MeshWire
import Timebase
import TransportPorts

/// What stands above an engine of the rig and lets private messages survive losses: the outbox, a store that
/// keeps each message once, receipts. It does in virtual time what the router and the node do.
struct RigTalk {
  /// How often the outbox is asked for what is due; a node asks so often.
  static let retryInterval = Duration.seconds(2)

  private(set) var stored: [String] = []
  /// How often the engine handed each message up.
  private(set) var handedUp: [String: Int] = [:]
  /// How often each message was handed to the engine.
  private(set) var handedOver: [String: Int] = [:]
  /// When each message was confirmed.
  private(set) var confirmedAt: [String: Instant] = [:]
  private(set) var failed: [String] = []
  private let node: Int
  private var outbox = Outbox()
  private var reachable: [PeerID] = []
  private var eventsSeen = 0
  private var nextRetry: Instant
  /// When the outbox wants to be asked again.
  private var wakeAt: Instant?

  /// The part above one node of a rig.
  init(above node: Int, of rig: MeshRig) {
    self.node = node
    nextRetry = rig.now.monotonic + Self.retryInterval
  }

  /// Writes a message.
  mutating func write(_ text: String, to peer: PeerID, in rig: inout MeshRig) {
    guard let address = PeerAddress(peer.description) else { return }
    let message = ChatMessage(
      id: MessageID(text), conversation: .direct(address),
      author: MessageAuthor(name: rig.nodes[node].name, address: nil, isOwn: true), text: text,
      sentAt: rig.now.unix, delivery: .sending)
    perform(outbox.accept(message, now: rig.now), in: &rig)
  }

  /// Takes in what the engine told since the last time, and asks for what is due.
  mutating func look(at rig: inout MeshRig) {
    while eventsSeen < rig.nodes[node].events.count {
      let event = rig.nodes[node].events[eventsSeen]
      eventsSeen += 1
      take(event, in: &rig)
    }
    guard rig.now.monotonic >= nextRetry else { return }
    nextRetry = rig.now.monotonic + Self.retryInterval
    if let wakeAt, wakeAt <= rig.now.monotonic { perform(outbox.timeReached(now: rig.now), in: &rig) }
  }

  private mutating func take(_ event: MeshAppEvent, in rig: inout MeshRig) {
    switch event {
    case .privateMessage(let sender, let id, _, _):
      handedUp[id, default: 0] += 1
      if !stored.contains(id) { stored.append(id) }
      rig.tell(node, .command(.sendDelivered(messageID: id, to: sender)))
    case .delivered(let id, let peer):
      if confirmedAt[id] == nil { confirmedAt[id] = rig.now.monotonic }
      if let address = PeerAddress(peer.description) {
        perform(outbox.settle(MessageID(id), for: address), in: &rig)
      }
    case .deliveryStatus(let id, .sent):
      for peer in reachable {
        if let address = PeerAddress(peer.description) {
          perform(outbox.left(MessageID(id), for: address, now: rig.now), in: &rig)
        }
      }
    case .peerConnected(let peer), .sessionChanged(let peer, .established): ready(peer, in: &rig)
    case .peersChanged(let peers):
      let before = reachable
      reachable = peers.filter(\.isReachable).map(\.id)
      let ways: [PeerAddress: Outbox.Reach] = peers.reduce(into: [:]) { result, peer in
        if let address = PeerAddress(peer.id.description) { result[address] = reach(of: peer) }
      }
      perform(outbox.sighted(ways), in: &rig)
      for peer in reachable where !before.contains(peer) { ready(peer, in: &rig) }
    default: break
    }
  }

  private mutating func ready(_ peer: PeerID, in rig: inout MeshRig) {
    guard let address = PeerAddress(peer.description) else { return }
    perform(outbox.peerReady(address, now: rig.now), in: &rig)
  }

  private mutating func perform(_ effects: [Outbox.Effect], in rig: inout MeshRig) {
    for effect in effects {
      switch effect {
      case .transmit(let message):
        guard let address = message.conversation.peer, let peer = PeerID(hexadecimal: address.text) else {
          continue
        }
        handedOver[message.text, default: 0] += 1
        let command = MeshCommand.sendPrivate(text: message.text, to: peer, messageID: message.text)
        rig.tell(node, .command(command))
      case .giveUp(let message, _): failed.append(message.text)
      case .wake(let moment): wakeAt = moment
      }
    }
  }

  private func reach(of peer: PeerSnapshot) -> Outbox.Reach {
    switch (peer.isConnected, peer.isReachable, peer.session) {
    case (false, false, _): .none
    case (true, _, .established), (false, true, _): .deliverable
    case (true, _, .none), (true, _, .handshaking): .linkWithoutSession
    }
  }
}
