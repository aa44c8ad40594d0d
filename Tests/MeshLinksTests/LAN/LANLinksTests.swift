import Networking
import Testing

@testable import MeshLinks

/// Nodes in this process on loopback, with a beacon port of their own so that tests do not meet.
@Suite(.timeLimit(.minutes(Patience.factor))) struct LANLinksTests {
  @Test func twoNodesFindEachOtherAndExchangeFramesBothWays() async throws {
    let world = try await LANWorld(nodes: 2)
    await world.waitUntilAllAreLinked()
    let small: [UInt8] = [1]
    let large = [UInt8](repeating: 7, count: 65_535)
    await world.nodes[0].send(small)
    await world.nodes[0].send(large)
    await world.nodes[1].send(large)
    #expect(await world.nodes[1].nextFrame() == small)
    #expect(await world.nodes[1].nextFrame() == large)
    #expect(await world.nodes[0].nextFrame() == large)
    await world.stop()
  }

  @Test func fiveNodesLinkEachToEachAndAFrameReachesAll() async throws {
    let world = try await LANWorld(nodes: 5)
    await world.waitUntilAllAreLinked()
    for node in world.nodes { await node.send([1, 2, 3]) }
    for node in world.nodes {
      for _ in 0..<4 { #expect(await node.nextFrame() == [1, 2, 3]) }
    }
    await world.stop()
  }

  @Test func aNodeThatStopsIsGoneAtOnceForTheOthers() async throws {
    let world = try await LANWorld(nodes: 2)
    await world.waitUntilAllAreLinked()
    await world.nodes[0].send([9])
    await world.nodes[0].stop()
    #expect(await world.nodes[1].nextFrame() == [9], "what was sent before went out")
    await world.nodes[1].wait { $0.isEmpty }
    await world.stop()
  }

  @Test(arguments: [IPAddress.loopback4, .loopback6])
  func aStreamOfFramesArrivesWholeByEitherFamily(host: IPAddress) async throws {
    let world = try await LANWorld(nodes: 1, reach: .everywhere)
    let node = world.nodes[0]
    let port = try #require(await node.lan.status.tcpPort)
    let client = RawLANClient(sockets: world.sockets)
    try await client.connect(to: SocketAddress(host, port: port))
    let instance = lanInstance(3)
    await client.send(LANFrames.hello(instance))
    #expect(try await client.read(LANFrames.helloBytes) == LANFrames.hello(node.lan.instance))
    await node.wait { $0 == [LANLinkID(instance: instance, role: .acceptor)] }
    let packet = (0..<65_535).map { UInt8(truncatingIfNeeded: $0) }
    let frame = try #require(LANFrames.frame(packet))
    for _ in 0..<40 {
      await client.send(frame)
      #expect(await node.nextFrame() == packet)
      await node.send(packet)
      #expect(try await client.read(frame.count) == frame)
    }
    await world.stop()
  }

  @Test func garbageIsHungUpOnAndTheNodeGoesOn() async throws {
    let world = try await LANWorld(nodes: 1)
    let node = world.nodes[0]
    let port = try #require(await node.lan.status.tcpPort)
    var random = SeededNumbers(seed: 0xBAD)
    var inputs: [[UInt8]] = [
      Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8), [0, 0, 0, 0], [255, 255, 255, 255, 0],
      LANFrames.hello(node.lan.instance), LANFrames.hello(lanInstance(3)) + [0, 1, 0, 0],
    ]
    for _ in 0..<20 {
      inputs.append([1] + (0..<Int.random(in: 0..<5000, using: &random)).map { _ in random.byte() })
    }
    for input in inputs {
      let client = RawLANClient(sockets: world.sockets)
      try await client.connect(to: SocketAddress(.loopback4, port: port))
      await client.send(input)
      await client.waitForTheEnd()
    }
    let client = RawLANClient(sockets: world.sockets)
    try await client.connect(to: SocketAddress(.loopback4, port: port))
    await client.send(LANFrames.hello(lanInstance(4)) + [0, 0, 0, 1, 8])
    #expect(await node.nextFrame() == [8])
    await world.stop()
  }

  @Test func whileTheOwnerReadsNothingNothingPilesUp() async throws {
    let sockets = try SocketLoop()
    let lan = LANLinks(configuration: LANWorld.configuration(), sockets: sockets)
    try await lan.start()
    let client = RawLANClient(sockets: sockets)
    try await client.connect(to: SocketAddress(.loopback4, port: try #require(await lan.status.tcpPort)))
    await client.send(LANFrames.hello(lanInstance(3)))
    let frame = try #require(LANFrames.frame([UInt8](repeating: 1, count: 60_000)))
    var sentBytes = 0
    // Ends when the events, the inbox, the kernel and the client's own queue are full.
    while await client.send(frame) == .queued {
      sentBytes += frame.count
      try #require(sentBytes < 1 << 28)
      await Task.yield()
    }
    var received = 0
    for await case .frame(let link, _) in lan.events {
      if received == 0 { await lan.markVerified(link, wasKnownBefore: false) }
      received += 1
      if received * frame.count == sentBytes { break }
    }
    #expect(received * frame.count == sentBytes)
    await lan.stop()
    await sockets.stop()
  }

  /// Their beacons go to different ports, so that nothing but the names brings them together; each also names
  /// itself.
  @Test func nodesThatNameOneAnotherKeepOneLinkWithoutAnyBeacon() async throws {
    let reserving = try SocketLoop()
    let spare = try reserving.listenTCP(on: SocketAddress(.loopback4, port: 0), inbox: reserving.makeInbox())
    await reserving.stop()
    let sockets = try SocketLoop()
    var nodes: [LANTestNode] = []
    for value in 0..<2 {
      var configuration = LANWorld.configuration()
      if value == 0 { configuration.tcpPort = spare.address.port }
      // The name's first address may be ::1, where nobody listens: the second dial takes the other one.
      configuration.staticPeers = [try #require(LANStaticPeer("localhost:\(spare.address.port)"))]
      let node = LANTestNode(LANLinks(configuration: configuration, sockets: sockets))
      try await node.start()
      nodes.append(node)
    }
    for node in nodes { await node.wait { $0.count == 1 } }
    await nodes[1].send([6])
    #expect(await nodes[0].nextFrame() == [6])
    for node in nodes { await node.stop() }
    await sockets.stop()
  }

  @Test func theStatusSaysWhatWorks() async throws {
    let world = try await LANWorld(nodes: 1)
    let status = await world.nodes[0].lan.status
    #expect(status.tcpPort != nil)
    #expect(status.reachesThisMachine && !status.reachesOtherMachines)
    #expect(
      status.problem
        == "Only people on this machine can be found: no other network interface has multicast.")
    await world.stop()
  }

  @Test func startingTwiceAndAfterTheStopIsRefused() async throws {
    let world = try await LANWorld(nodes: 1)
    let lan = world.nodes[0].lan
    await #expect(throws: NetworkingError.stopped) { try await lan.start() }
    await world.stop()
    await #expect(throws: NetworkingError.stopped) { try await lan.start() }
  }
}
