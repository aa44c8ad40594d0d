import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: the rules of mesh-engine 16.3 that no other suite holds (`docs/proof/mesh-rules.md` names them all).
/// Method: one engine or a few, inputs drawn from seeds.
struct SoundnessTests {
  @Test(arguments: [UInt64](1...4))
  func relayLowersTheTTLAndPassesNothingOnAtOneOrLess(seed: UInt64) throws {
    var random = SeededRandom(number: seed)
    var bench = Bench(seed: seed)
    let links = (0..<3).map { bench.link("l\($0)") }
    bench.run(for: .seconds(1))
    _ = bench.takeEffects()
    let types: [MessageType] = [.publicMessage, .noiseHandshake, .noiseEncrypted, .voiceFrame, .leave]
    var ttls: [[UInt8]: UInt8] = [:]
    for number in 0..<200 {
      let payload = random.bytes(32)
      let ttl = UInt8.random(in: 0...(number % 4 == 0 ? 255 : 9), using: &random)
      ttls[payload] = ttl
      let recipient = number.isMultiple(of: 2) ? PeerID(rawValue: 5) : nil
      try bench.receive(
        Packet(
          type: types[number % types.count], ttl: ttl, timestamp: bench.now.unix,
          sender: PeerID(rawValue: 50 + UInt64(number)), recipient: recipient, payload: payload),
        on: links[number % 3])
      bench.run(for: .milliseconds(50))
    }
    bench.run(for: .seconds(1))
    let relayed = bench.sent.filter { ttls[$0.packet.payload] != nil }
    for (packet, _) in relayed {
      let old = try #require(ttls[packet.payload])
      #expect(old > 1 && packet.ttl >= 1 && packet.ttl < min(old, 8), "\(packet.type) \(old), seed \(seed)")
    }
    #expect(relayed.count > 80, "seed \(seed)")
  }

  @Test(arguments: [UInt64](1...4))
  func unaskedSyncAnswersOfAnyTypeChangeNothing(seed: UInt64) throws {
    var random = SeededRandom(number: seed)
    let (bob, cid) = (Stranger(using: &random), Stranger(using: &random))
    var bench = Bench(seed: seed)
    let (link, dark) = (bench.link("b"), bench.link("d"))
    bench.run(for: .seconds(1))
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    // Asked once, and 31 seconds later no more; the next tick has not come.
    bench.run(for: .seconds(2))
    bench.engine.gossip.requests.expire(at: bench.now.monotonic + .seconds(31))
    let before = bench.engine
    _ = bench.takeEffects()
    for number in 0..<60 {
      let author = number.isMultiple(of: 2) ? bob : cid
      let moment = Timestamp(milliseconds: bench.now.unix.milliseconds - UInt64(number))
      let piece = Packet(
        type: .fragment, timestamp: moment, sender: author.id,
        payload: random.bytes(8) + [0, 0, 0, 2, 2] + random.bytes(20))
      var answer = [
        try author.announce(at: moment), try author.message("m\(number)", at: moment),
        try author.leave(at: moment), piece,
      ][number % 4]
      answer.isRSR = true
      answer.ttl = number.isMultiple(of: 3) ? 7 : 0
      try bench.receive(answer, on: number.isMultiple(of: 5) ? dark : link)
    }
    #expect(bench.effects.isEmpty, "seed \(seed)")
    #expect(bench.engine.peers == before.peers)
    #expect(bench.engine.keptBytes == before.keptBytes && bench.engine.seen.count == before.seen.count)
    #expect(bench.engine.assemblies.count == before.assemblies.count)
  }

