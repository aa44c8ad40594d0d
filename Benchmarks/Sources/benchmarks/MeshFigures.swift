import CSodium
import Cryptography
import Mesh
import MeshWire
import Timebase

/// The engine's receive path, with frames made beforehand and a clock that only the benchmark moves.
enum MeshFigures {
  private static let duplicates = 50_000
  private static let signed = 2_000
  private static let turn = 50
  private static let directed = 20_000
  /// What a forwarded packet may allocate; checked with every change. It allocates 6.75 times, so one
  /// allocation more is noticed.
  private static let allocationsMax = 7.0

  /// What a forwarded packet allocates.
  static func allocations() throws -> Figure { try forwarding().allocations }

  /// What a public message costs that is met for the first time.
  static func signedBroadcasts() throws -> [Figure] {
    let fresh = try freshSigned()
    return [fresh.rate, fresh.againstVerify]
  }

  static func all() throws -> [Figure] {
    let fresh = try freshSigned()
    let forwarding = try forwarding()
    return [
      try duplicate(isCompressed: false), try duplicate(isCompressed: true), fresh.rate,
      fresh.againstVerify, forwarding.rate, forwarding.time, forwarding.allocations,
    ]
  }

  /// What is inside a Noise packet looks like chance and stays uncompressed; a peer is free to send other
  /// bytes.
  private static func duplicate(isCompressed: Bool) throws -> Figure {
    var random = SeededRandom(number: 11)
    var post = Post(seed: 1)
    post.open("second")
    var rates: [Double] = []
    for round in 0...Measure.rounds {
      // A new one each round: a packet of another time is dropped before it is read, which costs nothing.
      let frame = try Packet(
        type: .noiseEncrypted, timestamp: post.now.unix, sender: PeerID(rawValue: 77),
        recipient: PeerID(rawValue: 78),
        payload: isCompressed
          ? [UInt8](repeating: UInt8(round), count: 100) : cipherText(100, using: &random)
      ).encoded()
      let before = post.sent
      post.take(frame, every: .seconds(1))
      guard post.sent > before else {
        throw BenchmarkError.unreadable("the first copy, which was not passed on")
      }
      let seconds = Measure.processorSeconds {
        for _ in 0..<duplicates { post.take(frame, every: .microseconds(500)) }
      }
      if round > 0 { rates.append(Double(duplicates) / seconds) }
    }
    return Figure(
      name: "duplicate packet of 100 B\(isCompressed ? ", compressed" : ""): decode + dedup", unit: "/CPU-s",
      values: rates, goal: 500_000, isFloor: true)
  }

  private static func freshSigned() throws -> (rate: Figure, againstVerify: Figure) {
    var post = Post(seed: 2)
    let stranger = try post.meetStranger()
    var rates: [Double] = []
    var shares: [Double] = []
    for round in 0...Measure.rounds {
      // Made while the clock stands; taken two milliseconds apart, as the allowance of a link has it.
      let packets = try (0..<signed).map { number in
        try Packet.publicMessage(
          "message \(round) \(number) " + String(repeating: "x", count: 80), sender: stranger.identity.peerID,
          timestamp: post.now.unix
        ).signed(with: stranger.identity.signing)
      }
      let frames = try packets.map { try $0.encoded(padded: true) }
      let checks = try packets.map { packet in
        (signature: packet.signature ?? [], statement: try packet.signingBytes)
      }
      let key = stranger.identity.signing.publicKey.bytes
      let before = post.received
      var bare = 0.0
      var whole = 0.0
      // In turns so short that whatever else the machine does falls on both.
      for start in stride(from: 0, to: signed, by: turn) {
        bare += Measure.processorSeconds {
          for check in checks[start..<start + turn] {
            keep(
              crypto_sign_ed25519_verify_detached(
                check.signature, check.statement, UInt64(check.statement.count), key))
          }
        }
        whole += Measure.processorSeconds {
          for frame in frames[start..<start + turn] { post.take(frame, every: .milliseconds(2)) }
        }
      }
      guard post.received - before == signed else {
        throw BenchmarkError.unreadable("\(signed - post.received + before) of the engine's messages")
      }
      guard round > 0 else { continue }
      rates.append(Double(signed) / whole)
      shares.append(bare / whole)
    }
    return (
      Figure(
        name: "fresh signed broadcast, whole engine", unit: "/CPU-s", values: rates, goal: 10_000,
        isFloor: true),
      Figure(
        name: "fresh signed broadcast / bare Ed25519 verify rate", unit: "×", values: shares, goal: 0.8,
        isFloor: true)
    )
  }

