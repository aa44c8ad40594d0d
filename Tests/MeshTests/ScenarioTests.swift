import Mesh
import MeshWire
import Testing
import Timebase

/// Goal: the scenarios of mesh-engine 16.2 that need no panic. Method: whole engines in the
/// rig.
struct ScenarioTests {
  @Test func messageInjectedEightTimesIsShownOnce() throws {
    var rig = MeshRig(["ann", "bob"])
    let ends = rig.connect(0, 1)
    rig.run(for: .seconds(2))
    let before = rig.deliveries.count
    rig.tell(0, .command(.sendPublic(text: "once", timestamp: rig.now.unix)))
    rig.run(for: .milliseconds(10))
    let frame = try #require(rig.deliveries[before...].first?.frame)
    for _ in 0..<7 { rig.inject(frame, to: 1, on: ends.acceptor) }
    rig.run(for: .seconds(4))
    rig.inject(frame, to: 1, on: ends.acceptor)
    #expect(rig.nodes[1].publicTexts == ["once"])
  }

  @Test func endedLinkUnbindsAndTheNextAnnounceHeals() {
    var rig = MeshRig(["ann", "bob"])
    let first = rig.connect(0, 1)
    rig.run(for: .seconds(2))
    rig.cut(0, first.dialler)
    rig.run(for: .seconds(2))
    #expect(rig.nodes[1].engine.linkOwners.isEmpty)
    #expect(rig.nodes[1].connected.isEmpty)
    #expect(rig.nodes[1].events.contains(.peerDisconnected(rig.nodes[0].id)))
    rig.connect(0, 1)
    rig.run(for: .seconds(1))
    #expect(rig.nodes[1].connected == [rig.nodes[0].id])
    #expect(rig.nodes[1].engine.linkOwners.map(\.peer) == [rig.nodes[0].id])
  }

  @Test func peerThatIsBackWithinAMomentIsNeverReportedGone() {
    var rig = MeshRig(["ann", "bob"])
    let first = rig.connect(0, 1)
    rig.run(for: .seconds(2))
    rig.cut(0, first.dialler)
    rig.connect(0, 1)
    rig.run(for: .seconds(3))
    #expect(rig.nodes[1].connected == [rig.nodes[0].id])
    #expect(!rig.nodes[1].events.contains(.peerDisconnected(rig.nodes[0].id)))
  }

  @Test func messageWalksAChainOfEightWithFallingTTL() throws {
    var rig = MeshRig((0..<8).map { "n\($0)" })
    for node in 0..<7 { rig.connect(node, node + 1) }
    rig.run(for: .seconds(5))
    rig.tell(0, .command(.sendPublic(text: "far", timestamp: rig.now.unix)))
    rig.run(for: .seconds(2))
    #expect(rig.nodes.dropFirst().map(\.publicTexts) == Array(repeating: ["far"], count: 7))
    let ttls = try (1..<8).map { node in
      try rig.deliveries.filter { $0.to == node }.map { try Packet.decode($0.frame) }
        .filter { $0.type == .publicMessage }.map(\.ttl)
    }
    #expect(ttls == [[7], [6], [5], [4], [3], [2], [1]])
  }

  @Test func everyoneOnARingWithChordsHearsOnceAndTheSenderNever() {
    var rig = MeshRig((0..<14).map { "n\($0)" })
    for node in 0..<14 { rig.connect(node, (node + 1) % 14) }
    for node in [0, 3, 6, 9] { rig.connect(node, (node + 5) % 14) }
    rig.run(for: .seconds(5))
    rig.tell(2, .command(.sendPublic(text: "round", timestamp: rig.now.unix)))
    // Where all who could pass it on heard it twice and kept still, sync brings it, one hop each 30 s.
    rig.run(for: .seconds(70))
    for (index, node) in rig.nodes.enumerated() {
      #expect(node.publicTexts == (index == 2 ? [] : ["round"]), "node \(index)")
    }
  }

  @Test func bridgeJoinsTwoHalvesForNewMessages() {
    var rig = MeshRig((0..<10).map { "n\($0)" })
    for node in [0, 1, 2, 3, 5, 6, 7, 8] { rig.connect(node, node + 1) }
    rig.run(for: .seconds(5))
    rig.tell(1, .command(.sendPublic(text: "before", timestamp: rig.now.unix)))
    rig.run(for: .seconds(2))
    #expect(rig.nodes[5...].allSatisfy { $0.publicTexts.isEmpty })
    rig.connect(4, 5)
    rig.run(for: .seconds(5))
    rig.tell(1, .command(.sendPublic(text: "after", timestamp: rig.now.unix)))
    rig.run(for: .seconds(2))
    // Six links lie between the ends 1 and 7: TTL 7 reaches 8. What was said before came by sync.
    #expect(rig.nodes[5...8].allSatisfy { $0.publicTexts.contains("after") })
    #expect(rig.nodes[5].publicTexts.contains("before"))
    rig.run(for: .seconds(130))
    #expect(rig.nodes[5...].allSatisfy { $0.publicTexts.sorted() == ["after", "before"] })
  }

