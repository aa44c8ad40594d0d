import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: no forged, truncated, replayed or oversized Noise packet takes an established session away beyond
/// the bounded quarantine (mesh-engine 16.3). Method: a pair with a session, and frames by a third party.
struct KeyContinuityTests {
  private func establishedPair(seed: UInt64) -> HandshakePair {
    var pair = HandshakePair(seed: seed)
    pair.startBoth()
    pair.run(for: .seconds(2))
    return pair
  }

  private func handshake(_ payload: [UInt8], in pair: HandshakePair, to node: Int) -> Packet {
    Packet(
      type: .noiseHandshake, timestamp: pair.now.unix, sender: pair.ids[1 - node],
      recipient: pair.ids[node], payload: payload)
  }

  @Test func garbageHandshakesOfAnyLengthLeaveTheSessionAlone() throws {
    var pair = establishedPair(seed: 31)
    let before = pair.engines[0].noise.generation(of: pair.ids[1])
    var random = SeededRandom(number: 1)
    for count in [0, 1, 31, 33, 63, 64, 65, 95, 96, 97, 2_048, 2_049, 5_000] {
      let packet = handshake(random.bytes(count), in: pair, to: 0)
      pair.inject(try packet.encoded(padded: true), to: 0)
    }
    #expect(pair.engines[0].noise.generation(of: pair.ids[1]) == before)
    #expect(before != nil)
  }

  @Test func keysOfSmallOrderStartNoQuarantine() throws {
    var pair = establishedPair(seed: 32)
    let before = pair.engines[0].noise.generation(of: pair.ids[1])
    for key in [[UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31)] {
      pair.inject(try handshake(key, in: pair, to: 0).encoded(padded: true), to: 0)
    }
    #expect(pair.engines[0].noise.generation(of: pair.ids[1]) == before)
  }

  @Test func forgedMessage1IsRolledBackAndThenIgnoredForAMinute() throws {
    var pair = establishedPair(seed: 33)
    let old = pair.engines[1].noise.generation(of: pair.ids[0])
    var random = SeededRandom(number: 2)
    pair.inject(try handshake(random.bytes(32), in: pair, to: 1).encoded(padded: true), to: 1)
    #expect(pair.engines[1].sessionState(of: pair.ids[0]) == .handshaking)
    // What the peer sends meanwhile is still read with the old keys.
    pair.tell(0, .command(.sendPrivate(text: "meanwhile", to: pair.ids[1], messageID: "M")))
    pair.run(for: .seconds(1), deliveringHandshakes: false)
    #expect(pair.privateTexts[1] == ["meanwhile"])
    pair.run(for: .milliseconds(19_050), deliveringHandshakes: false)
    #expect(pair.engines[1].noise.generation(of: pair.ids[0]) == old, "the old session is back")
    #expect(pair.engines[1].noise.isPendingConvergence(pair.ids[0]))
    pair.handshakes = []
    pair.inject(try handshake(random.bytes(32), in: pair, to: 1).encoded(padded: true), to: 1)
    #expect(pair.engines[1].sessionState(of: pair.ids[0]) == .established, "ignored in the cooldown")
    // The recovery that follows gives both a new session, and what waited goes out.
    pair.tell(1, .command(.sendPrivate(text: "after", to: pair.ids[0], messageID: "A")))
    #expect(pair.privateTexts[0].isEmpty)
    pair.run(for: .seconds(2))
    #expect(pair.isSettled)
    #expect(pair.privateTexts[0] == ["after"])
  }

  @Test func replayedAndForgedTransportMessagesAreDropped() throws {
    var pair = establishedPair(seed: 34)
    let before = pair.engines[1].noise.generation(of: pair.ids[0])
    pair.tell(0, .command(.sendPrivate(text: "once", to: pair.ids[1], messageID: "M")))
    let frame = try #require(pair.others.last?.frame)
    pair.run(for: .milliseconds(10))
    let original = try Packet.decode(frame)
    // The same ciphertext in a new packet passes every duplicate check but that of the session.
    let replay = Packet(
      type: .noiseEncrypted, timestamp: pair.now.unix, sender: original.sender,
      recipient: original.recipient, payload: original.payload)
    pair.inject(try replay.encoded(padded: true), to: 1)
    var random = SeededRandom(number: 3)
    for count in [0, 3, 19, 20, 21, 60, 4_000] {
      let forged = Packet(
        type: .noiseEncrypted, timestamp: pair.now.unix, sender: pair.ids[0], recipient: pair.ids[1],
        payload: random.bytes(count))
      pair.inject(try forged.encoded(padded: true), to: 1)
    }
    #expect(pair.privateTexts[1] == ["once"])
    #expect(pair.engines[1].noise.generation(of: pair.ids[0]) == before)
  }

