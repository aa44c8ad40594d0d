import Networking
import Testing

@Suite(.timeLimit(.minutes(Patience.factor))) struct MulticastSocketTests {
  @Test func severalSocketsOnLoopbackHearOneDatagramEach() async throws {
    let sockets = try SocketLoop()
    let loopback = try #require(try NetworkInterface.all().first { $0.isLoopback })
    let group = SocketAddress(try #require(IPAddress("239.255.84.82")), port: .random(in: 20_000..<32_000))
    let inboxes = [sockets.makeInbox(), sockets.makeInbox()]
    let first = try sockets.joinMulticast(group: group, on: loopback, inbox: inboxes[0])
    let second = try sockets.joinMulticast(group: group, on: loopback, inbox: inboxes[1])
    sockets.sendDatagram([UInt8](repeating: 1, count: 2048), to: group, on: first)  // too long: not delivered
    sockets.sendDatagram([1, 2, 3], to: group, on: first)
    for (inbox, id) in zip(inboxes, [first, second]) {
      var iterator = inbox.makeAsyncIterator()
      let source = SocketAddress(.loopback4, port: group.port)
      #expect(await iterator.next() == .datagram(id, [1, 2, 3], from: source))
    }
    await sockets.stop()
  }

  @Test func anInterfaceWithoutAddressOfTheFamilyIsSaid() throws {
    let sockets = try SocketLoop()
    let bare = NetworkInterface(
      name: "none0", index: 999, addresses: [], isUp: true, hasMulticast: true, isLoopback: false)
    let group = SocketAddress(.v4(0xEFFF_5452), port: 20_000)
    #expect(throws: NetworkingError.addressNotUsable("239.255.84.82 on none0")) {
      try sockets.joinMulticast(group: group, on: bare, inbox: sockets.makeInbox())
    }
  }

  @Test func loopbackIsAmongTheInterfaces() throws {
    let loopback = try #require(try NetworkInterface.all().first { $0.isLoopback })
    #expect(loopback.isUp)
    #expect(loopback.index > 0)
    #expect(loopback.addresses.contains(.loopback4))
  }
}
