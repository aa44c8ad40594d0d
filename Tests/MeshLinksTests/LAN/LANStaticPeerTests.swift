import Networking
import Testing
import Timebase

@testable import MeshLinks

@Suite struct LANStaticPeerTests {
  private let other = lanInstance(9)
  private let place = SocketAddress(.v4(0xC000_0209), port: 4_000)

  @Test func aStaticPeerIsLookedUpAndDialledAtTheStartWithoutABeacon() {
    var rig = LANMachineRig(staticPeers: 2)
    #expect(rig.lookUps == [0, 1])
    rig.feed(.resolved(peer: 1, [place]))
    #expect(rig.dials == [place])
  }

  @Test func pausesDoubleFromAFifthOfASecondToThirtyForEver() {
    var rig = LANMachineRig(staticPeers: 1)
    var pauses: [Duration] = []
    for _ in 0..<12 {
      rig.failStaticDial(at: place)
      pauses.append(rig.waitForLookUp())
    }
    let doubled = [200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600]
    let milliseconds = doubled + Array(repeating: 30_000, count: 4)
    #expect(pauses == milliseconds.map { .milliseconds($0) })
  }

  @Test func chanceTakesUpToAQuarterOffAPause() {
    var rig = LANMachineRig(jitter: .max, staticPeers: 1)
    rig.failStaticDial(at: place)
    #expect(rig.waitForLookUp() == .milliseconds(150))
  }

  @Test func aNameWithoutAddressAndADialThatHangsAreTriedAgain() {
    var rig = LANMachineRig(staticPeers: 1)
    rig.feed(.resolved(peer: 0, []))
    #expect(rig.waitForLookUp() == .milliseconds(200))
    rig.feed(.resolved(peer: 0, [place]))
    #expect(rig.waitForLookUp() == LANLimits.connectDeadline + .milliseconds(400))
  }

  @Test func ofSeveralAddressesEachDialTakesTheNext() {
    var rig = LANMachineRig(staticPeers: 1)
    let second = SocketAddress(.loopback6, port: 4_000)
    for wanted in [place, second, place] {
      rig.feed(.resolved(peer: 0, [place, second]))
      #expect(rig.dials == [wanted])
      for case .dial(let id, _) in rig.effects { rig.feed(.closed(id, .failed(code: 111))) }
      _ = rig.waitForLookUp()
    }
  }

  @Test func aLinkedPeerIsNotDialledAndIsAgainWhenTheLinkEnds() throws {
    var rig = LANMachineRig(staticPeers: 1)
    let dialled = rig.staticLink(to: other, at: place)
    let id = try #require(dialled)
    rig.feed(.verified(LANLinkID(instance: other, role: .dialler), wasKnownBefore: false))
    for _ in 0..<60 {
      rig.advance(.seconds(10))
      rig.receive(LANFrames.keepAlive, on: id)
    }
    #expect(rig.lookUps.isEmpty && rig.dials.isEmpty)
    rig.feed(.closed(id, .closedByPeer))
    #expect(rig.waitForLookUp() == .milliseconds(200))
  }

  @Test func aPeerThatIsLinkedByItsOwnDialIsNotDialled() throws {
    var rig = LANMachineRig(staticPeers: 1)
    let theirs = rig.acceptLink(from: other)
    // The lower instance's dial stays: ours.
    let dialled = rig.staticLink(to: other, at: place)
    let ours = try #require(dialled)
    rig.feed(.closed(ours, .closedByPeer))
    rig.feed(.verified(LANLinkID(instance: other, role: .acceptor), wasKnownBefore: false))
    rig.advance(.seconds(60))
    #expect(rig.lookUps.isEmpty)
    rig.feed(.closed(theirs, .closedByPeer))
    #expect(rig.waitForLookUp() == .milliseconds(200))
  }

  @Test func aPeerThatComesBackByItsBeaconWhileWeWaitIsNotDialled() throws {
    var rig = LANMachineRig(staticPeers: 1)
    let dialled = rig.staticLink(to: other, at: place)
    let first = try #require(dialled)
    rig.feed(.closed(first, .closedByPeer))
    rig.acceptLink(from: other)
    rig.feed(.verified(LANLinkID(instance: other, role: .acceptor), wasKnownBefore: false))
    rig.advance(.seconds(60))
    #expect(rig.lookUps.isEmpty)
  }

