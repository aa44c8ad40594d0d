import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: replayed announces move no link that they must not, proofs are said in time or known to be late, and
/// floods of every kind stay within the engine's memory (mesh-engine 12.1, 1.2, 16.3; mesh-features 5.2).
/// Method: one engine, packets drawn from seeds.
struct ContainmentTests {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func linkMovesOnceAMinuteAndNeverToAPeerThatHasOne(seed: UInt64) throws {
    var random = SeededRandom(number: seed)
    let peers = (0..<5).map { _ in Stranger(using: &random) }
    var bench = Bench(seed: seed)
    var links = (0..<5).map { bench.link("l\($0)") }
    bench.run(for: .seconds(1))
    var movedAt: [LinkID: Instant] = [:]
    for _ in 0..<400 {
      let before = bench.engine.linkOwners
      let peer = peers[Int(random.next() % 5)]
      let link = links[Int(random.next() % 5)]
      switch random.next() % 12 {
      case 0:
        bench.tell(.link(.ended(link, runPeerBookkeeping: true)))
        bench.tell(.link(.up(link, LinkFacts(sendLimitBytes: 65_535))))
      case 1: bench.tell(.link(.frame(link, random.bytes(40))))
      default: try bench.receive(try peer.announce(at: bench.now.unix), on: link)
      }
      for (id, owner) in bench.engine.linkOwners {
        guard let old = before.first(where: { $0.link == id })?.peer, let owner, owner != old else {
          continue
        }
        #expect(!before.contains { $0.link != id && $0.peer == owner }, "seed \(seed)")
        if let last = movedAt[id] {
          #expect(bench.now.monotonic.since(last) >= MeshLimits.rebindCooldown, "seed \(seed)")
        }
        movedAt[id] = bench.now.monotonic
      }
      bench.run(for: .milliseconds(Int(random.next() % 2_000)))
      links.shuffle(using: &random)
    }
    #expect(!movedAt.isEmpty, "something must have moved, seed \(seed)")
  }

  @Test func peersWordInItsSessionIsProofAndItsSilenceIsKnown() throws {
    var rig = MeshRig(["ann", "bob"])
    rig.connect(0, 1)
    rig.run(for: .seconds(1))
    let bob = rig.nodes[1].id
    #expect(rig.nodes[0].engine.capabilityProof(of: bob) == .none)
    rig.tell(0, .command(.triggerHandshake(bob)))
    rig.run(for: .seconds(1))
    #expect(rig.nodes[0].engine.capabilityProof(of: bob) == .proven(.vouch))
    // The same with a peer whose encrypted packets are lost.
    rig = MeshRig(["ann", "bob"])
    rig.connect(0, 1)
    rig.run(for: .seconds(1))
    rig.isDelivered = { node, _, frame in
      node != 0 || (try? Packet.decode(frame))?.type != .noiseEncrypted
    }
    rig.tell(0, .command(.triggerHandshake(bob)))
    rig.run(for: .seconds(1))
    #expect(rig.nodes[0].engine.capabilityProof(of: bob) == .awaited)
    rig.run(for: NoiseLimits.proofDelay)
    #expect(rig.nodes[0].engine.capabilityProof(of: bob) == .overdue)
    rig.isDelivered = { _, _, _ in true }
    rig.restart(1)
    #expect(rig.nodes[0].engine.capabilityProof(of: bob) == .overdue)
    rig.connect(0, 1)
    rig.run(for: .seconds(2))
    #expect(rig.nodes[0].engine.capabilityProof(of: bob) == .proven(.vouch), "a new session, a new proof")
  }

