import Networking
import Timebase

/// Static peers (architecture, "LAN links"): dialled without a beacon, again after 0.2 s doubling to 30 s for
/// ever, not while linked, never ourselves. Up to a quarter of a pause is taken off by chance, so that nodes
/// that were started together do not dial together. A link counts as one when an announce has verified on
/// it; only then the pauses begin anew.
extension LANLinkMachine {
  mutating func startStaticDials() {
    for peer in staticDials.indices where staticDials[peer].state == .idle { resolve(peer) }
  }

  /// The network is another: pauses begin anew, and at an address of ours somebody else may be now.
  mutating func retryStaticPeers(now: Instant) {
    for peer in staticDials.indices {
      switch staticDials[peer].state {
      case .waiting, .ourselves:
        staticDials[peer].attempts = 0
        wait(peer, now: now)
      case .idle, .resolving, .dialling, .linked: break
      }
    }
  }

  mutating func stopStaticDials() {
    for peer in staticDials.indices {
      if staticDials[peer].state == .waiting { effects.append(.cancel(.staticPeer(peer))) }
      staticDials[peer].state = .idle
    }
  }

  mutating func staticDialIsDue(_ peer: Int, now: Instant) {
    guard staticDials.indices.contains(peer), staticDials[peer].state == .waiting else { return }
    if let instance = staticDials[peer].instance, isLinked(instance) {
      staticDials[peer].state = .linked
    } else {
      resolve(peer)
    }
  }

  /// Of several addresses each dial takes the next one.
  mutating func resolved(_ peer: Int, _ addresses: [SocketAddress], now: Instant) {
    guard staticDials.indices.contains(peer), staticDials[peer].state == .resolving else { return }
    guard !addresses.isEmpty else { return wait(peer, now: now) }
    let address = addresses[staticDials[peer].attempts % addresses.count]
    guard hasRoomToDial(address.host, now: now) else { return wait(peer, now: now) }
    staticDials[peer].state = .dialling(dial(address, expecting: nil, now: now))
  }

  /// A hello came on a dial of ours.
  mutating func learnStaticPeer(of id: LANConnectionID, _ other: LANInstance) {
    for peer in staticDials.indices where staticDials[peer].state == .dialling(id) {
      staticDials[peer].instance = other
      if other == instance { staticDials[peer].state = .ourselves }
    }
  }

  /// An announce verified on a link: the pauses begin anew when that link ends.
  mutating func noteVerified(_ other: LANInstance) {
    for peer in staticDials.indices where staticDials[peer].instance == other {
      staticDials[peer].attempts = 0
    }
  }

  /// Looks at every static peer after links came or went.
  mutating func followStaticPeers(now: Instant) {
    linksHaveChanged = false
    for peer in staticDials.indices {
      let dial = staticDials[peer]
      switch dial.state {
      case .idle, .resolving, .waiting, .ourselves: break
      case .linked: follow(peer, dial.instance, now: now)
      case .dialling(let id):
        // While it greets, nothing is decided yet.
        let isDecided = connections[id] == nil || connections[id]?.instance != nil
        if isDecided { follow(peer, dial.instance, now: now) }
      }
    }
  }

  private mutating func follow(_ peer: Int, _ other: LANInstance?, now: Instant) {
    if let other, isLinked(other) {
      staticDials[peer].state = .linked
    } else {
      wait(peer, now: now)
    }
  }

  private mutating func resolve(_ peer: Int) {
    staticDials[peer].state = .resolving
    effects.append(.resolve(peer: peer))
  }

  private mutating func wait(_ peer: Int, now: Instant) {
    let pause = staticDials[peer].delay
    staticDials[peer].attempts += 1
    staticDials[peer].state = .waiting
    let spread = UInt64(pause.wholeNanoseconds / 4) + 1
    let less = Duration.nanoseconds(Int64(jitter.next().multipliedFullWidth(by: spread).high))
    effects.append(.schedule(.staticPeer(peer), at: now + (pause - less)))
  }
}
