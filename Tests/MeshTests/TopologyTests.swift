import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: ways are found over what both ends say, and packets with a way on them take it (mesh-engine 11).
struct TopologyTests {
  private let now = Instant(nanoseconds: 1_000_000_000)

  @Test func onlyEdgesBothEndsClaimCount() {
    var topology = Topology()
    topology.claim([peer(2)], by: peer(1), at: now)
    topology.claim([peer(1), peer(3)], by: peer(2), at: now)
    #expect(topology.path(from: peer(1), to: peer(2), hopsMax: 4, at: now) == [])
    #expect(topology.path(from: peer(1), to: peer(3), hopsMax: 4, at: now) == nil)
    topology.claim([peer(2), peer(3)], by: peer(3), at: now)
    #expect(topology.path(from: peer(1), to: peer(3), hopsMax: 4, at: now) == [peer(2)])
    #expect(topology.edges(at: now).map(\.isConfirmed) == [true, true])
    #expect(topology.path(from: peer(1), to: peer(3), hopsMax: 4, at: now + .seconds(60)) == nil)
    topology.expire(at: now + .seconds(61))
    #expect(topology.count == 0)
  }

  @Test func aOneSidedEdgeStandsOnTheMapButInNoTrace() {
    var topology = Topology()
    topology.claim([peer(2)], by: peer(1), at: now)
    #expect(topology.edges(at: now) == [TopologyEdge(peer(1), peer(2))])
    #expect(topology.path(from: peer(1), to: peer(2), hopsMax: 10, at: now) == nil)
  }

  @Test func theShortestWayWithinTheLimitWins() {
    var topology = Topology()
    for number in 1...7 { topology.claim([peer(number - 1), peer(number + 1)], by: peer(number), at: now) }
    #expect(topology.path(from: peer(1), to: peer(6), hopsMax: 4, at: now)?.count == 4)
    #expect(topology.path(from: peer(1), to: peer(7), hopsMax: 4, at: now) == nil)
    #expect(topology.path(from: peer(1), to: peer(7), hopsMax: 10, at: now)?.count == 5)
    let avoided = topology.path(from: peer(1), to: peer(4), hopsMax: 4, at: now) { $0 != peer(3) }
    #expect(avoided == nil)
  }

  @Test func twoWithFullListsThatAreAlmostTheSameAreNextToEachOther() {
    var topology = Topology()
    let named = (1...10).map(peer)
    topology.claim(named, by: peer(20), at: now)
    topology.claim(named, by: peer(21), at: now)
    topology.claim([peer(40), peer(41)] + named.dropLast(2), by: peer(22), at: now)
    topology.claim([peer(40), peer(41), peer(42)] + named.dropLast(3), by: peer(23), at: now)
    topology.claim(Array(named.dropLast()), by: peer(24), at: now)
    #expect(topology.isServed(peer(20), by: [peer(21), peer(22)], at: now))
    #expect(!topology.isServed(peer(20), by: [peer(21)], at: now), "a sender of many leaves some out")
    #expect(!topology.isServed(peer(20), by: [peer(21), peer(23)], at: now), "seven are too few")
    #expect(!topology.isServed(peer(20), by: [peer(21), peer(24)], at: now), "a list with room is whole")
    #expect(!topology.isServed(peer(24), by: [peer(20), peer(21)], at: now))
  }

  @Test func claimsReadersAndHealthAreCapped() {
    var topology = Topology()
    var health = RouteHealth()
    for number in 0..<2_000 {
      let neighbours = (0..<60).map { peer(number + $0) }
      topology.claim(neighbours, by: peer(number), at: now)
      topology.noteReader(peer(number), at: now)
      health.noteSent(to: peer(number), at: now)
    }
    #expect(topology.count == 1_024 && topology.readerCount == 1_024)
    #expect(topology.edges(at: now).count <= 1_024 * TopologyLimits.neighboursMax)
    #expect(health.count == 256)
  }

