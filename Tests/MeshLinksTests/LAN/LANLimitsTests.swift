import Networking
import Testing
import Timebase

@testable import MeshLinks

@Suite struct LANLimitsTests {
  @Test func sixteenConnectionsOfAnAddressAreTakenFromTheAcceptOn() {
    var rig = LANMachineRig()
    let host = "192.0.2.9"
    for _ in 0..<16 { #expect(rig.takes(host) == true) }
    #expect(rig.takes(host) == false)
    #expect(rig.takes("192.0.2.10") == true)
  }

  @Test func dialsAndAcceptsOfAnAddressCountTogether() throws {
    var rig = LANMachineRig()
    let host = try #require(IPAddress("192.0.2.9"))
    for value: UInt8 in 10..<14 { #expect(rig.dial(to: lanInstance(value), host: host) != nil) }
    for _ in 0..<12 { #expect(rig.takes("192.0.2.9") == true) }
    #expect(rig.takes("192.0.2.9") == false)
    rig.advance(.seconds(1))
    #expect(rig.dial(to: lanInstance(20), host: host) == nil)
  }

  @Test func anIPv6AddressCountsByItsSlash64AndInterface() {
    var rig = LANMachineRig()
    for number in 1...16 {
      #expect(rig.takes("2001:db8::\(number)") == true)
    }
    #expect(rig.takes("2001:db8:0:0:ffff::1") == false)
    #expect(rig.takes("2001:db8:0:1::1") == true)
    for number in 1...16 {
      #expect(rig.takes("fe80::\(number)%1") == true)
    }
    #expect(rig.takes("fe80::99%1") == false)
    #expect(rig.takes("fe80::99%2") == true)
  }

  @Test func loopbackIsExemptFromTheAddressLimitOnly() {
    var rig = LANMachineRig()
    let opened = (0..<64).map { _ in rig.accept() }
    #expect(opened.allSatisfy { rig.isOpen($0) })
    let next = rig.accept()
    #expect(rig.isOpen(next))
    #expect(rig.closed == [opened[0]], "a full table drops its oldest unverified link")
    #expect(rig.machine.connections.count == 64)
  }

  @Test func aFullTableDropsTheOldestUnverifiedAndNeverAVerifiedOne() {
    var rig = LANMachineRig()
    let links = rig.fillInbound(64)
    rig.feed(.verified(links[0].link, wasKnownBefore: true))
    rig.feed(.verified(links[2].link, wasKnownBefore: true))
    _ = rig.accept()
    #expect(rig.closed == [links[1].id])
    #expect(rig.events == [.ended(links[1].link, .tableFull)])
    _ = rig.accept()
    #expect(rig.closed == [links[3].id])
  }

  @Test func whenAllAreVerifiedTheNewOneIsRefused() {
    var rig = LANMachineRig()
    for link in rig.fillInbound(64) { rig.feed(.verified(link.link, wasKnownBefore: true)) }
    let next = rig.accept()
    #expect(rig.closed == [next])
    #expect(rig.machine.connections.count == 64)
  }

  @Test func eightInboundPlacesAreOnlyForPeersKnownBefore() {
    var rig = LANMachineRig()
    let links = rig.fillInbound(64)
    for link in links[..<56] { rig.feed(.verified(link.link, wasKnownBefore: false)) }
    #expect(rig.machine.connections.count == 64)
    rig.feed(.verified(links[56].link, wasKnownBefore: false))
    #expect(rig.events == [.ended(links[56].link, .tableFull)])
    for link in links[57...] { rig.feed(.verified(link.link, wasKnownBefore: true)) }
    #expect(rig.machine.connections.count == 63)
    rig.advance(.seconds(11))
    #expect(rig.machine.connections.count == 63)
  }

  @Test func aStrangerThatTurnsOutKnownFreesAStrangersPlace() {
    var rig = LANMachineRig()
    let links = rig.fillInbound(58)
    for link in links[..<56] { rig.feed(.verified(link.link, wasKnownBefore: false)) }
    rig.feed(.verified(links[0].link, wasKnownBefore: true))
    rig.feed(.verified(links[56].link, wasKnownBefore: false))
    #expect(rig.closed.isEmpty)
    rig.feed(.verified(links[57].link, wasKnownBefore: false))
    #expect(rig.closed == [links[57].id])
  }

  @Test func aFullOutboundTableDropsItsOldestUnverified() throws {
    var rig = LANMachineRig()
    var last: [LANConnectionID] = []
    for value: UInt8 in 10..<74 {
      if let id = rig.dialLink(to: lanInstance(value)), value >= 72 { last.append(id) }
      if value < 72 {
        rig.feed(.verified(LANLinkID(instance: lanInstance(value), role: .dialler), wasKnownBefore: false))
      }
      rig.advance(.milliseconds(250))
    }
    #expect(rig.machine.connections.count == 64)
    let next = rig.dial(to: lanInstance(99))
    #expect(next != nil)
    #expect(rig.closed == [try #require(last.first)])
    #expect(rig.machine.connections.count == 64)
  }

  @Test func aFullOutboundTableRefusesAnotherDial() {
    var rig = LANMachineRig()
    for value: UInt8 in 10..<74 {
      rig.dialLink(to: lanInstance(value))
      rig.feed(.verified(LANLinkID(instance: lanInstance(value), role: .dialler), wasKnownBefore: false))
      rig.advance(.milliseconds(250))
    }
    #expect(rig.machine.connections.count == 64)
    #expect(rig.dial(to: lanInstance(99)) == nil)
    rig.feed(.close(LANLinkID(instance: lanInstance(30), role: .dialler)))
    #expect(rig.dial(to: lanInstance(99)) != nil)
  }
}

extension LANMachineRig {
  /// Whether a connection from the address is kept.
  mutating func takes(_ host: String) -> Bool {
    guard let address = IPAddress(host) else {
      Issue.record("\(host) is no address")
      return false
    }
    let id = accept(from: address)
    return isOpen(id)
  }

  /// Whether an accept just made was kept.
  func isOpen(_ id: LANConnectionID) -> Bool { machine.connections[id] != nil }

  /// Accepted links from different nodes on loopback, oldest first.
  mutating func fillInbound(_ count: UInt8) -> [(id: LANConnectionID, link: LANLinkID)] {
    (0..<count).map { value in
      let other = lanInstance(100 + value)
      return (acceptLink(from: other), LANLinkID(instance: other, role: .acceptor))
    }
  }
}
