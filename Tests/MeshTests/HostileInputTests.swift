import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: nobody who is not who they say changes what others see or get, and no bytes trap.
/// Method: one engine, frames written by hand.
struct HostileInputTests {
  @Test func randomBytesChangeNothing() {
    var bench = Bench()
    let link = bench.link("x")
    var random = SeededRandom(number: 2)
    bench.run(for: .seconds(1))
    _ = bench.takeEffects()
    for _ in 0..<3_000 {
      let count = Int(random.next() % 300)
      var bytes = random.bytes(count)
      if count > 2, random.next() % 2 == 0 {
        bytes[0] = UInt8(random.next() % 2 + 1)
        bytes[1] = [0x01, 0x02, 0x03, 0x10, 0x11, 0x20, 0x21][Int(random.next() % 7)]
      }
      bench.tell(.link(.frame(link, bytes)))
    }
    #expect(bench.events.isEmpty)
    #expect(bench.engine.peers.isEmpty)
  }

  @Test func mutatedFramesOfEveryTypeNeitherTrapNorShow() throws {
    let stranger = Stranger(seed: 3)
    var bench = Bench()
    let link = bench.link("x")
    bench.run(for: .seconds(1))
    var random = SeededRandom(number: 4)
    let frames = try [
      stranger.announce(at: bench.now.unix), stranger.message("text", at: bench.now.unix),
      stranger.leave(at: bench.now.unix),
      Packet(
        type: .noiseHandshake, timestamp: bench.now.unix, sender: stranger.id, recipient: bench.id,
        payload: random.bytes(32)),
      Packet(
        type: .noiseEncrypted, timestamp: bench.now.unix, sender: stranger.id, recipient: bench.id,
        payload: random.bytes(60)),
    ].map { try $0.encoded(padded: false) }
    for _ in 0..<2_000 {
      var frame = frames[Int(random.next() % UInt64(frames.count))]
      for _ in 0...random.next() % 3 {
        frame[Int(random.next() % UInt64(frame.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.next() % 4 == 0 { frame.removeLast(Int(random.next() % 20)) }
      bench.tell(.link(.frame(link, frame)))
    }
    let shown = bench.events.filter { if case .publicMessage = $0 { true } else { false } }
    #expect(shown.isEmpty)
  }

  @Test func announceUnderAnothersIDIsRefused() throws {
    let victim = Stranger(seed: 5)
    var bench = Bench()
    let link = bench.link("x")
    bench.run(for: .seconds(1))
    var forged = try Stranger(seed: 6).announce(at: bench.now.unix)
    forged = Packet(type: .announce, timestamp: forged.timestamp, sender: victim.id, payload: forged.payload)
    try bench.receive(forged, on: link)
    #expect(bench.engine.peers.isEmpty)
  }

  @Test func unsignedAnnounceStealsNoDirectedTraffic() throws {
    let victim = Stranger(seed: 5)
    var bench = Bench()
    let honest = bench.link("honest")
    let thief = bench.link("thief")
    bench.run(for: .seconds(1))
    try bench.receive(try victim.announce(at: bench.now.unix), on: honest)
    bench.run(for: .seconds(5))
    var forged = try victim.announce(at: bench.now.unix)
    forged.signature = nil
    try bench.receive(forged, on: thief)
    #expect(bench.engine.links[thief]?.binding == .provisional(victim.id))
    _ = bench.takeEffects()
    bench.tell(.command(.triggerHandshake(victim.id)))
    #expect(bench.sent.map(\.links) == [[honest]])
    bench.tell(.link(.ended(honest, runPeerBookkeeping: true)))
    #expect(bench.engine.peers.first?.isConnected == false, "the thief's link is no presence")
  }

  @Test func provenLinkIsPreferredToOneWithAReplayedAnnounce() throws {
    var rig = MeshRig(["ann", "bob", "mal"])
    let honest = rig.connect(1, 0)
    rig.run(for: .seconds(2))
    rig.tell(0, .command(.triggerHandshake(rig.nodes[1].id)))
    rig.run(for: .seconds(1))
    // Mal records an announce of Bob's and replays it on a link of its own, which nobody is bound to.
    let replayed = try #require(
      rig.deliveries.last { delivery in
        delivery.to == 0 && (try? Packet.decode(delivery.frame))?.type == .announce
      })
    let fake = rig.connect(0, 2).dialler
    rig.inject(replayed.frame, to: 0, on: fake)
    #expect(rig.nodes[0].engine.linkOwners.map(\.peer) == [rig.nodes[1].id, rig.nodes[1].id])
    rig.tell(0, .command(.sendPrivate(text: "secret", to: rig.nodes[1].id, messageID: "S")))
    rig.run(for: .milliseconds(20))
    let carried = rig.deliveries.filter { (try? Packet.decode($0.frame))?.type == .noiseEncrypted }
    #expect(carried.last?.to == 1 && carried.last?.link == honest.dialler)
    #expect(rig.nodes[1].privateTexts == ["secret"])
  }

  @Test func linkIsNotMovedToAPeerThatHasOne() throws {
    let (bob, mal) = (Stranger(seed: 7), Stranger(seed: 8))
    var bench = Bench()
    let (bobs, mals) = (bench.link("b"), bench.link("m"))
    bench.run(for: .seconds(1))
    try bench.receive(try bob.announce(at: bench.now.unix), on: bobs)
    try bench.receive(try mal.announce(at: bench.now.unix), on: mals)
    bench.run(for: .seconds(5))
    let unseen = try bob.announce(at: bench.now.unix)
    try bench.receive(unseen, on: mals)
    #expect(bench.engine.linkOwners.map(\.peer) == [bob.id, mal.id])
    #expect(bench.engine.peers.filter(\.isConnected).count == 2)
    // Without a link of its own the replay does move it; only ciphertext can be stolen by that.
    bench.tell(.link(.ended(bobs, runPeerBookkeeping: true)))
    bench.run(for: .seconds(5))
    try bench.receive(try bob.announce(at: bench.now.unix), on: mals)
    #expect(bench.engine.linkOwners.map(\.peer) == [bob.id])
    #expect(!bench.engine.peers.contains { $0.id == mal.id }, "the old owner is gone from the list")
  }

  @Test func linkMovesAtMostOnceAMinute() throws {
    var bench = Bench()
    let link = bench.link("x")
    bench.run(for: .seconds(1))
    let owners = try [UInt64](10..<14).map { seed -> PeerID? in
      try bench.receive(try Stranger(seed: seed).announce(at: bench.now.unix), on: link)
      bench.run(for: .seconds(10))
      return bench.engine.linkOwners.first?.peer
    }
    #expect(owners == [10, 11, 11, 11].map { Stranger(seed: $0).id })
    bench.run(for: .seconds(45))
    try bench.receive(try Stranger(seed: 14).announce(at: bench.now.unix), on: link)
    #expect(bench.engine.linkOwners.first?.peer == Stranger(seed: 14).id)
  }

  @Test func messageByAnUnknownOrUnderAWrongSignatureIsRelayedNotShown() throws {
    let (bob, mal) = (Stranger(seed: 7), Stranger(seed: 8))
    var bench = Bench()
    let (link, other) = (bench.link("b"), bench.link("o"))
    bench.run(for: .seconds(1))
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    bench.run(for: .seconds(1))
    _ = bench.takeEffects()
    try bench.receive(try mal.message("unknown", at: bench.now.unix), on: link)
    var forged = try mal.message("forged", at: bench.now.unix)
    forged = Packet(
      type: .publicMessage, timestamp: forged.timestamp, sender: bob.id, payload: forged.payload,
      signature: forged.signature)
    try bench.receive(forged, on: link)
    bench.run(for: .milliseconds(400))
    #expect(!bench.events.contains { if case .publicMessage = $0 { true } else { false } })
    let relayed = bench.sent.filter { $0.packet.type == .publicMessage }
    #expect(relayed.count == 2 && relayed.allSatisfy { $0.links == [other] && $0.packet.ttl == 6 })
  }

  @Test func forgedGoodbyeChangesNothingAndGoesNowhere() throws {
    let bob = Stranger(seed: 7)
    var bench = Bench()
    let (link, _) = (bench.link("b"), bench.link("o"))
    bench.run(for: .seconds(1))
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    bench.run(for: .seconds(1))
    _ = bench.takeEffects()
    let forged = Packet(
      type: .leave, timestamp: bench.now.unix, sender: bob.id, payload: [],
      signature: try Stranger(seed: 8).leave(at: bench.now.unix).signature)
    try bench.receive(forged, on: link)
    bench.run(for: .milliseconds(400))
    #expect(bench.engine.peers.map(\.id) == [bob.id])
    #expect(!bench.sent.contains { $0.packet.type == .leave })
  }

  @Test func packetsFarFromOurTimeAndUnaskedSyncAnswersAreDropped() throws {
    let bob = Stranger(seed: 7)
    var bench = Bench()
    let link = bench.link("b")
    bench.run(for: .seconds(1))
    let base = bench.now.unix.milliseconds
    try bench.receive(try bob.announce(at: Timestamp(milliseconds: base - 120_001)), on: link)
    try bench.receive(try bob.announce(at: Timestamp(milliseconds: base + 120_001)), on: link)
    var answer = try bob.announce(at: bench.now.unix)
    answer.isRSR = true
    try bench.receive(answer, on: link)
    #expect(bench.engine.peers.isEmpty)
    try bench.receive(try bob.announce(at: Timestamp(milliseconds: base - 120_000)), on: link)
    #expect(bench.engine.peers.map(\.id) == [bob.id])
  }

  @Test func tenThousandIdentitiesStayWithinTheCaps() throws {
    var random = SeededRandom(number: 20)
    var bench = Bench()
    let link = bench.link("flood")
    let friendLink = bench.link("friend")
    bench.run(for: .seconds(1))
    let friend = Stranger(seed: 21)
    try bench.receive(try friend.announce(at: bench.now.unix), on: friendLink)
    for number in 0..<10_000 {
      let stranger = Stranger(using: &random)
      try bench.receive(try stranger.announce(at: bench.now.unix), on: link)
      if number.isMultiple(of: 100) { bench.run(for: .milliseconds(50)) }
      _ = bench.takeEffects()
    }
    let engine = bench.engine
    #expect(engine.registry.count == MeshLimits.registryPeersMax)
    #expect(engine.pins.count == MeshLimits.knownIdentitiesMax)
    #expect(engine.seen.count <= MeshLimits.seenPacketsMax)
    #expect(engine.ingress.count <= MeshLimits.ingressRecordsMax)
    #expect(engine.relays.count <= MeshLimits.waitingRelaysMax)
    #expect(engine.agenda.count < 3_000)
    #expect(engine.peers.contains { $0.id == friend.id && $0.isConnected }, "a connected peer stays")
  }
}