  @Test func anUnansweredRouteIsLeftAloneForAMinute() {
    var health = RouteHealth()
    let bob = peer(1)
    var answers = [health.mayRoute(to: bob, at: now)]
    health.noteSent(to: bob, at: now)
    answers.append(health.mayRoute(to: bob, at: now + .seconds(9)))
    answers.append(health.mayRoute(to: bob, at: now + .seconds(10)))
    health.noteHeard(bob)
    answers.append(health.mayRoute(to: bob, at: now + .seconds(69)))
    answers.append(health.mayRoute(to: bob, at: now + .seconds(70)))
    health.noteSent(to: bob, at: now + .seconds(70))
    health.noteHeard(bob)
    answers.append(health.mayRoute(to: bob, at: now + .seconds(100)))
    #expect(answers == [true, true, false, false, true, true])
  }

  @Test func aPacketFollowsItsRouteAndIsNotFlooded() throws {
    let (bob, cid, dan) = (Stranger(seed: 21), Stranger(seed: 22), Stranger(seed: 23))
    var bench = Bench(seed: 3)
    let links = try [("b", bob), ("c", cid), ("d", dan)].map { name, stranger in
      let link = bench.link(name)
      bench.run(for: .milliseconds(500))
      try bench.receive(try stranger.announce(at: bench.now.unix), on: link)
      return link
    }
    bench.run(for: .seconds(2))
    let routes: [(route: [PeerID], recipient: PeerID, ttl: UInt8, links: [LinkID])] = [
      ([bench.id], cid.id, 7, [links[1]]), ([bench.id, dan.id], PeerID(rawValue: 9), 7, [links[2]]),
      ([cid.id], PeerID(rawValue: 9), 7, [links[1]]), ([bench.id], cid.id, 1, []),
      ([bench.id], bench.id, 7, []),
    ]
    for (number, wanted) in routes.enumerated() {
      _ = bench.takeEffects()
      let packet = Packet(
        version: .two, type: .noiseEncrypted, ttl: wanted.ttl, timestamp: bench.now.unix, sender: bob.id,
        recipient: wanted.recipient, route: wanted.route, payload: [UInt8](repeating: 1, count: 40))
      try bench.receive(packet, on: links[0])
      bench.run(for: .milliseconds(200))
      let sent = bench.sent.filter { $0.packet.type == .noiseEncrypted }
      #expect(sent.flatMap(\.links) == wanted.links, "case \(number)")
      #expect(sent.allSatisfy { $0.packet.ttl == wanted.ttl - 1 && $0.packet.route == wanted.route })
    }
  }

  @Test func ourPacketsTakeARouteOnceAllOnItReadVersionTwo() throws {
    var rig = MeshRig(["ann", "bob", "cid"], seed: 8)
    let ends = rig.connect(0, 1)
    rig.connect(1, 2)
    rig.run(for: .seconds(20))
    let cid = rig.nodes[2].id
    // Cid's version 2 packet, brought by bob, says that both read it.
    let seen = Packet(
      version: .two, type: MessageType(rawValue: 0x70), ttl: 5, timestamp: rig.now.unix, sender: cid,
      payload: [1])
    rig.inject(try seen.encoded(), to: 0, on: ends.dialler)
    let before = rig.deliveries.count
    rig.tell(0, .command(.sendPrivate(text: "by the way", to: cid, messageID: "M")))
    rig.run(for: .seconds(3))
    #expect(rig.nodes[2].privateTexts == ["by the way"])
    let own = try rig.deliveries[before...].map { try Packet.decode($0.frame) }
      .filter { $0.sender == rig.nodes[0].id && $0.type == .noiseHandshake }
    #expect(!own.isEmpty)
    #expect(own.allSatisfy { $0.version == .two && $0.route == [rig.nodes[1].id] && $0.signature != nil })
  }

  private func peer(_ number: Int) -> PeerID { PeerID(rawValue: UInt64(number)) }
}
