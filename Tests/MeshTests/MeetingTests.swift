import Cryptography
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: meeting many costs little, and everybody still learns of everybody (mesh-engine 7.2, 7.3).
struct MeetingTests {
  @Test func onlyNeighboursAreAnsweredAtOnce() throws {
    var bench = Bench(seed: 7)
    bench.run(for: .seconds(1))
    let link = bench.link("b")
    bench.run(for: .seconds(1))
    _ = bench.takeEffects()
    for number in 0..<50 {
      let stranger = Stranger(seed: 100 + UInt64(number))
      try bench.receive(try stranger.announce(at: bench.now.unix, ttl: 4), on: link)
      bench.run(for: .milliseconds(20))
    }
    #expect(announces(bench) == 1, "one for all of them, a little later")
    _ = bench.takeEffects()
    try bench.receive(try Stranger(seed: 99).announce(at: bench.now.unix), on: link)
    #expect(announces(bench) == 1)
  }

  @Test func manyNewNeighboursShareALateAnnounceAndHaveOneInFiveSeconds() throws {
    var bench = Bench(seed: 7)
    bench.run(for: .seconds(1))
    var meetings: [Instant] = []
    let start = bench.now.monotonic
    for number in 0..<40 {
      let link = bench.link("\(number)", .central)
      try bench.receive(try Stranger(seed: 100 + UInt64(number)).announce(at: bench.now.unix), on: link)
      meetings.append(bench.now.monotonic)
      bench.run(for: .milliseconds(10))
    }
    _ = bench.takeEffects()
    bench.run(for: .milliseconds(600))
    let early = announces(bench)
    // Greetings of 40 links and answers to 40 peers at least 0.15 s apart, and one late announce.
    #expect(early >= 1 && early <= 5)
    #expect(bench.engine.agenda.deadline(of: .afterglow) == nil)
    try bench.receive(try Stranger(seed: 200).announce(at: bench.now.unix), on: bench.link("late"))
    let next = try #require(bench.engine.agenda.deadline(of: .afterglow))
    #expect(next.since(start) >= MeshLimits.afterglowInterval)
    #expect(next.since(start) <= MeshLimits.afterglowInterval + .milliseconds(600))
  }

  @Test func aNewcomerAtTheEndOfAChainLearnsOfAllWithinSeconds() throws {
    var rig = MeshRig(["a", "b", "c", "d", "e", "f"], seed: 4)
    for place in 0..<4 { rig.connect(place, place + 1) }
    rig.run(for: .seconds(40))
    rig.connect(4, 5)
    rig.run(for: .seconds(2))
    #expect(rig.nodes[5].engine.peers.count == 5)
    for place in 0..<5 { #expect(rig.nodes[place].engine.peers.contains { $0.id == rig.nodes[5].id }) }
    rig.run(for: .seconds(20))
    #expect(rig.nodes[5].engine.peers.map(\.hops).sorted() == [1, 2, 3, 4, 5])
  }

  private func announces(_ bench: Bench) -> Int {
    let own = bench.sent.map(\.packet).filter { $0.type == .announce && $0.sender == bench.id }
    return Set(own.map(\.timestamp)).count
  }
}