  @Test func messageReachesItsConnectedPartOfACutRingExactlyOnce() {
    var rig = MeshRig((0..<10).map { "n\($0)" })
    var links = (0..<10).map { rig.connect($0, ($0 + 1) % 10).dialler }
    rig.run(for: .seconds(5))
    // `bySync` are those beyond the TTL: a sync that falls in these seconds may bring it, once.
    func say(_ text: String, from node: Int, reaches expected: Set<Int>, bySync: Set<Int> = []) {
      rig.tell(node, .command(.sendPublic(text: text, timestamp: rig.now.unix)))
      rig.run(for: .seconds(2))
      for other in 0..<10 where other != node {
        let count = rig.nodes[other].publicTexts.filter { $0 == text }.count
        let allowed = bySync.contains(other) ? 0...1 : expected.contains(other) ? 1...1 : 0...0
        #expect(allowed.contains(count), "\(text) at \(other)")
      }
    }
    say("whole", from: 0, reaches: Set(0..<10))
    rig.cut(2, links[2])
    rig.cut(7, links[7])
    rig.run(for: .seconds(2))
    say("cut", from: 0, reaches: [8, 9, 0, 1, 2])
    say("other side", from: 5, reaches: [3, 4, 5, 6, 7])
    links[2] = rig.connect(2, 3).dialler
    rig.run(for: .seconds(5))
    // A line of ten now: TTL 7 ends seven links away.
    say("healed", from: 3, reaches: [8, 9, 0, 1, 2, 4, 5, 6, 7])
    rig.cut(4, links[4])
    rig.cut(5, links[5])
    rig.run(for: .seconds(2))
    say("alone", from: 5, reaches: [])
    rig.connect(4, 5)
    rig.connect(7, 8)
    rig.run(for: .seconds(5))
    say("back", from: 5, reaches: [8, 9, 0, 1, 2, 3, 4], bySync: [6, 7])
    // One connected part again: those beyond the TTL get it by sync, one hop each 30 s; all exactly once.
    rig.run(for: .seconds(98))
    for (index, node) in rig.nodes.enumerated() {
      #expect(node.publicTexts.filter { $0 == "back" }.count == (index == 5 ? 0 : 1), "back at \(index)")
    }
  }

  @Test func goodbyeRemovesThePeerAtOnce() {
    var rig = MeshRig(["ann", "bob", "cid"])
    rig.connect(0, 1)
    rig.connect(1, 2)
    rig.run(for: .seconds(4))
    let ann = rig.nodes[0].id
    #expect(rig.nodes[2].engine.peers.contains { $0.id == ann })
    rig.tell(0, .command(.stop))
    rig.run(for: .milliseconds(500))
    #expect(!rig.nodes[1].engine.peers.contains { $0.id == ann })
    #expect(!rig.nodes[2].engine.peers.contains { $0.id == ann }, "the goodbye is passed on")
    #expect(rig.nodes[1].events.contains(.peerDisconnected(ann)))
    #expect(rig.nodes[0].events.contains(.stopped))
    #expect(rig.nodes[0].disconnected.count == 1)
    #expect(rig.nodes[0].wakeAt == nil, "nothing is left to do")
  }

  @Test func restartedPeerGetsANewSessionByItsAnnounce() {
    var rig = MeshRig(["ann", "bob"])
    let first = rig.connect(0, 1)
    rig.run(for: .seconds(1))
    rig.tell(0, .command(.triggerHandshake(rig.nodes[1].id)))
    rig.run(for: .seconds(1))
    // Bob is killed and starts again with the same keys and no memory.
    let bob = rig.nodes[1].identity
    rig.cut(0, first.dialler)
    let reborn = rig.add("bob", identity: bob)
    rig.connect(0, reborn)
    rig.run(for: .seconds(2))
    rig.tell(0, .command(.sendPrivate(text: "welcome back", to: bob.peerID, messageID: "M")))
    rig.run(for: .seconds(2))
    #expect(rig.nodes[reborn].privateTexts == ["welcome back"])
  }
}
