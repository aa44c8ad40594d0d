import MeshSimulation
import Testing
import Timebase

/// Goal: each fault of a link is what its number says. Method: many frames through one emulator; counts with
/// bounds wider than five deviations.
struct LinkTests {
  private let start = VirtualClock.start.monotonic

  private func passages(
    _ conditions: LinkConditions, frames: Int = 20_000, seed: UInt64 = 3
  ) -> [[LinkEmulator.Passage]] {
    var link = LinkEmulator(conditions: conditions, random: WorldRandom(seed: seed, "test"))
    return (0..<frames).map { link.carry([UInt8($0 & 0xFF), 0, 0, 0], at: start) }
  }

  @Test func calmLinkBringsEveryFrameOnceAfterItsDelay() {
    let all = passages(LinkConditions(delayMilliseconds: 7), frames: 100)
    #expect(all.allSatisfy { $0.count == 1 && $0.first?.at == start + .milliseconds(7) })
    #expect(all.compactMap { $0.first?.frame.first } == (0..<100).map { UInt8($0) })
  }

  @Test func randomLossTakesItsShare() {
    let lost = passages(LinkConditions(loss: .percent(30))).count { $0.isEmpty }
    #expect(abs(lost - 6_000) < 400, "\(lost) of 20,000")
  }

  @Test func burstLossTakesItsShareInRowsOfItsLength() {
    let all = passages(LinkConditions(loss: .percent(20), burstFrames: 10), frames: 100_000)
    let lost = all.count { $0.isEmpty }
    var rows = 0
    for (before, after) in zip(all, all.dropFirst()) where !before.isEmpty && after.isEmpty { rows += 1 }
    #expect(abs(lost - 20_000) < 3_000, "\(lost) of 100,000")
    #expect(abs(lost / max(rows, 1) - 10) <= 1, "\(lost) in \(rows) rows")
  }

  @Test func duplicatesComeTwiceAndAtTimesOfTheirOwn() {
    let all = passages(LinkConditions(duplicates: .percent(50), jitterMilliseconds: 100))
    let twice = all.filter { $0.count == 2 }
    #expect(abs(twice.count - 10_000) < 500, "\(twice.count)")
    #expect(twice.contains { $0[0].at != $0[1].at })
  }

  @Test func jitterStaysInItsRangeAndLetsFramesOvertake() {
    let conditions = LinkConditions(delayMilliseconds: 5, jitterMilliseconds: 2_000)
    let times = passages(conditions, frames: 2_000).compactMap { $0.first?.at }
    let (least, most) = (start + .milliseconds(5), start + .milliseconds(2_005))
    #expect(times.allSatisfy { $0 >= least && $0 <= most })
    #expect(zip(times, times.dropFirst()).contains { $0 > $1 }, "all at one moment, in another order")
    #expect((times.max() ?? least) > start + .milliseconds(1_900))
  }

  @Test func flippedFramesDifferInOneBit() {
    let all = passages(LinkConditions(flips: .percent(2)))
    let changes = all.enumerated().compactMap { number, passages -> Int? in
      guard let frame = passages.first?.frame else { return nil }
      let sent: [UInt8] = [UInt8(number & 0xFF), 0, 0, 0]
      return zip(frame, sent).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    }
    #expect(changes.allSatisfy { $0 <= 1 })
    #expect(abs(changes.reduce(0, +) - 400) < 120)
  }

  @Test func closedDirectionBringsNothing() {
    var link = LinkEmulator(conditions: .calm, random: WorldRandom(seed: 1, "test"))
    link.isOpen = false
    #expect(link.carry([1], at: start).isEmpty)
    link.isOpen = true
    #expect(link.carry([1], at: start).count == 1)
  }

  @Test func sameSeedDrawsTheSameAndAnotherUseOthers() {
    let conditions = LinkConditions(loss: .percent(40), duplicates: .percent(40), jitterMilliseconds: 500)
    #expect(passages(conditions, frames: 500) == passages(conditions, frames: 500))
    #expect(passages(conditions, frames: 500) != passages(conditions, frames: 500, seed: 4))
    var one = WorldRandom(seed: 1, "one", 2)
    var other = WorldRandom(seed: 1, "one", 3)
    #expect(one.next() != other.next())
  }
}