  @Test(arguments: [UInt64](1...4))
  func announcesKeepTheirDistanceWhoeverAsksForThem(seed: UInt64) throws {
    var random = SeededRandom(number: seed)
    let peers = (0..<6).map { _ in Stranger(using: &random) }
    var bench = Bench(seed: seed)
    var links: [LinkID] = []
    var sentAt: [Instant] = []
    for step in 0..<400 {
      switch random.next() % 6 {
      case 0: bench.tell(.command(.setNickname("name \(step)")))
      case 1: bench.tell(.command(.setCapability(.meshDiagnostics, isOn: random.next() % 2 == 0)))
      case 2: links.append(bench.link("l\(step)", step.isMultiple(of: 2) ? .central : .peripheral))
      case 3:
        guard let link = links.last else { continue }
        try bench.receive(try peers[step % 6].announce(at: bench.now.unix), on: link)
      case 4: if let link = links.popLast() { bench.tell(.link(.ended(link, runPeerBookkeeping: true))) }
      default: bench.run(for: .milliseconds(Int(random.next() % 120)))
      }
      // One packet sent on several links at several moments is one announce: its time tells.
      let new = bench.sent.map(\.packet).filter { $0.type == .announce && $0.sender == bench.id }
        .map { Instant(nanoseconds: $0.timestamp.milliseconds * 1_000_000) }
      sentAt += new.filter { !sentAt.contains($0) }
      _ = bench.takeEffects()
    }
    let moments = Array(Set(sentAt)).sorted()
    let gaps = zip(moments, moments.dropFirst()).map { $1.since($0) }
    #expect(gaps.count > 10, "seed \(seed)")
    #expect(gaps.allSatisfy { $0 >= MeshLimits.forcedAnnounceInterval }, "seed \(seed)")
  }

  @Test(arguments: [UInt64](1...4))
  func nothingLeavesBetweenSuspendAndCompleteWhateverComes(seed: UInt64) throws {
    var random = SeededRandom(number: seed)
    let bob = Stranger(using: &random)
    var bench = Bench(seed: seed)
    let link = bench.link("b")
    bench.run(for: .seconds(1))
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    bench.tell(.command(.sendPrivate(text: "waits", to: bob.id, messageID: "W")))
    bench.tell(.command(.panic(.suspend)))
    _ = bench.takeEffects()
    for step in 0..<200 {
      switch random.next() % 8 {
      case 0: bench.tell(.command(.setNickname("name \(step)")))
      case 1: bench.tell(.command(.sendPublic(text: "public \(step)", timestamp: bench.now.unix)))
      case 2: bench.tell(.command(.sendPrivate(text: "x", to: bob.id, messageID: "M\(step)")))
      case 3: bench.tell(.command(.triggerHandshake(bob.id)))
      case 4: try bench.receive(try bob.announce(at: bench.now.unix), on: bench.link("l\(step)"))
      case 5: bench.tell(.command(random.next() % 2 == 0 ? .start : .stop))
      case 6: bench.tell(.command(.panic(.suspend)))
      default: bench.run(for: .milliseconds(Int(random.next() % 40_000)))
      }
    }
    #expect(bench.sent.isEmpty, "seed \(seed)")
    #expect(bench.engine.keptBytes == 0 && bench.engine.peers.isEmpty)
  }

  @Test func oldMessagesCrossANewBridgeAtOnceAndGoOnHopByHop() {
    var rig = MeshRig((0..<6).map { "n\($0)" }, seed: 4)
    for node in [0, 1, 3, 4] { rig.connect(node, node + 1) }
    rig.run(for: .seconds(5))
    rig.tell(0, .command(.sendPublic(text: "old", timestamp: rig.now.unix)))
    rig.run(for: .seconds(300))
    #expect(rig.nodes[1].publicTexts == ["old"] && rig.nodes[2].publicTexts == ["old"])
    rig.connect(2, 3)
    rig.run(for: .seconds(3))
    #expect(rig.nodes[3].publicTexts == ["old"], "the initial sync after a second")
    rig.run(for: .seconds(60))
    #expect(rig.nodes[4].publicTexts == ["old"] && rig.nodes[5].publicTexts == ["old"], "30 s a hop")
    rig.run(for: .seconds(120))
    #expect(rig.nodes[3...].allSatisfy { $0.publicTexts == ["old"] }, "once")
    #expect(rig.nodes[...2].reduce(0) { $0 + $1.publicTexts.count } == 2)
  }

  @Test func handshakeProvesNoLinkOfAnotherPeer() throws {
    var rig = MeshRig(["ann", "relay", "bob"], seed: 3)
    rig.connect(0, 1)
    rig.connect(1, 2)
    rig.run(for: .seconds(3))
    rig.tell(0, .command(.triggerHandshake(rig.nodes[2].id)))
    rig.run(for: .seconds(2))
    #expect(rig.nodes[0].engine.sessionState(of: rig.nodes[2].id) == .established)
    let owners = rig.nodes[0].engine.links.all.map(\.noiseOwner)
    #expect(owners == [nil], "the handshake came through somebody else's link")
  }
}
