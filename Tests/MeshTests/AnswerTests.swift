import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: a sync answer that overtakes the packet itself keeps it from nobody behind, and makes nobody pass a
/// packet on twice. Method: a line of engines, the message written just before they ask one another; one
/// engine with copies by hand.
struct AnswerTests {
  @Test func whatAnAnswerOvertookIsPassedOnAtOnce() throws {
    var rig = MeshRig(["ann", "bob", "cid", "dan"], seed: 3)
    for node in 0..<3 { rig.connect(node, node + 1) }
    // Everybody asks 30 s after the start; bob's relay waits for 10 ms at least.
    rig.run(for: .milliseconds(29_996))
    rig.tell(0, .command(.sendPublic(text: "hello", timestamp: rig.now.unix)))
    rig.run(for: .seconds(1))
    let toCid = try rig.deliveries.filter { $0.to == 2 }.map { try Packet.decode($0.frame) }
    let copies = toCid.filter { $0.type == .publicMessage }
    #expect(copies.first?.isRSR == true && copies.contains { !$0.isRSR }, "the answer came first")
    #expect((1...3).map { rig.nodes[$0].publicTexts } == [["hello"], ["hello"], ["hello"]])
    #expect(rig.nodes[2].engine.gossip.stores[.message].count == 1)
  }

  @Test func itIsPassedOnOnceHoweverManyCopiesCome() throws {
    var scene = try AnswerScene()
    let message = try scene.bob.message("hello", at: scene.bench.now.unix, ttl: 5)
    try scene.answer(message, on: scene.near)
    for _ in 0..<8 {
      for link in [scene.near, scene.far] { try scene.bench.receive(message, on: link) }
      try scene.answer(message, on: scene.near)
      scene.bench.run(for: .seconds(1))
    }
    #expect(scene.relayed.map(\.packet.ttl) == [4])
    #expect(scene.bench.publicTexts == ["hello"])
    #expect(scene.bench.engine.answered.count == 0)
  }

  @Test func aCopyWithoutHopsOrWithABrokenSignatureLeavesItToTheNext() throws {
    var scene = try AnswerScene()
    let message = try scene.bob.message("hello", at: scene.bench.now.unix, ttl: 5)
    try scene.answer(message, on: scene.near)
    var last = message
    last.ttl = 1
    var broken = message
    broken.signature?[3] ^= 1
    for copy in [last, broken] {
      try scene.bench.receive(copy, on: scene.far)
      scene.bench.run(for: .seconds(4))
    }
    #expect(scene.relayed.isEmpty)
    try scene.bench.receive(message, on: scene.far)
    scene.bench.run(for: .seconds(1))
    #expect(scene.relayed.map(\.packet.signature) == [message.signature])
  }

  @Test func aBrokenFirstCopyAndAnAnswerDoNotAddUp() throws {
    var scene = try AnswerScene()
    let message = try scene.bob.message("hello", at: scene.bench.now.unix, ttl: 5)
    var broken = message
    broken.signature?[3] ^= 1
    try scene.bench.receive(broken, on: scene.far)
    scene.bench.run(for: .seconds(1))
    try scene.answer(message, on: scene.near)
    for copy in [broken, message, message] {
      try scene.bench.receive(copy, on: scene.far)
      scene.bench.run(for: .seconds(1))
    }
    #expect(scene.relayed.map(\.packet.signature) == [broken.signature, message.signature])
  }

  @Test func piecesThatAnAnswerOvertookArePassedOnOnce() throws {
    var scene = try AnswerScene()
    let piece = Packet(
      type: .fragment, ttl: 5, timestamp: scene.bench.now.unix, sender: scene.bob.id,
      payload: [0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 3, MessageType.fileTransfer.rawValue, 1, 2, 3])
    try scene.answer(piece, on: scene.near)
    for link in [scene.far, scene.near, scene.far] { try scene.bench.receive(piece, on: link) }
    scene.bench.run(for: .seconds(1))
    #expect(scene.relayed.count == 1)
  }

  @Test func whatWasMadeTooLongAgoIsNotKeptInMind() throws {
    var scene = try AnswerScene()
    let message = try scene.bob.message("old", at: scene.bench.now.unix, ttl: 5)
    scene.bench.run(for: .seconds(121))
    try scene.bench.receive(try scene.neighbour.announce(at: scene.bench.now.unix), on: scene.near)
    scene.bench.run(for: .seconds(31))
    try scene.answer(message, on: scene.near)
    #expect(scene.bench.engine.answered.count == 0)
  }
}

/// An engine between two neighbours, after it has asked both; somebody further away is known.
private struct AnswerScene {
  var bench = Bench(seed: 3)
  let bob = Stranger(seed: 70)
  let neighbour = Stranger(seed: 80)
  let near: LinkID
  let far: LinkID

  init() throws {
    bench.run(for: .seconds(1))
    near = bench.link("near")
    far = bench.link("far")
    try bench.receive(try neighbour.announce(at: bench.now.unix), on: near)
    try bench.receive(try Stranger(seed: 81).announce(at: bench.now.unix), on: far)
    try bench.receive(try bob.announce(at: bench.now.unix, ttl: 5), on: far)
    bench.run(for: .seconds(2))
    _ = bench.takeEffects()
  }

  /// The packet as a neighbour sends it that was asked.
  mutating func answer(_ packet: Packet, on link: LinkID) throws {
    var answer = packet
    answer.ttl = 0
    answer.isRSR = true
    try bench.receive(answer, on: link)
  }

  /// What was passed on of what somebody further away wrote.
  var relayed: [(packet: Packet, links: [LinkID])] {
    bench.sent.filter { $0.packet.sender == bob.id && $0.packet.type != .announce }
  }
}
