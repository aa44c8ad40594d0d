import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: whatever a peer can make the engine do, and whatever it refuses, shows in a number. Method: use up
/// each budget and fill each table by a known amount too much; every field has its case.
struct CounterTests {
  /// One field, what makes it grow, and by how much.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let growth: Int
    let run: @Sendable () throws -> Int

    var testDescription: String { name }
  }

  static let cases = frameCases + peopleCases + sessionCases + messageCases + queueCases

  @Test(arguments: cases) func counterSaysHowMuch(_ one: Case) throws {
    #expect(try one.run() == one.growth)
  }

  @Test func everyCounterHasItsCase() {
    let fields = Mirror(reflecting: MeshCounters()).children.compactMap(\.label)
    let modules = Bench().engine.moduleCounters.map(\.name)
    #expect(Self.cases.map(\.name).sorted() == (fields + modules).sorted())
    #expect(fields.count == MemoryLayout<MeshCounters>.size / MemoryLayout<Int>.size)
  }

  @Test func aStopAndAPanicCountFromZero() throws {
    for command in [MeshCommand.stop, .panic(.suspend)] {
      var bench = Bench()
      let link = bench.link("x")
      bench.tell(.link(.frame(link, [1])))
      #expect(bench.engine.counters.framesMalformed == 1)
      bench.tell(.command(command))
      bench.run(for: .seconds(1))
      #expect(bench.engine.counters == MeshCounters())
    }
  }

  // MARK: Frames

  private static let frameCases = [
    Case(name: "framesOverBudget", growth: 100) {
      var bench = Bench(), link = bench.link("x")
      for _ in 0..<MeshLimits.framesBurst + 100 { bench.tell(.link(.frame(link, [1]))) }
      return bench.engine.counters.framesOverBudget
    },
    Case(name: "framesMalformed", growth: 3) {
      var bench = Bench(), link = bench.link("x")
      for frame in [[], [1], [UInt8](repeating: 255, count: 300)] { bench.tell(.link(.frame(link, frame))) }
      return bench.engine.counters.framesMalformed
    },
    Case(name: "copies", growth: 2) {
      var bench = Bench(), link = bench.link("x")
      let packet = try Stranger(seed: 9).message("again", at: bench.now.unix)
      for _ in 0..<3 { try bench.receive(packet, on: link) }
      return bench.engine.counters.copies
    },
    Case(name: "signatureChecks", growth: 3) {
      var bench = Bench(), link = bench.link("x")
      let ann = Stranger(seed: 9)
      try bench.receive(try ann.announce(at: bench.now.unix), on: link)
      try bench.receive(try ann.message("one", at: bench.now.unix), on: link)
      try bench.receive(try ann.leave(at: bench.now.unix), on: link)
      return bench.engine.counters.signatureChecks
    },
    Case(name: "signaturesOverBudget", growth: 50) {
      var bench = Bench(), link = bench.link("x")
      for number in 0..<MeshLimits.signaturesBurst + 50 {
        let packet = Packet(
          type: .publicMessage, timestamp: bench.now.unix, sender: PeerID(rawValue: 7),
          payload: Array("\(number)".utf8), signature: [UInt8](repeating: 1, count: 64))
        try bench.receive(packet, on: link)
      }
      return bench.engine.counters.signaturesOverBudget
    },
    Case(name: "inflationsRefused", growth: 7) {
      var bench = Bench(), link = bench.link("x")
      for number in 0..<11 {
        let payload = [UInt8(number)] + [UInt8](repeating: 0x41, count: 1_000_000)
        try bench.receive(
          Packet(
            version: .two, type: .fileTransfer, timestamp: bench.now.unix, sender: PeerID(rawValue: 7),
            recipient: PeerID(rawValue: 8), payload: payload), on: link)
      }
      return bench.engine.counters.inflationsRefused
    },
  ]

  // MARK: Announces, links and people

  private static let peopleCases = [
    Case(name: "announcesSent", growth: 1) {
      var bench = Bench()
      bench.run(for: .seconds(3))
      let before = bench.engine.counters.announcesSent
      bench.tell(.command(.setNickname("new")))
      return bench.engine.counters.announcesSent - before
    },
    Case(name: "announcesThrottled", growth: 4) {
      var bench = Bench()
      bench.run(for: .seconds(3))
      for number in 0..<5 { bench.tell(.command(.setNickname("n\(number)"))) }
      return bench.engine.counters.announcesThrottled
    },
    Case(name: "greetingsThrottled", growth: 3) {
      var bench = Bench()
      let facts = LinkFacts(sendLimitBytes: 512, isGreetingLimited: true)
      for _ in 0..<4 { bench.tell(.link(.up(LinkID(role: .central, name: "x"), facts))) }
      return bench.engine.counters.greetingsThrottled
    },
    Case(name: "linksRefused", growth: 4) {
      var bench = Bench()
      for number in 0..<MeshLimits.linksMax + 4 { _ = bench.link("\(number)") }
      return bench.engine.counters.linksRefused
    },
    Case(name: "peersEvicted", growth: 5) {
      var bench = Bench(), link = bench.link("x")
      var random = SeededRandom(number: 5)
      for _ in 0..<MeshLimits.registryPeersMax + 5 {
        try bench.receive(try Stranger(using: &random).announce(at: bench.now.unix, ttl: 6), on: link)
      }
      return bench.engine.counters.peersEvicted
    },
  ]

  // MARK: Sessions

  /// Message 1 of a handshake with the bench, by somebody new.
  private static func knock(_ number: Int, on bench: Bench, using random: inout SeededRandom) -> Packet {
    Packet(
      type: .noiseHandshake, timestamp: bench.now.unix, sender: PeerID(rawValue: 1_000 + UInt64(number)),
      recipient: bench.id, payload: X25519.PrivateKey.generate(using: &random).publicKey.bytes)
  }

  /// What the bench counts after so many of them on one link.
  private static func knocked(_ count: Int) throws -> MeshCounters {
    var bench = Bench(), link = bench.link("x")
    var random = SeededRandom(number: 6)
    for number in 0..<count { try bench.receive(knock(number, on: bench, using: &random), on: link) }
    return bench.engine.counters
  }

  /// What the bench counts after it began a handshake with so many.
  private static func begun(_ count: Int) -> MeshCounters {
    var bench = Bench()
    for number in 0..<count {
      bench.tell(.command(.triggerHandshake(PeerID(rawValue: 1_000 + UInt64(number)))))
    }
    return bench.engine.counters
  }

  private static let sessionCases = [
    Case(name: "handshakesStarted", growth: 3) { begun(3).handshakesStarted },
    Case(name: "handshakeStartsOverBudget", growth: 5) {
      begun(NoiseLimits.handshakesMax + 5).handshakeStartsOverBudget
    },
    Case(name: "handshakesAnswered", growth: 3) { try knocked(3).handshakesAnswered },
    Case(name: "handshakesOverBudget", growth: 5) {
      try knocked(NoiseLimits.handshakesPerLinkMax + 5).handshakesOverBudget
    },
    Case(name: "sessionsEvicted", growth: 20) {
      var random = SeededRandom(number: 1)
      let identity = MeshIdentity(noise: .generate(using: &random), signing: .generate(using: &random))
      var sessions = NoiseSessions(identity: identity)
      for number in 0..<NoiseLimits.peersMax + 20 {
        let moment = Instant(nanoseconds: UInt64(number) * 1_000_000_000)
        sessions.receiveHandshake(
          X25519.PrivateKey.generate(using: &random).publicKey.bytes,
          from: PeerID(rawValue: UInt64(number)), on: LinkID(role: .central, name: "\(number / 20)"),
          at: moment, using: &random)
      }
      return sessions.counts.evicted
    },
  ]

  // MARK: Messages inside sessions

  /// What bob counts after so many messages of ann's arrived at once.
  private static func flooded(_ count: Int) throws -> MeshCounters {
    var rig = established()
    let (ann, bob) = (rig.nodes[0].id, rig.nodes[1].id)
    let link = try #require(rig.nodes[1].engine.linkOwners.first?.link)
    let before = rig.nodes[1].engine.counters
    #expect(before.noiseMessagesOpened > 0, "the states both say when a session begins")
    var sessions = rig.nodes[0].engine.noise
    var frames: [[UInt8]] = []
    for number in 0..<count {
      let message = PrivateMessage(messageID: "\(number)", text: "\(number)")
      let ciphertext = try sessions.encrypt(
        try NoisePayload.privateMessage(message).encoded(), for: bob,
        at: rig.now.monotonic + .seconds(number / 20))
      frames.append(
        try Packet(
          type: .noiseEncrypted, timestamp: rig.now.unix, sender: ann, recipient: bob, payload: ciphertext
        ).encoded(padded: true))
    }
    for frame in frames { rig.inject(frame, to: 1, on: link) }
    var counters = rig.nodes[1].engine.counters
    counters.noiseMessagesOpened -= before.noiseMessagesOpened
    return counters
  }

  private static func established() -> MeshRig {
    var rig = MeshRig(["ann", "bob"], seed: 1)
    rig.connect(0, 1)
    rig.run(for: .seconds(1))
    rig.tell(0, .command(.triggerHandshake(rig.nodes[1].id)))
    rig.run(for: .seconds(5))
    return rig
  }

  private static let messageCases = [
    Case(name: "noiseMessagesOpened", growth: 20) { try flooded(20).noiseMessagesOpened },
    Case(name: "noiseMessagesUnreadable", growth: 3) {
      var rig = established()
      let link = try #require(rig.nodes[1].engine.linkOwners.first?.link)
      let before = rig.nodes[1].engine.counters.noiseMessagesUnreadable
      for number in 0..<3 as Range<UInt8> {
        let forged = Packet(
          type: .noiseEncrypted, timestamp: rig.now.unix, sender: rig.nodes[0].id, recipient: rig.nodes[1].id,
          payload: [UInt8](repeating: number, count: 60))
        rig.inject(try forged.encoded(padded: true), to: 1, on: link)
      }
      return rig.nodes[1].engine.counters.noiseMessagesUnreadable - before
    },
    Case(name: "noiseMessagesDelayed", growth: 20) {
      try flooded(NoiseLimits.messagesPerLinkMax + 20).noiseMessagesDelayed
    },
    Case(name: "noiseMessagesRefused", growth: 5) {
      try flooded(NoiseLimits.messagesPerLinkMax + NoiseLimits.waitingPerLinkMax + 5).noiseMessagesRefused
    },
    Case(name: "noiseSendsDelayed", growth: 1) {
      var rig = established()
      let bob = rig.nodes[1].id
      for number in 0..<NoiseLimits.sentPerPeerMax + 10 {
        rig.tell(0, .command(.sendPrivate(text: "\(number)", to: bob, messageID: "\(number)")))
      }
      return rig.nodes[0].engine.counters.noiseSendsDelayed
    },
    Case(name: "syncAnswers", growth: 8) { try asked(10).syncAnswers },
    Case(name: "syncRequestsOverBudget", growth: 2) { try asked(10).syncRequestsOverBudget },
    Case(name: "pingsAnswered", growth: 5) { try pinged(8, "pingsAnswered") },
    Case(name: "pingsOverBudget", growth: 3) { try pinged(8, "pingsOverBudget") },
    Case(name: "verificationsOverBudget", growth: 3) {
      IdentityModuleTests.flooded(8, "verificationsOverBudget")
    },
    Case(name: "vouchesOverBudget", growth: 3) { IdentityModuleTests.flooded(8, "vouchesOverBudget") },
  ]

  /// What the bench counts after a neighbour asked so often what it lacks.
  private static func asked(_ count: Int) throws -> MeshCounters {
    var bench = Bench(), link = bench.link("x")
    let ann = Stranger(seed: 9)
    try bench.receive(try ann.announce(at: bench.now.unix), on: link)
    for number in 0..<count {
      let moment = Timestamp(milliseconds: bench.now.unix.milliseconds + UInt64(number))
      let request = try Packet(
        type: .syncRequest, ttl: 0, timestamp: moment, sender: ann.id,
        payload: try SyncRequest(filter: .empty, types: .message).encoded()
      ).signed(with: ann.identity.signing)
      try bench.receive(request, on: link)
    }
    return bench.engine.counters
  }

  private static func pinged(_ count: Int, _ name: String) throws -> Int {
    var bench = Bench(), link = bench.link("x")
    for number in 0..<count {
      let ping = Packet(
        type: .ping, timestamp: bench.now.unix, sender: PeerID(rawValue: 7), recipient: bench.id,
        payload: PingPayload(nonce: UInt64(number), originTTL: 7).encoded)
      try bench.receive(ping, on: link)
    }
    return try #require(bench.engine.moduleCounters.first { $0.name == name }).count
  }

  // MARK: Pieces and queues

  private static func piece(_ stream: Int, of total: UInt8, at moment: Timestamp, sender: UInt64 = 7)
    -> Packet
  {
    var payload = [UInt8](repeating: 0, count: 6) + [UInt8(stream >> 8), UInt8(stream & 0xFF)]
    payload += [0, 0, 0, total, MessageType.publicMessage.rawValue, 1, 2, 3]
    return Packet(type: .fragment, timestamp: moment, sender: PeerID(rawValue: sender), payload: payload)
  }

  private static let queueCases = [
    Case(name: "fragmentsRefused", growth: 2) {
      var bench = Bench(), link = bench.link("x")
      for total in [3, 4, 5] as [UInt8] {
        try bench.receive(piece(1, of: total, at: bench.now.unix), on: link)
      }
      return bench.engine.counters.fragmentsRefused
    },
    Case(name: "assembliesEvicted", growth: 6) {
      var bench = Bench(), link = bench.link("x")
      for stream in 0..<FragmentLimits.assembliesMax + 6 {
        try bench.receive(piece(stream, of: 3, at: bench.now.unix), on: link)
      }
      return bench.engine.counters.assembliesEvicted
    },
    Case(name: "transfersRefused", growth: 3) {
      var bench = Bench()
      _ = bench.link("narrow", limit: 512)
      for number in 0..<FragmentLimits.ownTrainsMax + 3 {
        let text = "\(number) " + String((0..<900).map { _ in Character("x") })
        var letters = SeededRandom(number: UInt64(number))
        let noise = letters.bytes(600).map { String($0, radix: 16) }.joined()
        bench.tell(.command(.sendPublic(text: text + noise, timestamp: bench.now.unix)))
      }
      return bench.engine.counters.transfersRefused
    },
    Case(name: "relaysEvicted", growth: 4) {
      var bench = Bench(), link = bench.link("x")
      for stream in 0..<MeshLimits.waitingRelaysMax + 4 {
        try bench.receive(piece(stream, of: 3, at: bench.now.unix), on: link)
      }
      return bench.engine.counters.relaysEvicted
    },
    Case(name: "spoolEvicted", growth: 6) {
      var bench = Bench(), link = bench.link("x")
      var random = SeededRandom(number: 6)
      for number in 0..<MeshLimits.spoolPacketsPerPeerMax + 6 {
        var packet = knock(number, on: bench, using: &random)
        packet.recipient = PeerID(rawValue: 5)
        try bench.receive(packet, on: link)
      }
      bench.run(for: .seconds(1))
      return bench.engine.counters.spoolEvicted
    },
    Case(name: "queueEvicted", growth: 5) {
      var bench = Bench()
      for number in 0..<MeshLimits.queuedMessagesPerPeerMax + 5 {
        bench.tell(.command(.sendPrivate(text: "x", to: PeerID(rawValue: 5), messageID: "\(number)")))
      }
      return bench.engine.counters.queueEvicted
    },
  ]
}
