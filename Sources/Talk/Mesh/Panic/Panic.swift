import MeshWire
import Timebase

/// Leaving an identity behind without a word (mesh-engine 15).
///
/// Between `suspendForPanic` and `completePanic` nothing is sent. Cooldowns of links outlive it, so that
/// nobody gains a rebind by it.
extension MeshEngine {
  mutating func handle(_ command: PanicCommand) {
    switch command {
    case .suspend: suspendForPanic()
    case .resetIdentity(let identity, let nickname): resetIdentity(identity, nickname)
    case .complete(let restarts): completePanic(restarts: restarts)
    }
  }

  /// Closes the gate: every link goes, and everything that was under way.
  private mutating func suspendForPanic() {
    guard phase != .suspended else { return }
    phase = .suspended
    disconnectAndForget()
    links.removeAllLinks()
    queues = OutboundQueues()
    pins = IdentityPins()
    spool = Spool()
    seen = Deduplicator()
    shown = ShownMessages()
    subscriptions = SubscriptionLimiter()
    gossip = Gossip()
    wipeModules()
    emit(.archiveChanged([]))
  }

  /// Takes the new keys and name. Does nothing unless suspended.
  private mutating func resetIdentity(_ identity: MeshIdentity, _ nickname: String) {
    guard phase == .suspended else { return }
    ingress = IngressRecords()
    traffic = TrafficWindow()
    throttle = AnnounceThrottle()
    lastAnnounce = nil
    self.identity = identity
    self.nickname = Self.announceable(nickname)
    noise = NoiseSessions(identity: identity)
    seen = Deduplicator()
    shown = ShownMessages()
  }

  /// Opens the gate; with `restarts` takes part and announces at once.
  private mutating func completePanic(restarts: Bool) {
    guard phase == .suspended else { return }
    phase = .idle
    guard restarts else { return }
    start()
    announce(isForced: true)
  }
}

/// The steps of a panic, in this order.
public enum PanicCommand: Sendable {
  /// Fall silent and forget everybody.
  case suspend
  /// Be somebody else.
  case resetIdentity(MeshIdentity, nickname: String)
  /// Come back, taking part if wanted.
  case complete(restarts: Bool)
}
