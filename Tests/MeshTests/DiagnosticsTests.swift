import Cryptography
import Mesh
import MeshWire
import Testing
import Timebase

/// Goal: pings come back with time and hops, and nobody can be made to answer without end.
struct DiagnosticsTests {
  @Test(arguments: 1...4) func aPingOverSeveralHopsSaysTimeAndHops(_ hops: Int) throws {
    var rig = MeshRig((0...hops).map { "n\($0)" }, seed: UInt64(hops))
    for node in 0..<hops { rig.connect(node, node + 1) }
    rig.run(for: .seconds(5))
    rig.tell(0, .command(.module(Diagnostics.Command.ping(rig.nodes[hops].id, token: 5))))
    rig.run(for: .seconds(2))
    let report = try #require(reports(rig.nodes[0].events).first)
    guard case .ping(token: 5, .answered(let milliseconds, hops)) = report else {
      Issue.record("\(report)")
      return
    }
    #expect(milliseconds >= UInt64(2 * hops) && milliseconds < 1_000)
    #expect(reports(rig.nodes[0].events).count == 1)
  }

  @Test func aPingWithoutAnAnswerEndsAfterTenSecondsAndOneWithoutALinkAtOnce() {
    var bench = Bench()
    bench.tell(.command(.module(Diagnostics.Command.ping(PeerID(rawValue: 9), token: 1))))
    #expect(reports(bench.events) == [.ping(token: 1, .notSent)])
    _ = bench.link("b")
    bench.run(for: .seconds(1))
    _ = bench.takeEffects()
    bench.tell(.command(.module(Diagnostics.Command.ping(PeerID(rawValue: 9), token: 2))))
    bench.run(for: .milliseconds(9_999))
    #expect(reports(bench.events).isEmpty)
    bench.run(for: .milliseconds(1))
    #expect(reports(bench.events) == [.ping(token: 2, .noReply)])
  }

  @Test func onlyThePeerThatWasAskedCanAnswerAndOnlyOnce() throws {
    let (bob, eve) = (Stranger(seed: 61), Stranger(seed: 62))
    var bench = Bench()
    let link = bench.link("b")
    bench.run(for: .seconds(1))
    bench.tell(.command(.module(Diagnostics.Command.ping(bob.id, token: 1))))
    let ping = try #require(bench.sent.last { $0.packet.type == .ping })
    let nonce = try #require(PingPayload(decoding: ping.packet.payload)).nonce
    _ = bench.takeEffects()
    for (number, sender) in [eve.id, bob.id, bob.id].enumerated() {
      let pong = Packet(
        type: .pong, ttl: 5, timestamp: Timestamp(milliseconds: bench.now.unix.milliseconds + UInt64(number)),
        sender: sender, recipient: bench.id,
        payload: PingPayload(nonce: nonce, originTTL: 7).encoded + [1, 2])
      try bench.receive(pong, on: link)
    }
    #expect(reports(bench.events) == [.ping(token: 1, .answered(milliseconds: 0, hops: 3))])
    bench.run(for: .seconds(11))
    #expect(reports(bench.events).count == 1)
  }

  @Test func sixtyFourProbesAtATimeAndPongsLate() throws {
    var bench = Bench()
    _ = bench.link("b")
    bench.run(for: .seconds(1))
    for token in 0..<70 {
      bench.tell(.command(.module(Diagnostics.Command.ping(PeerID(rawValue: 9), token: UInt64(token)))))
    }
    #expect(reports(bench.events).count == 6)
    bench.run(for: .seconds(10))
    #expect(reports(bench.events).count == 70)
  }

  @Test func aTraceNamesTheHopsAndTheMapTheEdges() {
    var rig = MeshRig(["ann", "bob", "cid", "dan"], seed: 4)
    for node in 0..<3 { rig.connect(node, node + 1) }
    rig.run(for: .seconds(30))
    let ids = rig.nodes.map(\.id)
    for (token, target) in [(1, ids[1]), (2, ids[3]), (3, PeerID(rawValue: 4))] as [(UInt64, PeerID)] {
      rig.tell(0, .command(.module(Diagnostics.Command.trace(target, token: token))))
    }
    rig.tell(0, .command(.module(Diagnostics.Command.map(token: 4))))
    let edges = (0..<3).map { TopologyEdge(ids[$0], ids[$0 + 1], isConfirmed: true) }.sorted()
    #expect(
      reports(rig.nodes[0].events) == [
        .trace(token: 1, []), .trace(token: 2, [ids[1], ids[2]]), .trace(token: 3, nil),
        .map(token: 4, edges),
      ])
  }

  private func reports(_ events: [MeshAppEvent]) -> [Diagnostics.Report] {
    events.compactMap { event in
      if case .module(let event) = event { event.value as? Diagnostics.Report } else { nil }
    }
  }
}
