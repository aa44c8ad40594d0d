import Networking
import Testing
import Timebase

@testable import MeshLinks

@Suite struct LANDiscoveryTests {
  private let other = lanInstance(9)

  @Test func aBeaconGoesOutAtTheStartAndThenEveryFiveSecondsWithJitter() {
    var still = LANMachineRig()
    #expect(still.effects.contains(.sendBeacon(LANBeacon(instance: lanInstance(5), tcpPort: 4000).bytes)))
    still.advance(.milliseconds(4999))
    #expect(still.beaconCount == 0)
    still.advance(.milliseconds(1))
    #expect(still.beaconCount == 1)
    var late = LANMachineRig(jitter: .max)
    late.advance(.milliseconds(5999))
    #expect(late.beaconCount == 0)
    late.advance(.milliseconds(1))
    #expect(late.beaconCount == 1)
  }

  @Test func anUnknownInstanceIsAnsweredAtOnceButOnceASecond() {
    var rig = LANMachineRig()
    rig.advance(.seconds(2))
    hear(lanInstance(20), in: &rig)
    #expect(rig.beaconCount == 1)
    hear(lanInstance(20), in: &rig)
    #expect(rig.beaconCount == 0, "known now")
    for value: UInt8 in 21...60 {
      hear(lanInstance(value), in: &rig)
      #expect(rig.beaconCount == 0)
    }
    rig.advance(.milliseconds(999))
    #expect(rig.beaconCount == 0)
    rig.advance(.milliseconds(1))
    #expect(rig.beaconCount == 1, "one answer for all of them")
    rig.advance(.milliseconds(4999))
    #expect(rig.beaconCount == 0)
  }

  @Test func anInstanceThatIsHeardIsDialledWhereItWasHeard() throws {
    var rig = LANMachineRig()
    let host = try #require(IPAddress("fe80::9%3"))
    hear(other, from: host, port: 81, in: &rig)
    #expect(rig.dials == [SocketAddress(host, port: 81)])
  }

  @Test func portZeroMeansDoNotDial() {
    var rig = LANMachineRig()
    hear(other, port: 0, in: &rig)
    #expect(rig.dials.isEmpty)
    #expect(rig.machine.neighbours.contains(other))
  }

  @Test func anInstanceIsDialledOnceInFiveSeconds() throws {
    var rig = LANMachineRig()
    let firstDial = rig.dial(to: other)
    let first = try #require(firstDial)
    rig.feed(.closed(first, .failed(code: 111)))
    rig.advance(.milliseconds(4999))
    #expect(rig.dial(to: other) == nil)
    rig.advance(.milliseconds(1))
    #expect(rig.dial(to: other) != nil)
  }

  @Test func fourAreDialledInAnySecond() {
    var rig = LANMachineRig()
    let firsts = (10..<20).map { rig.dial(to: lanInstance($0)) != nil }
    #expect(firsts == Array(repeating: true, count: 4) + Array(repeating: false, count: 6))
    rig.advance(.milliseconds(999))
    #expect(rig.dial(to: lanInstance(15)) == nil)
    rig.advance(.milliseconds(1))
    #expect((15..<25).filter { rig.dial(to: lanInstance($0)) != nil }.count == 4)
  }

  @Test func aLinkedInstanceIsNotDialledAgainAndAnEndedOneIs() {
    var rig = LANMachineRig()
    let accepted = rig.acceptLink(from: other)
    #expect(rig.dial(to: other) == nil)
    rig.feed(.closed(accepted, .closedByPeer))
    #expect(rig.dial(to: other) != nil)
  }

  @Test func anAddressThatFailsDoesNotKeepUsFromTheOtherOne() throws {
    var rig = LANMachineRig()
    let hosts = [try #require(IPAddress("fe80::9%3")), try #require(IPAddress("192.0.2.9"))]
    var dialled: [IPAddress] = []
    for _ in 0..<4 {
      for host in hosts {
        guard let id = rig.dial(to: other, host: host) else { continue }
        dialled.append(host)
        rig.feed(.closed(id, .failed(code: 111)))
      }
      rig.advance(.seconds(5))
    }
    #expect(dialled == [hosts[0], hosts[1], hosts[0], hosts[1]])
  }

  @Test func anAddressNoLongerHeardDoesNotHoldUpADial() throws {
    var rig = LANMachineRig()
    let gone = try #require(IPAddress("192.0.2.8"))
    let stays = try #require(IPAddress("192.0.2.9"))
    let firstDial = rig.dial(to: other, host: stays)
    let first = try #require(firstDial)
    rig.feed(.closed(first, .failed(code: 111)))
    hear(other, from: gone, in: &rig)  // too early to dial there, and never heard again
    rig.advance(.seconds(5))
    #expect(rig.dial(to: other, host: stays) == nil)
    rig.advance(.seconds(11))
    #expect(rig.dial(to: other, host: stays) != nil)
  }

  @Test func nothingIsSentOrDialledBeforeTheStartAndAfterTheStop() {
    var rig = LANMachineRig(isStarted: false)
    hear(other, in: &rig)
    #expect(rig.effects.isEmpty)
    let early = rig.accept()
    #expect(rig.closed == [early])
    rig.feed(.start(tcpPort: 4000))
    let link = rig.acceptLink(from: other)
    rig.feed(.stop)
    #expect(rig.closed == [link])
    #expect(rig.events == [.ended(LANLinkID(instance: other, role: .acceptor), .closedByUs)])
    rig.advance(.seconds(60))
    #expect(rig.effects.isEmpty)
  }

  @Test func aFullTableForgetsTheOneNotHeardForTheLongestAndNoLinkedOne() {
    var table = LANNeighbours()
    let now = Instant(nanoseconds: 1)
    let address = SocketAddress(.loopback4, port: 1)
    var random = SeededNumbers(seed: 3)
    let instances = (0..<1026).map { _ in LANInstance(using: &random) }
    for instance in instances[..<1024] {
      #expect(table.hear(instance, at: address, now: now, keeping: []) == true)
    }
    #expect(
      table.hear(instances[0], at: address, now: now, keeping: []) == false, "heard again: now the newest")
    let linked = instances[1]
    #expect(table.hear(instances[1024], at: address, now: now, keeping: [linked]) == true)
    #expect(table.count == 1024)
    #expect(table.contains(instances[0]) && table.contains(linked))
    #expect(!table.contains(instances[2]))
    #expect(table.hear(instances[1025], at: address, now: now, keeping: [linked]) == true)
    #expect(!table.contains(instances[3]))
  }

  @Test func ofManyAddressesOfOneInstanceFourAreRemembered() {
    var table = LANNeighbours()
    for port: UInt16 in 1...6 {
      let now = Instant(nanoseconds: UInt64(port) * 1_000_000_000)
      _ = table.hear(other, at: SocketAddress(.loopback4, port: port), now: now, keeping: [])
    }
    let later = Instant(nanoseconds: 7_000_000_000)
    let dialable = (1...6).filter {
      table.mayDial(other, at: SocketAddress(.loopback4, port: $0), now: later)
    }
    #expect(dialable == [3, 4, 5, 6])
  }

  private func hear(
    _ instance: LANInstance, from host: IPAddress = .loopback4, port: UInt16 = 7000,
    in rig: inout LANMachineRig
  ) {
    rig.feed(.beacon(LANBeacon(instance: instance, tcpPort: port).bytes, from: host))
  }
}