  @Test func floodOfEveryKindStaysWithinTheMemoryOfAnEngine() throws {
    var random = SeededRandom(number: 7)
    var bench = Bench()
    let links = (0..<12).map { bench.link("l\($0)", limit: $0 == 0 ? 512 : 65_535) }
    bench.run(for: .seconds(1))
    let block = random.bytes(60_000)
    func payload(_ count: Int) -> [UInt8] { random.bytes(8) + block.prefix(count - 8) }
    for round in 0..<200 {
      let link = links[1 + round % 11]
      let sender = PeerID(rawValue: 10_000 + UInt64(round))
      let packets = [
        Packet(
          type: .voiceFrame, timestamp: bench.now.unix, sender: sender, payload: payload(30_000)),
        Packet(
          type: .noiseEncrypted, timestamp: bench.now.unix, sender: sender, recipient: bench.id,
          payload: payload(20_000)),
        Packet(
          type: .noiseEncrypted, timestamp: bench.now.unix, sender: sender,
          recipient: PeerID(rawValue: 5), payload: payload(20_000)),
        Packet(
          type: .fragment, timestamp: bench.now.unix, sender: sender,
          payload: payload(8) + [0, 0, 0, 2, 2] + block),
      ]
      for packet in packets { try bench.receive(packet, on: link) }
      _ = bench.takeEffects()
      let engine = bench.engine
      #expect(engine.keptBytes + engine.assemblies.heldBytes <= MeshLimits.keptBytesMax)
    }
    #expect(bench.engine.assemblies.heldBytes > 4 << 20, "the flood must fill something")
    #expect(bench.engine.relays.payloadBytes > 1 << 20)
  }

  @Test func piecesThatCameFirstGiveWayToPacketsThatComeLater() throws {
    var random = SeededRandom(number: 8)
    var bench = Bench()
    let links = (0..<12).map { bench.link("l\($0)") }
    bench.run(for: .seconds(1))
    let block = random.bytes(60_000)
    func payload(_ count: Int) -> [UInt8] { random.bytes(8) + block.prefix(count - 8) }
    var heldMost = 0
    func flood(_ count: Int, from first: UInt64, _ packet: (PeerID) -> Packet) throws {
      for round in 0..<count {
        let link = first == 30_000 ? 0 : round % 12
        try bench.receive(packet(PeerID(rawValue: first + UInt64(round))), on: links[link])
        _ = bench.takeEffects()
        heldMost = max(heldMost, bench.engine.keptBytes + bench.engine.assemblies.heldBytes)
      }
    }
    try flood(150, from: 10_000) {
      Packet(
        type: .fragment, timestamp: bench.now.unix, sender: $0, payload: payload(8) + [0, 0, 0, 2, 2] + block)
    }
    let first = bench.engine.assemblies.heldBytes
    for index in 0..<100 {
      let person = Stranger(using: &random)
      try bench.receive(try person.announce(at: bench.now.unix, ttl: 6), on: links[index % 12])
      let text = String(decoding: random.bytes(15_900).map { 0x21 + $0 % 0x5E }, as: UTF8.self)
      try bench.receive(try person.message(text, at: bench.now.unix), on: links[index % 12])
      _ = bench.takeEffects()
    }
    for (count, size, start) in [(40, 60_000, 20_000), (400, 20_000, 30_000)] as [(Int, Int, UInt64)] {
      try flood(count, from: start) {
        Packet(
          type: .noiseEncrypted, timestamp: bench.now.unix, sender: $0, recipient: bench.id,
          payload: payload(size))
      }
    }
    try flood(60, from: 40_000) {
      Packet(type: .voiceFrame, timestamp: bench.now.unix, sender: $0, payload: payload(60_000))
    }
    #expect(first > 5 << 20)
    #expect(heldMost <= MeshLimits.keptBytesMax)
    #expect(bench.engine.assemblies.heldBytes < first)
    #expect(bench.engine.assemblies.heldBytes >= FragmentLimits.assembledBytesPerSenderMax / 2)
  }

  @Test func capsOfAllThatOthersFillAddUpToLessThanAnEngineMayHold() {
    // Worst case of what others alone can fill, each at its cap, with the least that assemblies keep.
    let bytes = [
      MeshLimits.waitingRelayBytesMax, MeshLimits.spoolBytesMax, NoiseLimits.deferredBytesMax,
      NoiseLimits.waitingBytesMax, FragmentLimits.relayTrainBytesMax,
      FragmentLimits.assembledBytesPerSenderMax, GossipLimits.allStoresBytesMax,
    ]
    #expect(bytes.reduce(0, +) <= MeshLimits.keptBytesMax)
  }
}
