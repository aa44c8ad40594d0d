import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: whoever's clock is wrong by less than the two minutes that packets may be off is neither taken for
/// gone nor for there (mesh-engine 3, 10). Method: one engine; announces with the times of other clocks.
struct ClockTests {
  @Test(arguments: [-110, -61, 0, 61, 110])
  func messagesOfSomebodyWithAnotherClockStay(_ seconds: Int) throws {
    let bob = Stranger(seed: 4)
    var bench = Bench(seed: 7)
    bench.run(for: .seconds(1))
    let link = bench.link("b")
    try bench.receive(try bob.announce(at: bench.unix(plus: seconds)), on: link)
    try bench.receive(try bob.message("kept", at: bench.unix(plus: seconds)), on: link)
    for _ in 0..<15 {
      bench.run(for: .seconds(20))
      try bench.receive(try bob.announce(at: bench.unix(plus: seconds)), on: link)
      #expect(bench.engine.gossip.stores[.message].count == 1)
      #expect(bench.engine.gossip.stores[.announce][.peer(bob.id)] != nil)
    }
  }

  @Test(arguments: [-110, 0, 110])
  func messagesOfSomebodySilentGoWhateverTheClock(_ seconds: Int) throws {
    let bob = Stranger(seed: 4)
    var bench = Bench(seed: 7)
    bench.run(for: .seconds(1))
    let link = bench.link("b")
    try bench.receive(try bob.announce(at: bench.unix(plus: seconds)), on: link)
    try bench.receive(try bob.message("gone", at: bench.unix(plus: seconds)), on: link)
    bench.run(for: .seconds(130))
    #expect(bench.engine.gossip.stores[.message].count == 0)
    #expect(bench.engine.gossip.stores[.announce][.peer(bob.id)] == nil)
  }

  @Test func aSyncAnswerIsAsOldAsItsDistanceFromTheAnnounceThatIsHere() throws {
    let (bob, cid) = (Stranger(seed: 4), Stranger(seed: 5))
    var bench = Bench(seed: 7)
    bench.run(for: .seconds(1))
    let link = bench.link("b")
    let skew = -100
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    try bench.receive(try cid.announce(at: bench.unix(plus: skew), ttl: 5), on: link)
    try bench.receive(try cid.message("kept", at: bench.unix(plus: skew), ttl: 5), on: link)
    bench.run(for: .seconds(40))
    let before = bench.now.monotonic
    // Made 10 s ago; by our clock it looks 110 s old.
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    bench.run(for: .milliseconds(1_100))
    var answer = try cid.announce(at: bench.unix(plus: skew - 10), ttl: 0)
    answer.isRSR = true
    try bench.receive(answer, on: link)
    let heard = try #require(bench.engine.gossip.stores[.announce][.peer(cid.id)]?.heard)
    #expect(before.since(heard) > .seconds(8) && before.since(heard) < .seconds(10))
    #expect(bench.engine.gossip.stores[.message].count == 1)
  }

  @Test func anAnswerWithAnOldAnnounceTakesNothingAway() throws {
    let (bob, cid) = (Stranger(seed: 4), Stranger(seed: 5))
    var bench = Bench(seed: 7)
    bench.run(for: .seconds(1))
    let link = bench.link("b")
    try bench.receive(try bob.announce(at: bench.now.unix), on: link)
    bench.run(for: .milliseconds(1_100))
    var announce = try cid.announce(at: bench.unix(plus: -90), ttl: 0)
    var message = try cid.message("kept", at: bench.unix(plus: -90), ttl: 0)
    announce.isRSR = true
    message.isRSR = true
    try bench.receive(announce, on: link)
    try bench.receive(message, on: link)
    #expect(bench.engine.gossip.stores[.announce][.peer(cid.id)] == nil, "too old to be handed on")
    var newer = try cid.announce(at: bench.unix(plus: -80), ttl: 0)
    newer.isRSR = true
    try bench.receive(newer, on: link)
    #expect(bench.engine.gossip.stores[.message].count == 1)
  }
}

extension Bench {
  /// What somebody's clock says that is off by so many seconds.
  fileprivate func unix(plus seconds: Int) -> Timestamp {
    Timestamp(milliseconds: UInt64(Int(now.unix.milliseconds) + seconds * 1_000))
  }
}
