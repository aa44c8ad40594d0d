import Networking
import Testing

@testable import MeshLinks

/// Discovery beyond loopback, on whatever interface this machine has; nothing leaves its link (hops 1).
@Suite(.timeLimit(.minutes(Patience.factor))) struct LANDiscoverySocketTests {
  @Test(.enabled(if: interface6() != nil, "no interface here has IPv6 multicast"))
  func aBeaconByIPv6IsAnsweredAndDialledWithItsScope() async throws {
    let interface = try #require(Self.interface6())
    let sockets = try SocketLoop()
    let beacons = sockets.makeInbox()
    let accepts = sockets.makeInbox()
    var configuration = LANWorld.configuration()
    configuration.reach = .everywhere
    var group = SocketAddress(LANConfiguration.beaconGroup6, port: configuration.beaconPort)
    let socket = try sockets.joinMulticast(group: group, on: interface, inbox: beacons)
    let listener = try sockets.listenTCP(on: SocketAddress(.any6, port: 0), inbox: accepts)

    let lan = LANLinks(configuration: configuration, sockets: sockets)
    try await lan.start()
    // Its first beacon arrives from a link-local address that says on which interface.
    var datagrams = beacons.makeAsyncIterator()
    guard case .datagram(_, let bytes, let source) = try #require(await datagrams.next()),
      case .v6(let high, let low, _) = LANConfiguration.beaconGroup6
    else {
      Issue.record("no beacon came")
      return
    }
    #expect(LANBeacon(bytes)?.instance == lan.instance)
    #expect(source.host.isLinkLocal)

    // Ours is answered by a dial to the address it came from.
    group.host = .v6(high: high, low: low, scope: interface.index)
    let ours = LANBeacon(instance: lanInstance(1), tcpPort: listener.address.port)
    sockets.sendDatagram(ours.bytes, to: group, on: socket)
    var connections = accepts.makeAsyncIterator()
    guard case .accepted(let id, _, .internet(let peer)) = try #require(await connections.next()) else {
      Issue.record("nobody dialled")
      return
    }
    #expect(peer.host == source.host)
    sockets.setReading(true, on: id)
    #expect(await connections.next() == .received(id, LANFrames.hello(lan.instance)))
    await lan.stop()
    await sockets.stop()
  }

  @Test func nodesThatHearEachOtherOnEveryInterfaceKeepOneLinkEach() async throws {
    let world = try await LANWorld(nodes: 3, reach: .everywhere)
    await world.waitUntilAllAreLinked()
    for node in world.nodes { await node.send([5]) }
    for node in world.nodes {
      for _ in 0..<2 { #expect(await node.nextFrame() == [5]) }
    }
    await world.waitUntilAllAreLinked()
    await world.stop()
  }

  private static func interface6() -> NetworkInterface? {
    (try? NetworkInterface.all())?.first { interface in
      interface.isUp && interface.hasMulticast && !interface.isLoopback
        && interface.addresses.contains { $0.isIPv6 && $0.isLinkLocal }
    }
  }
}
