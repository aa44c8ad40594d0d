import MeshWire
import Timebase

/// What the sessions did and refused, in numbers; see ``MeshCounters`` for each.
struct NoiseCounts: Sendable {
  var started = 0
  var startsOverBudget = 0
  var answered = 0
  var overBudget = 0
  var evicted = 0
  var opened = 0
  var unreadable = 0
  var sendsDelayed = 0
}

/// How much Noise work others can make us do: first a budget for the ingress link, then one for the claimed
/// peer, then one for all, each counting only what passed those before it. So one link cannot use up what
/// belongs to everybody.
///
/// What we send has a budget of its own, smaller than what receivers take: a message brings two receipts,
/// and many receivers count both ways together. Nothing in here drops anything; who is refused waits.
///
/// At most 256 links (as many as there are) and 1,024 peers, oldest out. Source: mesh-engine 8.2.
struct NoiseBudgets: Sendable {
  /// Who had no room.
  enum HandshakeVerdict: Sendable, Equatable {
    case admitted
    case linkLimited
    case peerLimited
  }

  private struct Budget: Sendable {
    var handshakes: SlidingWindow
    var received: SlidingWindow
    var sent: SlidingWindow

    init(handshakes: Int, received: Int, sent: Int) {
      self.handshakes = SlidingWindow(limit: handshakes, duration: NoiseLimits.handshakeWindow)
      self.received = SlidingWindow(limit: received, duration: NoiseLimits.messageWindow)
      self.sent = SlidingWindow(limit: sent, duration: NoiseLimits.messageWindow)
    }
  }

  private var links = OrderedMap<LinkID, Budget>()
  private var peers = OrderedMap<PeerID, Budget>()
  private var all = Budget(
    handshakes: NoiseLimits.handshakesMax, received: NoiseLimits.messagesMax,
    sent: NoiseLimits.sentPerWindowMax)

  /// Number of peers with a budget of their own.
  var peerCount: Int { peers.count }

  // MARK: Handshakes

  /// Whether a handshake message that came in may be looked at. One that opens an exchange needs room for
  /// the message that ends it, or the exchange would die half-way.
  mutating func admitHandshake(
    from peer: PeerID, on link: LinkID, opensExchange: Bool = false, at now: Instant
  ) -> HandshakeVerdict {
    prepare(link)
    guard links.update(link, { $0.handshakes.admit(at: now) }) == true else { return .linkLimited }
    return admit(peer, places: opensExchange ? NoiseLimits.handshakeExchange : 1, at: now)
      ? .admitted : .peerLimited
  }

  /// Whether a handshake of our own may start: with room for the message that answers it.
  mutating func admitStart(with peer: PeerID, at now: Instant) -> Bool {
    admit(peer, places: NoiseLimits.handshakeExchange, at: now)
  }

  /// When a handshake of our own may start.
  mutating func nextStart(with peer: PeerID, at now: Instant) -> Instant {
    prepare(peer)
    let places = NoiseLimits.handshakeExchange
    let peerRoom = peers.update(peer) { $0.handshakes.nextRoom(for: places, at: now) } ?? now
    return max(peerRoom, all.handshakes.nextRoom(for: places, at: now))
  }

  private mutating func admit(_ peer: PeerID, places: Int, at now: Instant) -> Bool {
    prepare(peer)
    guard peers.update(peer, { $0.handshakes.hasRoom(for: places, at: now) }) == true else { return false }
    peers.update(peer) { $0.handshakes.count(at: now) }
    return all.handshakes.admit(at: now)
  }

  // MARK: Messages

  /// Whether an encrypted message that came in may be looked at. Counts for the link alone; once it is
  /// decrypted, `countMessage` counts it for the peer and for all.
  mutating func admitMessage(from peer: PeerID, on link: LinkID, at now: Instant) -> Bool {
    prepare(link)
    prepare(peer)
    guard peers.update(peer, { $0.received.hasRoom(at: now) }) == true, all.received.hasRoom(at: now) else {
      return false
    }
    return links.update(link) { $0.received.admit(at: now) } == true
  }

  /// When a message that was refused may be looked at.
  mutating func nextMessage(from peer: PeerID, on link: LinkID, at now: Instant) -> Instant {
    let linkRoom = links.update(link) { $0.received.nextRoom(at: now) } ?? now
    let peerRoom = peers.update(peer) { $0.received.nextRoom(at: now) } ?? now
    return max(linkRoom, peerRoom, all.received.nextRoom(at: now))
  }

  /// Counts a message that was decrypted.
  mutating func countMessage(from peer: PeerID, at now: Instant) {
    peers.update(peer) { $0.received.count(at: now) }
    all.received.count(at: now)
  }

  /// Whether a message of our own may be encrypted.
  mutating func admitSend(to peer: PeerID, at now: Instant) -> Bool {
    prepare(peer)
    guard all.sent.hasRoom(at: now), peers.update(peer, { $0.sent.admit(at: now) }) == true else {
      return false
    }
    return all.sent.admit(at: now)
  }

  /// When a message of our own may be encrypted.
  mutating func nextSend(to peer: PeerID, at now: Instant) -> Instant {
    let peerRoom = peers.update(peer) { $0.sent.nextRoom(at: now) } ?? now
    return max(peerRoom, all.sent.nextRoom(at: now))
  }

  /// Forgets the budget of a link that is gone.
  mutating func forget(_ link: LinkID) {
    links.removeValue(forKey: link)
  }

  private mutating func prepare(_ link: LinkID) {
    guard !links.contains(link) else { return }
    links[link] = Budget(
      handshakes: NoiseLimits.handshakesPerLinkMax, received: NoiseLimits.messagesPerLinkMax, sent: 0)
    if links.count > MeshLimits.linksMax { _ = links.popFirst() }
  }

  private mutating func prepare(_ peer: PeerID) {
    guard !peers.contains(peer) else { return }
    peers[peer] = Budget(
      handshakes: NoiseLimits.handshakesPerPeerMax, received: NoiseLimits.messagesPerPeerMax,
      sent: NoiseLimits.sentPerPeerMax)
    if peers.count > NoiseLimits.budgetedPeersMax { _ = peers.popFirst() }
  }
}
