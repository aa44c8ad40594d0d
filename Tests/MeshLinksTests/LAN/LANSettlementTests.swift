import Networking
import Testing
import Timebase

@testable import MeshLinks

/// Every order in which the messages of some dials between two nodes can arrive.
@Suite struct LANSettlementTests {
  /// Sides that dial, in order; side 0 has the lower instance.
  @Test(arguments: [
    [0], [1], [0, 1], [1, 0], [0, 0], [1, 1], [0, 0, 1], [0, 1, 1],
  ])
  func whoeverDialsExactlyOneLinkStaysAtBothEnds(dials: [Int]) {
    var world = LANPairWorld()
    for (index, side) in dials.enumerated() {
      // Dials after the first of a side are meant for somebody else and reach the same node.
      let isFirst = !dials[..<index].contains(side)
      world.dial(from: side, expecting: isFirst ? lanInstance(2 - UInt8(side)) : lanInstance(9))
    }
    var explored = Exploration()
    explored.explore(world)
    #expect(explored.faults.isEmpty, "\(explored.faults.prefix(3))")
    #expect(explored.endings > 0)
    #expect(explored.seen.count < explored.statesMax)
  }

  private struct Exploration {
    let statesMax = 20_000
    var seen: Set<[UInt64]> = []
    var endings = 0
    var faults: [String] = []

    mutating func explore(_ world: LANPairWorld) {
      var open = [world]
      while let world = open.popLast(), seen.count < statesMax {
        let choices = world.choices
        if choices.isEmpty {
          endings += 1
          faults += world.finalFaults
        }
        for (wire, side) in choices {
          var next = world
          next.deliver(wire: wire, side: side)
          if seen.insert(next.signature).inserted { open.append(next) }
        }
      }
    }
  }

  @Test func aWaitingSecondLinkIsRefusedAfterFiveSecondsWhileTheFirstLives() {
    var rig = LANMachineRig()
    let other = lanInstance(9)
    let first = rig.acceptLink(from: other)
    let second = rig.accept()
    rig.receive(LANFrames.hello(other), on: second)
    #expect(rig.events.isEmpty)
    rig.advance(.seconds(5))
    #expect(rig.closed == [second])
    #expect(rig.machine.linkConnections.values.first == first)
  }

  @Test func aSilentFirstLinkGivesWayToTheSecondAfterFiveSeconds() {
    var rig = LANMachineRig()
    let other = lanInstance(9)
    let link = LANLinkID(instance: other, role: .acceptor)
    let first = rig.acceptLink(from: other)
    rig.feed(.verified(link, wasKnownBefore: false))
    rig.advance(.seconds(31))
    let second = rig.accept()
    rig.receive(LANFrames.hello(other) + [0, 0, 0, 1, 42], on: second)
    rig.advance(.seconds(5))
    #expect(rig.closed == [first])
    #expect(rig.events == [.ended(link, .superseded), .up(link), .frame(link, [42])])
  }

  @Test func aWaitingLinkTakesThePlaceOfAFirstThatEnds() {
    var rig = LANMachineRig()
    let other = lanInstance(9)
    let link = LANLinkID(instance: other, role: .acceptor)
    let first = rig.acceptLink(from: other)
    let second = rig.accept()
    rig.receive(LANFrames.hello(other), on: second)
    rig.feed(.closed(first, .closedByPeer))
    #expect(rig.events == [.ended(link, .closedByPeer), .up(link)])
    rig.advance(.seconds(10))
    #expect(rig.events == [.ended(link, .unverified)], "its 10 s begin when it comes up")
  }

  @Test func theDialThatShouldGoIsClosedByUsWhenItsDiallerDoesNotWithinFiveSeconds() {
    var rig = LANMachineRig(instance: lanInstance(1))
    let other = lanInstance(9)
    let accepted = rig.acceptLink(from: other)
    rig.feed(.verified(LANLinkID(instance: other, role: .acceptor), wasKnownBefore: false))
    let dialled = rig.dialLink(to: lanInstance(8), answering: other)
    #expect(rig.machine.linkConnections.count == 2)
    rig.advance(.seconds(5))
    #expect(rig.closed == [accepted])
    #expect(Array(rig.machine.linkConnections.values) == [dialled])
  }

  @Test func aThirdLinkOfANodeIsRefused() {
    var rig = LANMachineRig(instance: lanInstance(1))
    let other = lanInstance(9)
    _ = rig.acceptLink(from: other)
    _ = rig.dialLink(to: lanInstance(8), answering: other)
    let third = rig.accept()
    rig.receive(LANFrames.hello(other), on: third)
    #expect(rig.closed == [third])
    #expect(rig.machine.linkConnections.count == 2)
  }

  @Test func ourOwnInstanceIsDroppedInBeaconAndHello() {
    var rig = LANMachineRig(instance: lanInstance(1))
    rig.feed(.beacon(LANBeacon(instance: lanInstance(1), tcpPort: 5).bytes, from: .loopback4))
    #expect(rig.effects.isEmpty)
    let accepted = rig.accept()
    rig.receive(LANFrames.hello(lanInstance(1)), on: accepted)
    #expect(rig.closed == [accepted])
    #expect(rig.events.isEmpty)
  }

  @Test func aWaitingLinkThatSendsWithoutEndIsClosed() {
    var rig = LANMachineRig()
    let other = lanInstance(9)
    _ = rig.acceptLink(from: other)
    let second = rig.accept()
    rig.receive(LANFrames.hello(other), on: second)
    rig.receive([UInt8](repeating: 0, count: LANLimits.spareBytesMax), on: second)
    #expect(rig.closed.isEmpty)
    rig.receive([0], on: second)
    #expect(rig.closed == [second])
  }
}