  private static func forwarding() throws -> (rate: Figure, time: Figure, allocations: Figure) {
    var post = Post(seed: 3)
    post.open("second")
    var random = SeededRandom(number: 12)
    var rates: [Double] = []
    var counts: [Double] = []
    for round in 0...Measure.rounds {
      let frames = try (0..<directed).map { _ in
        try Packet(
          type: .noiseEncrypted, timestamp: post.now.unix, sender: PeerID(rawValue: 77),
          recipient: PeerID(rawValue: 78), payload: cipherText(100, using: &random)
        ).encoded()
      }
      let before = post.sent
      var seconds = 0.0
      let allocations = Measure.allocations {
        seconds = Measure.processorSeconds {
          for frame in frames { post.take(frame, every: .microseconds(500)) }
          post.rest(.seconds(1))
        }
      }
      guard post.sent - before >= directed else {
        throw BenchmarkError.unreadable("\(directed - post.sent + before) of the packets to forward")
      }
      guard round > 0 else { continue }
      rates.append(Double(directed) / seconds)
      counts.append(allocations / Double(directed))
    }
    return (
      Figure(
        name: "directed packet of 100 B: decode, dedup, relay, encode", unit: "/CPU-s", values: rates,
        goal: 100_000, isFloor: true),
      Figure(name: "the same, time a packet", unit: "µs", values: rates.map { 1_000_000 / $0 }, goal: 10),
      Figure(name: "the same, allocations a packet", unit: "", values: counts, goal: allocationsMax)
    )
  }
}

private func cipherText(_ count: Int, using random: inout SeededRandom) -> [UInt8] {
  (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
}

/// One engine on links to nowhere.
private struct Post {
  private var engine: MeshEngine
  private(set) var now = Now(
    monotonic: Instant(nanoseconds: 1_000_000_000), unix: Timestamp(milliseconds: 1_750_000_000_000))
  private let link = LinkID(role: .central, name: "first")
  private var wake: Instant?
  private var nanoseconds: UInt64 = 0
  /// Public messages that reached the application.
  private(set) var received = 0
  /// Frames sent.
  private(set) var sent = 0

  init(seed: UInt64) {
    var random = SeededRandom(number: seed)
    let identity = MeshIdentity(noise: .generate(using: &random), signing: .generate(using: &random))
    engine = MeshEngine(identity: identity, nickname: "bench", random: random)
    tell(.command(.start))
    open("first")
    rest(.seconds(5))
  }

  mutating func open(_ name: String) {
    tell(.link(.up(LinkID(role: .central, name: name), LinkFacts(sendLimitBytes: 65_535))))
  }

  /// Somebody whose announce the engine has seen.
  mutating func meetStranger() throws -> (identity: MeshIdentity, announce: Packet) {
    var random = SeededRandom(number: 9)
    let identity = MeshIdentity(noise: .generate(using: &random), signing: .generate(using: &random))
    let payload = try Announce(
      nickname: "stranger", noiseKey: identity.noise.publicKey.bytes,
      signingKey: identity.signing.publicKey.bytes, capabilities: []
    ).encoded()
    let announce = try Packet(
      type: .announce, ttl: 7, timestamp: now.unix, sender: identity.peerID, payload: payload
    ).signed(with: identity.signing)
    take(try announce.encoded(padded: true), every: .milliseconds(2))
    return (identity, announce)
  }

  /// A frame comes in, then time passes.
  mutating func take(_ frame: [UInt8], every pause: Duration) {
    tell(.link(.frame(link, frame)))
    rest(pause)
  }

  mutating func rest(_ duration: Duration) {
    let end = now.monotonic + duration
    while let next = wake, next <= end {
      move(to: next)
      wake = nil
      tell(.timer(.wake))
    }
    move(to: end)
  }

  private mutating func tell(_ event: MeshEvent) {
    for effect in engine.handle(event, now: now) {
      switch effect {
      case .schedule(_, let at): wake = at
      case .cancel: wake = nil
      case .send: sent += 1
      case .event(.publicMessage): received += 1
      case .event, .disconnect, .linkVerified: break
      }
    }
  }

  private mutating func move(to moment: Instant) {
    guard moment > now.monotonic else { return }
    nanoseconds += moment.nanoseconds - now.monotonic.nanoseconds
    now = Now(
      monotonic: moment, unix: Timestamp(milliseconds: 1_750_000_000_000 + nanoseconds / 1_000_000))
  }
}