  @Test func oneThatNeverVerifiesWaitsLongerEachTime() {
    var rig = LANMachineRig(staticPeers: 1)
    var pauses: [Duration] = []
    for _ in 0..<3 {
      guard rig.staticLink(to: other, at: place) != nil else { break }
      pauses.append(rig.waitForLookUp())
    }
    let wanted = [200, 400, 800].map { LANLimits.verificationDeadline + .milliseconds($0) }
    #expect(pauses == wanted)
  }

  @Test func ourselvesAreNeverDialledAgain() {
    var rig = LANMachineRig(staticPeers: 1)
    _ = rig.staticLink(to: rig.machine.instance, at: place)
    #expect(rig.machine.connections.isEmpty)
    rig.advance(.seconds(3_600))
    #expect(rig.lookUps.isEmpty)
  }

  @Test func aFullOutboundTableMakesAStaticPeerWait() {
    var rig = LANMachineRig(staticPeers: 1)
    for value: UInt8 in 10..<74 {
      rig.dialLink(to: lanInstance(value))
      rig.feed(.verified(LANLinkID(instance: lanInstance(value), role: .dialler), wasKnownBefore: false))
      rig.advance(.milliseconds(250))
    }
    rig.feed(.resolved(peer: 0, [place]))
    #expect(rig.dials.isEmpty)
    #expect(rig.waitForLookUp() == .milliseconds(200))
  }

  @Test func anotherNetworkBringsTheNextDialAtOnceAndOurselvesMayBeSomebodyElse() {
    var rig = LANMachineRig(staticPeers: 2)
    _ = rig.staticLink(to: rig.machine.instance, at: place)
    for _ in 0..<8 {
      rig.feed(.resolved(peer: 1, []))
      _ = rig.waitForLookUp()
    }
    rig.feed(.resolved(peer: 1, []))
    rig.feed(.networkChanged(tcpPort: 4_000))
    rig.advance(.milliseconds(200))
    #expect(rig.lookUps.sorted() == [0, 1])
  }

  @Test func thirtyTwoStaticPeersAreKept() {
    #expect(LANMachineRig(staticPeers: 40).lookUps == Array(0..<32))
  }

  @Test func nothingIsDialledAfterTheStop() {
    var rig = LANMachineRig(staticPeers: 2)
    rig.failStaticDial(at: place)
    rig.feed(.stop)
    rig.feed(.resolved(peer: 1, [place]))
    rig.advance(.seconds(60))
    #expect(rig.dials.isEmpty && rig.lookUps.isEmpty)
  }

  @Test func aStaticPeerIsReadFromItsText() throws {
    let cases: [(String, host: String, port: UInt16)] = [
      ("192.0.2.7:4000", "192.0.2.7", 4_000), ("[fe80::7%eth0]:1", "fe80::7%eth0", 1),
      ("hut.example:65535", "hut.example", 65_535),
    ]
    for (text, host, port) in cases {
      let peer = try #require(LANStaticPeer(text), "\(text)")
      #expect(peer.host == host && peer.port == port)
    }
    let long = String(repeating: "a", count: 254)
    for text in [
      "", ":1", "host", "host:", "host:0", "host:65536", "fe80::7:1", "[]:1", "a b:1", "\(long):1",
    ] {
      #expect(LANStaticPeer(text) == nil, "\(text)")
    }
  }
}

extension LANMachineRig {
  /// Static peers whose address was asked for in the last step.
  var lookUps: [Int] {
    effects.compactMap { if case .resolve(let peer) = $0 { peer } else { nil } }
  }

  /// Answers the look-up of peer 0 and lets the dial fail.
  mutating func failStaticDial(at place: SocketAddress) {
    feed(.resolved(peer: 0, [place]))
    for case .dial(let id, _) in effects { feed(.closed(id, .failed(code: 111))) }
  }

  /// Answers the look-up of peer 0, lets the dial succeed and `other` say hello.
  mutating func staticLink(to other: LANInstance, at place: SocketAddress) -> LANConnectionID? {
    feed(.resolved(peer: 0, [place]))
    for case .dial(let id, _) in effects {
      feed(.dialSucceeded(id))
      receive(LANFrames.hello(other), on: id)
      return id
    }
    return nil
  }

  /// Lets time pass until an address is asked for; how long that took, an hour when it never happened.
  mutating func waitForLookUp() -> Duration {
    let start = now
    while now.since(start) < .seconds(3_600) {
      advanceToNextTimer()
      if !lookUps.isEmpty { break }
    }
    return now.since(start)
  }
}
