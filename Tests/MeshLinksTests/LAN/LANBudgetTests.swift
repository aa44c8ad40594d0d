import Networking
import Testing
import Timebase

@testable import MeshLinks

/// What others can make a node do is bounded, by a clock that the tests move.
@Suite struct LANBudgetTests {
  @Test func anAddressConnectsSixteenTimesAtOnceAndThenOnceASecond() {
    var rig = LANMachineRig()
    let first = rig.connectAndLeave(20, from: "192.0.2.9")
    let other = rig.connectAndLeave(1, from: "192.0.2.10")
    #expect(rig.machine.counters.acceptsOverRate == 4)
    rig.advance(.seconds(3))
    let later = rig.connectAndLeave(5, from: "192.0.2.9")
    let here = rig.connectAndLeave(200, from: "127.0.0.1")
    #expect([first, other, later, here] == [16, 1, 3, 128])
    #expect(rig.machine.counters.accepts == 226)
  }

  @Test func aThousandAddressesAreRememberedAndTheOldestForgotten() {
    var budget = LANAcceptBudget()
    let now = Instant(nanoseconds: 1_000_000_000)
    for number in 0..<3_000 {
      for _ in 0..<16 { _ = budget.admit(LANNetwork(.v4(UInt32(number))), now: now) }
    }
    #expect(budget.addressCount == LANLimits.acceptAddressesMax)
    let newest = budget.admit(LANNetwork(.v4(2_999)), now: now)
    let forgotten = budget.admit(LANNetwork(.v4(0)), now: now)
    #expect(!newest && forgotten, "who is forgotten begins anew")
  }

  @Test func aLinkOverItsShareIsNotReadAndNothingIsLost() {
    var rig = LANMachineRig()
    let id = rig.acceptLink(from: lanInstance(9))
    rig.feed(.verified(LANLinkID(instance: lanInstance(9), role: .acceptor), wasKnownBefore: false))
    var taken = 0
    rig.receive((0..<5_000).flatMap { _ in [0, 0, 0, 1, 7] as [UInt8] }, on: id)
    taken += rig.frameCount
    #expect((2_000...2_010).contains(taken), "\(taken) at once")
    #expect(rig.stopped == [id])
    var seconds = 0
    while taken < 5_000, seconds < 20 {
      seconds += 1
      rig.advance(.seconds(1))
      taken += rig.frameCount
    }
    #expect(taken == 5_000)
    #expect((6...7).contains(seconds), "500 a second, not \(seconds) s for 3,000")
    rig.advance(.seconds(3))
    #expect(rig.machine.connections[id]?.resumesAt == nil)
    #expect(rig.machine.counters.framesReceived == 5_000)
  }

  @Test func aLinkWithoutAVerifiedAnnounceGetsLess() {
    var rig = LANMachineRig()
    let id = rig.acceptLink(from: lanInstance(9))
    rig.receive((0..<5_000).flatMap { _ in LANFrames.keepAlive }, on: id)
    #expect((195...205).contains(rig.machine.counters.framesReceived))
    let other = rig.acceptLink(from: lanInstance(10))
    let large = LANFrames.frame([UInt8](repeating: 1, count: 65_535)) ?? []
    var taken = 0
    for _ in 0..<100 {
      rig.receive(large, on: other)
      taken += rig.frameCount
    }
    #expect((14...17).contains(taken), "a quarter of a MiB a second, four seconds ahead: \(taken)")
  }

  @Test func aFloodOnManyLinksLeavesAQuietOneItsShare() {
    var rig = LANMachineRig()
    let quiet = rig.acceptLink(from: lanInstance(9))
    rig.feed(.verified(LANLinkID(instance: lanInstance(9), role: .acceptor), wasKnownBefore: true))
    let loud = (0..<50).map { rig.acceptLink(from: lanInstance(100 + $0)) }
    for value: UInt8 in 0..<50 {
      let link = LANLinkID(instance: lanInstance(100 + value), role: .acceptor)
      rig.feed(.verified(link, wasKnownBefore: false))
    }
    let burst = (0..<4_000).flatMap { _ in [0, 0, 0, 1, 7] as [UInt8] }
    for id in loud { rig.receive(burst, on: id) }
    let atOnce = rig.machine.counters.framesReceived
    #expect(atOnce <= 4 * LANLimits.allFramesPerSecondMax + 51)
    for second in 1...4 {
      rig.advance(.seconds(1))
      rig.receive([0, 0, 0, 1, 5], on: quiet)
      #expect(rig.events.contains(.frame(LANLinkID(instance: lanInstance(9), role: .acceptor), [5])))
      let all = rig.machine.counters.framesReceived
      #expect(all <= atOnce + (second + 2) * LANLimits.allFramesPerSecondMax + 51, "\(second) s: \(all)")
    }
  }

  @Test func anUnfinishedFrameAndAnEndCountWhereTheyBelong() {
    var rig = LANMachineRig()
    let slow = rig.acceptLink(from: lanInstance(9))
    rig.receive([0, 0, 0, 200, 1], on: slow)
    #expect(rig.machine.load.unfinishedBytes == 5)
    let wrong = rig.accept()
    rig.receive([1], on: wrong)
    rig.advance(.seconds(40))
    #expect(rig.machine.counters.endedMalformed == 1)
    #expect(rig.machine.counters.endedUnverified == 1)
    #expect(rig.machine.load.inbound == 0)
  }
}

extension LANMachineRig {
  var frameCount: Int { events.count { if case .frame = $0 { true } else { false } } }

  var stopped: [LANConnectionID] {
    effects.compactMap { if case .stopReading(let id) = $0 { id } else { nil } }
  }

  /// How many of so many connections were taken, each closed before the next.
  mutating func connectAndLeave(_ count: Int, from text: String) -> Int {
    guard let host = IPAddress(text) else { return 0 }
    return (0..<count).count { _ in
      let id = accept(from: host)
      let isTaken = isOpen(id)
      if isTaken { feed(.closed(id, .closedByPeer)) }
      return isTaken
    }
  }
}
