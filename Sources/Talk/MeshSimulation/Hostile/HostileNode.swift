import Cryptography
import Mesh
import MeshWire
import Timebase

/// A node that means harm. It has keys of its own and links, but no engine: what it sends is made by hand.
///
/// Sans-I/O. What it remembers of others is bounded.
struct HostileNode: Sendable {
  /// A frame to send.
  struct Output: Sendable {
    let link: LinkID
    let frame: [UInt8]
  }

  let kind: HostileKind
  let identity: MeshIdentity
  var random: WorldRandom
  /// Its links that are up, in order.
  private(set) var links: [LinkID] = []
  /// Frames of others, oldest first.
  var overheard: [[UInt8]] = []
  /// What others said in private, oldest first: the older it is, the sooner somebody has forgotten it.
  var sealed: [[UInt8]] = []
  /// The last announces of others.
  var announces: [Packet] = []
  /// The handshake that it makes as somebody else.
  var imposture: Imposture?
  /// Who is nowhere, for answers that nobody asked for.
  let ghost: MeshIdentity
  /// Links on which it never says who it is, every other one: nobody asks it for anything there.
  private var muteLinks: [LinkID] = []
  private var linksSeen = 0
  private var lastAnnounce: Instant?
  let number: Int

  init(kind: HostileKind, identity: MeshIdentity, ghost: MeshIdentity, seed: UInt64, number: Int) {
    self.kind = kind
    self.identity = identity
    self.ghost = ghost
    self.number = number
    random = WorldRandom(seed: seed, "hostile", number)
  }

  /// A link came up, or is gone.
  mutating func linked(_ link: LinkID, isUp: Bool) {
    links.removeAll { $0 == link }
    muteLinks.removeAll { $0 == link }
    if isUp {
      links.append(link)
      if kind == .syncAbuse, (number + linksSeen) % 2 == 1 { muteLinks.append(link) }
      linksSeen += 1
    }
    lastAnnounce = nil
  }

  /// How long it rests between two acts.
  var pause: Duration {
    switch kind {
    case .flood, .fragmentBombs: .milliseconds(100)
    case .replay, .syncAbuse, .handshakeFlood: .milliseconds(200)
    case .spoofedAnnounces: .seconds(1)
    case .impostor: .seconds(2)
    case .wormhole: .seconds(5)
    }
  }

  /// A frame came in; what it answers at once.
  mutating func receive(_ frame: [UInt8], on link: LinkID, now: Now) -> [Output] {
    let preview = try? PacketPreview(frame)
    if preview?.type == .noiseEncrypted {
      sealed.append(frame)
      if sealed.count > Self.framesKept { sealed.removeFirst() }
    }
    if preview?.type == .announce, let packet = try? Packet.decode(frame) {
      announces.removeAll { $0.sender == packet.sender }
      announces.append(packet)
      if announces.count > Self.announcesKept { announces.removeFirst() }
    }
    overheard.append(frame)
    if overheard.count > Self.framesKept { overheard.removeFirst() }
    switch kind {
    case .wormhole: return links.filter { $0 != link }.map { Output(link: $0, frame: frame) }
    case .impostor: return preview?.type == .noiseHandshake ? goOn(with: frame, now) : []
    case .flood, .replay, .spoofedAnnounces, .fragmentBombs, .syncAbuse, .handshakeFlood: return []
    }
  }

  /// Does what it does, once.
  mutating func act(now: Now) -> [Output] {
    guard !links.isEmpty else { return [] }
    var packets: [Packet] = []
    if lastAnnounce.map({ now.monotonic.since($0) >= Self.announceInterval }) ?? true {
      lastAnnounce = now.monotonic
      packets += [announce(of: identity, at: now)].compactMap { $0 }
    }
    var outputs = packets.flatMap { everywhere($0) }.filter { !muteLinks.contains($0.link) }
    if !packets.isEmpty { outputs += muteLinks.flatMap { haunt($0, now) } }
    switch kind {
    case .flood: outputs += flood(now)
    case .replay: outputs += replay()
    case .spoofedAnnounces: outputs += spoof(now)
    case .wormhole: break
    case .fragmentBombs: outputs += bomb(now)
    case .syncAbuse: outputs += abuseSync(now)
    case .handshakeFlood: outputs += floodHandshakes(now)
    case .impostor: outputs += pose(now)
    }
    return outputs
  }

  /// A packet on every link.
  func everywhere(_ packet: Packet) -> [Output] {
    guard let frame = try? packet.encoded(padded: packet.type.isPaddedOnAir) else { return [] }
    return links.map { Output(link: $0, frame: frame) }
  }

  /// A packet on one link.
  mutating func somewhere(_ packet: Packet) -> [Output] {
    guard let frame = try? packet.encoded(padded: packet.type.isPaddedOnAir) else { return [] }
    return [Output(link: links[random.below(links.count)], frame: frame)]
  }

  /// Bytes that mean nothing.
  mutating func rubbish(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  /// An announce as everybody makes it.
  func announce(of identity: MeshIdentity, at now: Now) -> Packet? {
    let payload = try? Announce(
      nickname: "guest\(number)", noiseKey: identity.noise.publicKey.bytes,
      signingKey: identity.signing.publicKey.bytes, capabilities: []
    ).encoded()
    guard let payload else { return nil }
    return try? Packet(type: .announce, timestamp: now.unix, sender: identity.peerID, payload: payload)
      .signed(with: identity.signing)
  }

  private static let announceInterval = Duration.seconds(10)
  private static let announcesKept = 64
  private static let framesKept = 256
}
