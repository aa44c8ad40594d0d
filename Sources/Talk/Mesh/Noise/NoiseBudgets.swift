import MeshWire
import Timebase

/// How much Noise work others can make us do: first a budget for the ingress link, then one for the claimed
/// peer, then one for all, each counting only what passed those before it. So one link cannot use up what
/// belongs to everybody.
///
/// At most 256 links (as many as there are) and 1,024 peers, oldest out. Source: mesh-engine 8.2.
struct NoiseBudgets: Sendable {
  private struct Budget: Sendable {
    var handshakes: SlidingWindow
    var messages: SlidingWindow

    init(handshakes: Int, messages: Int) {
      self.handshakes = SlidingWindow(limit: handshakes, duration: NoiseLimits.handshakeWindow)
      self.messages = SlidingWindow(limit: messages, duration: NoiseLimits.messageWindow)
    }
  }

  private var links = OrderedMap<LinkID, Budget>()
  private var peers = OrderedMap<PeerID, Budget>()
  private var all = Budget(handshakes: NoiseLimits.handshakesMax, messages: NoiseLimits.messagesMax)

  /// Number of peers with a budget of their own.
  var peerCount: Int { peers.count }

  /// Whether a handshake message that came in may be looked at.
  mutating func admitHandshake(from peer: PeerID, on link: LinkID, at now: Instant) -> Bool {
    prepare(link)
    guard links.update(link, { $0.handshakes.admit(at: now) }) == true else { return false }
    return admitStart(with: peer, at: now)
  }

  /// Whether a handshake of our own may start.
  mutating func admitStart(with peer: PeerID, at now: Instant) -> Bool {
    prepare(peer)
    guard peers.update(peer, { $0.handshakes.admit(at: now) }) == true else { return false }
    return all.handshakes.admit(at: now)
  }

  /// Whether an encrypted message that came in may be looked at. Counts for the link alone; once it is
  /// decrypted, `countMessage` counts it for the peer and for all.
  mutating func admitMessage(from peer: PeerID, on link: LinkID, at now: Instant) -> Bool {
    prepare(link)
    prepare(peer)
    guard links.update(link, { $0.messages.admit(at: now) }) == true else { return false }
    return peers.update(peer) { $0.messages.hasRoom(at: now) } == true && all.messages.hasRoom(at: now)
  }

  /// Counts a message that was decrypted.
  mutating func countMessage(from peer: PeerID, at now: Instant) {
    peers.update(peer) { $0.messages.count(at: now) }
    all.messages.count(at: now)
  }

  /// Whether a message of our own may be encrypted.
  mutating func admitSend(to peer: PeerID, at now: Instant) -> Bool {
    prepare(peer)
    guard peers.update(peer, { $0.messages.admit(at: now) }) == true else { return false }
    return all.messages.admit(at: now)
  }

  /// Forgets the budget of a link that is gone.
  mutating func forget(_ link: LinkID) {
    links.removeValue(forKey: link)
  }

  private mutating func prepare(_ link: LinkID) {
    guard !links.contains(link) else { return }
    links[link] = Budget(
      handshakes: NoiseLimits.handshakesPerLinkMax, messages: NoiseLimits.messagesPerLinkMax)
    if links.count > MeshLimits.linksMax { _ = links.popFirst() }
  }

  private mutating func prepare(_ peer: PeerID) {
    guard !peers.contains(peer) else { return }
    peers[peer] = Budget(
      handshakes: NoiseLimits.handshakesPerPeerMax, messages: NoiseLimits.messagesPerPeerMax)
    if peers.count > NoiseLimits.budgetedPeersMax { _ = peers.popFirst() }
  }
}
