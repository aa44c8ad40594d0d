import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: whoever is first with a spoiled copy of a packet keeps nobody from the good one, and makes nobody
/// pass a packet on without end. Method: one engine, copies by hand on three links.
struct CopyTests {
  @Test func aMessageIsTakenThoughItsFirstCopyHadABrokenSignature() throws {
    var scene = try Scene()
    let message = try scene.bob.message("hello", at: scene.bench.now.unix, ttl: 5)
    try scene.receive(scene.broken(message, 0), on: scene.mal)
    #expect(scene.bench.publicTexts.isEmpty)
    scene.bench.run(for: .seconds(1))
    try scene.receive(message, on: scene.far)
    #expect(scene.bench.publicTexts == ["hello"])
    #expect(scene.bench.engine.gossip.stores[.message].count == 1)
    scene.bench.run(for: .seconds(1))
    let relayed = scene.relayed(.publicMessage)
    #expect(relayed.last?.packet.signature == message.signature, "those behind us get the good copy")
    #expect(relayed.last?.links.contains(scene.far) == false)
  }

  @Test func onePacketIsPassedOnTwiceAtMostHoweverManyCopiesCome() throws {
    var scene = try Scene()
    let message = try scene.bob.message("hello", at: scene.bench.now.unix, ttl: 5)
    for number in 0..<40 {
      try scene.receive(scene.broken(message, number), on: scene.mal)
      if number == 20 { try scene.receive(message, on: scene.far) }
      scene.bench.run(for: .milliseconds(300))
    }
    #expect(scene.relayed(.publicMessage).count == 2)
    #expect(scene.bench.publicTexts == ["hello"])
  }

  @Test func aBrokenCopyDoesNotKeepAWaitingRelayFromItsSender() throws {
    var scene = try Scene(extraPeers: 2)
    let message = try scene.bob.message("hello", at: scene.bench.now.unix, ttl: 5)
    try scene.receive(message, on: scene.far)
    try scene.receive(scene.broken(message, 0), on: scene.mal)
    scene.bench.run(for: .seconds(1))
    #expect(scene.relayed(.publicMessage).flatMap(\.links).contains(scene.mal))
  }

  @Test func aMessageThatCameBeforeItsSenderWasKnownIsTakenWithALaterCopy() throws {
    var scene = try Scene()
    let eve = Stranger(seed: 90)
    let message = try eve.message("early", at: scene.bench.now.unix, ttl: 5)
    try scene.receive(message, on: scene.far)
    scene.bench.run(for: .seconds(4))
    try scene.receive(try eve.announce(at: scene.bench.now.unix, ttl: 5), on: scene.far)
    #expect(scene.bench.publicTexts.isEmpty)
    try scene.receive(message, on: scene.mal)
    #expect(scene.bench.publicTexts == ["early"])
  }

  @Test func anAnnounceIsTakenThoughItsFirstCopyHadABrokenSignature() throws {
    var scene = try Scene()
    let eve = Stranger(seed: 90)
    let announce = try eve.announce(at: scene.bench.now.unix, ttl: 4)
    try scene.receive(scene.broken(announce, 3), on: scene.mal)
    #expect(!scene.bench.engine.peers.contains { $0.id == eve.id })
    try scene.receive(announce, on: scene.far)
    #expect(scene.bench.engine.peers.contains { $0.id == eve.id })
  }

  @Test func aGoodbyeIsTakenThoughItsFirstCopyHadABrokenSignature() throws {
    var scene = try Scene()
    let leave = try scene.bob.leave(at: scene.bench.now.unix)
    try scene.receive(scene.broken(leave, 1), on: scene.mal)
    #expect(scene.bench.engine.peers.contains { $0.id == scene.bob.id })
    try scene.receive(leave, on: scene.far)
    #expect(!scene.bench.engine.peers.contains { $0.id == scene.bob.id })
  }

  @Test func brokenCopiesCostTheirLinkItsSignatures() throws {
    var scene = try Scene()
    let message = try scene.bob.message("hello", at: scene.bench.now.unix, ttl: 5)
    for number in 0..<MeshLimits.signaturesBurst + 100 {
      try scene.receive(scene.broken(message, number), on: scene.mal)
    }
    #expect(scene.bench.engine.counters.signaturesOverBudget > 0)
    #expect(scene.bench.engine.counters.signatureChecks <= MeshLimits.signaturesBurst + 20)
    try scene.receive(message, on: scene.far)
    #expect(scene.bench.publicTexts == ["hello"])
  }

  @Test func whatSyncBringsOfSomebodyWhoIsBackIsKeptAtOnce() throws {
    var scene = try Scene()
    var message = try scene.bob.message("hello", at: scene.bench.now.unix, ttl: 5)
    try scene.receive(message, on: scene.far)
    scene.bench.tell(.command(.dropStoredMessages(of: scene.bob.id)))
    #expect(scene.bench.engine.gossip.stores[.message].count == 0)
    message.ttl = 0
    message.isRSR = true
    try scene.receive(message, on: scene.far)
    #expect(scene.bench.engine.gossip.stores[.message].count == 1, "within the 300 s of the first copy")
    #expect(scene.bench.publicTexts == ["hello"], "shown once")
  }
}

/// An engine between two neighbours; somebody further away is known.
private struct Scene {
  var bench = Bench(seed: 3)
  let bob = Stranger(seed: 70)
  let mal: LinkID
  let far: LinkID

  init(extraPeers: Int = 0) throws {
    bench.run(for: .seconds(1))
    mal = bench.link("mal")
    far = bench.link("far")
    let others = (0..<extraPeers).map { bench.link("other \($0)") }
    for (number, link) in ([mal, far] + others).enumerated() {
      try bench.receive(try Stranger(seed: 80 + UInt64(number)).announce(at: bench.now.unix), on: link)
    }
    try bench.receive(try bob.announce(at: bench.now.unix, ttl: 5), on: far)
    bench.run(for: .seconds(2))
    _ = bench.takeEffects()
  }

  mutating func receive(_ packet: Packet, on link: LinkID) throws { try bench.receive(packet, on: link) }

  /// A copy with other bits in its signature.
  func broken(_ packet: Packet, _ number: Int) -> Packet {
    var copy = packet
    copy.signature?[number / 255 % 64] ^= UInt8(number % 255) + 1
    return copy
  }

  func relayed(_ type: MessageType) -> [(packet: Packet, links: [LinkID])] {
    bench.sent.filter { $0.packet.type == type && $0.packet.sender == bob.id }
  }
}
