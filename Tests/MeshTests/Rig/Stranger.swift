import Cryptography
import Mesh
import MeshWire
import Timebase

/// Somebody who writes packets by hand: a peer without an engine, or an attacker.
struct Stranger {
  let identity: MeshIdentity
  var nickname = "stranger"

  init(using random: inout SeededRandom) {
    identity = MeshIdentity(noise: .generate(using: &random), signing: .generate(using: &random))
  }

  init(seed: UInt64) {
    var random = SeededRandom(number: seed)
    self.init(using: &random)
  }

  var id: PeerID { identity.peerID }

  /// An announce of itself.
  func announce(at moment: Timestamp, ttl: UInt8 = 7, capabilities: Capabilities? = []) throws -> Packet {
    let payload = try Announce(
      nickname: nickname, noiseKey: identity.noise.publicKey.bytes,
      signingKey: identity.signing.publicKey.bytes, capabilities: capabilities
    ).encoded()
    return try Packet(type: .announce, ttl: ttl, timestamp: moment, sender: id, payload: payload)
      .signed(with: identity.signing)
  }

  /// A public message of its own.
  func message(_ text: String, at moment: Timestamp, ttl: UInt8 = 7) throws -> Packet {
    try Packet(type: .publicMessage, ttl: ttl, timestamp: moment, sender: id, payload: Array(text.utf8))
      .signed(with: identity.signing)
  }

  /// Its goodbye.
  func leave(at moment: Timestamp) throws -> Packet {
    try Packet.leave(sender: id, timestamp: moment).signed(with: identity.signing)
  }
}

/// One engine with links to nowhere: what comes out is looked at, what goes in is made by hand.
struct Bench {
  var engine: MeshEngine
  let identity: MeshIdentity
  var now = Now(
    monotonic: Instant(nanoseconds: 1_000_000_000), unix: Timestamp(milliseconds: 1_750_000_000_000))
  var effects: [MeshEffect] = []
  private var wake: Instant?

  init(seed: UInt64 = 1, configuration: MeshConfiguration = MeshConfiguration()) {
    var random = SeededRandom(number: seed)
    identity = MeshIdentity(noise: .generate(using: &random), signing: .generate(using: &random))
    engine = MeshEngine(
      configuration: configuration, identity: identity, nickname: "bench", random: random)
    tell(.command(.start))
  }

  var id: PeerID { identity.peerID }

  /// Gives the engine an event; its effects are kept.
  mutating func tell(_ event: MeshEvent) {
    let new = engine.handle(event, now: now)
    for effect in new {
      switch effect {
      case .schedule(_, let at): wake = at
      case .cancel: wake = nil
      case .send, .disconnect, .linkVerified, .event: break
      }
    }
    effects += new
  }

  /// A link comes up.
  mutating func link(_ name: String, _ role: LinkRole = .central, limit: Int = 65_535) -> LinkID {
    let id = LinkID(role: role, name: name)
    tell(.link(.up(id, LinkFacts(sendLimitBytes: limit))))
    return id
  }

  /// A packet comes in.
  mutating func receive(_ packet: Packet, on link: LinkID) throws {
    tell(.link(.frame(link, try packet.encoded(padded: packet.type.isPaddedOnAir))))
  }

  /// Time passes, and the wake-ups the engine asked for come.
  mutating func run(for duration: Duration) {
    let end = now.monotonic + duration
    while let next = wake, next <= end {
      move(to: next)
      wake = nil
      tell(.timer(.wake))
    }
    move(to: end)
  }

  /// Takes the effects so far.
  mutating func takeEffects() -> [MeshEffect] {
    defer { effects = [] }
    return effects
  }

  /// Texts of public messages by others, in order.
  var publicTexts: [String] {
    events.compactMap { event in
      if case .publicMessage(_, _, let text, _, _, false) = event { text } else { nil }
    }
  }

  /// Application events so far.
  var events: [MeshAppEvent] {
    effects.compactMap { effect in
      if case .event(let event) = effect { event } else { nil }
    }
  }

  /// Packets sent so far and the links they went out on.
  var sent: [(packet: Packet, links: [LinkID])] {
    effects.compactMap { effect in
      guard case .send(let frame, let links, _) = effect, let packet = try? Packet.decode(frame) else {
        return nil
      }
      return (packet, links)
    }
  }

  private mutating func move(to moment: Instant) {
    guard moment > now.monotonic else { return }
    let milliseconds = UInt64(clamping: moment.since(now.monotonic).wholeNanoseconds / 1_000_000)
    now = Now(monotonic: moment, unix: Timestamp(milliseconds: now.unix.milliseconds + milliseconds))
  }
}