  @Test func recordedHandshakeReplayedInOrderEstablishesNothing() throws {
    var pair = HandshakePair(seed: 35)
    pair.tell(0, .command(.triggerHandshake(pair.ids[1])))
    var recorded: [[UInt8]] = []
    while !pair.handshakes.isEmpty {
      if pair.handshakes[0].to == 1 { recorded.append(try Packet.decode(pair.handshakes[0].frame).payload) }
      pair.deliver(0)
    }
    pair.run(for: .seconds(2))
    #expect(recorded.map(\.count) == [32, 64])
    let before = pair.engines[1].noise.generation(of: pair.ids[0])
    for payload in recorded {
      pair.inject(try handshake(payload, in: pair, to: 1).encoded(padded: true), to: 1)
    }
    #expect(pair.engines[1].noise.generation(of: pair.ids[0]) == before, "rolled back at the bad message 3")
    pair.handshakes = []
    pair.run(for: .seconds(2))
    pair.tell(0, .command(.sendPrivate(text: "still here", to: pair.ids[1], messageID: "M")))
    pair.run(for: .seconds(1))
    #expect(pair.privateTexts[1] == ["still here"])
  }

  @Test func sessionWithOtherKeysThanTheIDIsRefused() throws {
    let bob = Stranger(seed: 36)
    var bench = Bench()
    let link = bench.link("b")
    bench.run(for: .seconds(1))
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    bench.tell(.command(.sendPrivate(text: "for bob", to: bob.id, messageID: "M")))
    let message1 = try #require(bench.sent.last { $0.packet.type == .noiseHandshake }?.packet.payload)
    // Mal answers in Bob's place with keys of its own.
    let mal = Stranger(seed: 37)
    var random = SeededRandom(number: 5)
    var forged = NoiseHandshake(
      role: .responder, localStatic: mal.identity.noise, ephemeral: .generate(using: &random))
    _ = try forged.readMessage(message1)
    let answer = Packet(
      type: .noiseHandshake, timestamp: bench.now.unix, sender: bob.id, recipient: bench.id,
      payload: try forged.writeMessage())
    _ = bench.takeEffects()
    try bench.receive(answer, on: link)
    #expect(bench.engine.sessionState(of: bob.id) == .none)
    bench.run(for: .seconds(3))
    #expect(!bench.sent.contains { $0.packet.type == .noiseHandshake }, "no retry toward that id")
    #expect(!bench.sent.contains { $0.packet.type == .noiseEncrypted })
  }

  @Test func budgetsHoldPerLinkThenPerPeerThenInAll() {
    var budgets = NoiseBudgets()
    let now = Instant(nanoseconds: 0)
    let (one, two) = (LinkID(role: .central, name: "1"), LinkID(role: .central, name: "2"))
    let loud = (0..<100).filter {
      budgets.admitHandshake(from: PeerID(rawValue: $0), on: one, at: now) == .admitted
    }
    #expect(loud.count == NoiseLimits.handshakesPerLinkMax)
    let same = (0..<100).filter { _ in
      budgets.admitHandshake(from: PeerID(rawValue: 500), on: two, at: now) == .admitted
    }
    #expect(same.count == NoiseLimits.handshakesPerPeerMax)
    let all = (0..<1_000).filter { number in
      let link = LinkID(role: .peripheral, name: "\(number)")
      return budgets.admitHandshake(from: PeerID(rawValue: UInt64(1_000 + number)), on: link, at: now)
        == .admitted
    }
    #expect(all.count == NoiseLimits.handshakesMax - loud.count - same.count)
    let later = now + NoiseLimits.handshakeWindow
    let isAdmitted = budgets.admitHandshake(from: PeerID(rawValue: 1), on: one, at: later) == .admitted
    #expect(isAdmitted)
  }

  @Test func sessionOlderThanADayIsReplaced() {
    var pair = establishedPair(seed: 38)
    let first = pair.engines[0].noise.generation(of: pair.ids[1])
    pair.move(to: pair.now.monotonic + NoiseLimits.sessionAge)
    pair.run(for: .seconds(5))
    #expect(pair.isSettled)
    #expect(pair.engines[0].noise.generation(of: pair.ids[1]) != first)
    pair.tell(0, .command(.sendPrivate(text: "new day", to: pair.ids[1], messageID: "M")))
    pair.run(for: .seconds(1))
    #expect(pair.privateTexts[1] == ["new day"])
  }
}
