import Mesh
import MeshWire
import Testing
import Timebase

/// Goal: private messages come through where frames are lost, soon. Method: a line of three whose links lose
/// every tenth frame each way from the start, with the outbox above both ends; seeds.
///
/// The bounds: a message and its receipt cross four links, so one hand-over in three is lost (1 − 0.9⁴); the
/// outbox hands over six times within 75 s, after which one message in 600 is left, to be told as failed or
/// to come with a later session. Before that comes the session: one handshake in two loses a message
/// (1 − 0.9⁶), which costs 10 s, or 20 s if it is the third (mesh-engine 8.2: the responder keeps waiting so
/// long). Two and a half minutes hold both with one handshake in each of three rows lost; of 300 seeds two
/// or three in a hundred take longer. The mean has to be far below.
struct LossyLineTests {
  @Test func privateMessagesCrossALineThatLosesEveryTenthFrameEachOnce() {
    let seeds = UInt64(1)...100
    var seconds: [Double] = []
    var missing: [String] = []
    for seed in seeds {
      var world = LossyLine(seed: seed, lossPercent: 10)
      let took = world.converse(limit: .seconds(600))
      seconds.append(Double(took.wholeNanoseconds) / 1e9)
      for (talk, texts) in [(world.ends[0], world.fromLast), (world.ends[1], world.fromFirst)] {
        #expect(Set(talk.stored).count == talk.stored.count, "at most once, seed \(seed)")
        missing += texts.filter { !talk.stored.contains($0) }.map { "\($0) of seed \(seed)" }
      }
      #expect(world.isNothingHandedUpTwiceForOneHandOver, "seed \(seed)")
    }
    seconds.sort()
    let mean = seconds.reduce(0, +) / Double(seconds.count)
    print(
      "LOSSY line=3 loss=10% seeds=\(seeds.count) mean=\(mean) median=\(seconds[50])",
      "95%=\(seconds[95]) max=\(seconds[99]) missing=\(missing.count)/600")
    #expect(mean <= 60)
    #expect(seconds[95] <= 150)
    #expect(missing.count <= 3, "\(missing)")
  }

  @Test func aHandshakeThatLostItsThirdMessageIsMadeUpForWhenItsTimeIsOver() {
    var pair = HandshakePair(seed: 9)
    pair.tell(0, .command(.sendPrivate(text: "one", to: pair.ids[1], messageID: "1")))
    pair.deliver(0)
    pair.deliver(0)
    #expect(pair.handshakes.map(\.to) == [1], "message 3 is under way")
    pair.lose(0)
    // What it encrypted came, and waits in vain for message 3.
    pair.run(for: .seconds(19))
    #expect(pair.engines[0].sessionState(of: pair.ids[1]) == .established)
    #expect(pair.engines[1].sessionState(of: pair.ids[0]) == .handshaking)
    pair.run(for: .seconds(2))
    #expect(pair.isSettled, "not only when the peer sends the next packet")
    pair.tell(0, .command(.sendPrivate(text: "two", to: pair.ids[1], messageID: "2")))
    pair.run(for: .seconds(1))
    #expect(pair.privateTexts[1] == ["two"], "the outbox sends the first again")
  }

  @Test func whatWaitsBehindAForeignHandshakeThatDiedStartsOneOfItsOwn() {
    var pair = HandshakePair(seed: 10)
    pair.tell(0, .command(.triggerHandshake(pair.ids[1])))
    pair.deliver(0)
    pair.tell(1, .command(.sendPrivate(text: "mine", to: pair.ids[0], messageID: "1")))
    pair.deliver(0)
    pair.lose(0)
    // Nothing but handshakes passes, so that no announce can wake what waits.
    pair.others = []
    pair.run(for: .milliseconds(20_100))
    #expect(pair.privateTexts[0] == ["mine"])
  }
}

/// Three in a line, the ends talking.
private struct LossyLine {
  let fromFirst = ["a1", "a2", "a3"]
  let fromLast = ["c1", "c2", "c3"]
  var rig: MeshRig
  var ends: [RigTalk]

  init(seed: UInt64, lossPercent: UInt64) {
    rig = MeshRig(["ann", "bob", "cid"], seed: seed)
    rig.faults = MeshRig.Faults(lossPercent: lossPercent)
    rig.connect(0, 1)
    rig.connect(1, 2)
    ends = [RigTalk(above: 0, of: rig), RigTalk(above: 2, of: rig)]
  }

  /// Writes all messages at once and waits until each is confirmed; the time it took.
  mutating func converse(limit: Duration) -> Duration {
    let start = rig.now.monotonic
    for text in fromFirst { ends[0].write(text, to: rig.nodes[2].id, in: &rig) }
    for text in fromLast { ends[1].write(text, to: rig.nodes[0].id, in: &rig) }
    while rig.now.monotonic.since(start) < limit {
      rig.run(for: .milliseconds(50))
      for end in ends.indices { ends[end].look(at: &rig) }
      if ends.allSatisfy({ $0.confirmedAt.count == 3 }) { break }
    }
    return rig.now.monotonic.since(start)
  }

  /// Whether the engines handed nothing up more often than the other end's outbox handed it over.
  var isNothingHandedUpTwiceForOneHandOver: Bool {
    zip(ends, ends.reversed()).allSatisfy { end, other in
      end.handedUp.allSatisfy { text, count in count <= other.handedOver[text, default: 0] }
    }
  }
}
