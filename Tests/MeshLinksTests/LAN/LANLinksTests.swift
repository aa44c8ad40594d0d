import MeshLinks
import Networking
import Testing

/// Nodes in this process on loopback, with a beacon port of their own so that tests do not meet.
@Suite(.timeLimit(.minutes(1))) struct LANLinksTests {
  @Test func twoNodesFindEachOtherAndExchangeFramesBothWays() async throws {
    let world = try await LANWorld(nodes: 2)
    try await world.waitUntilEveryNodeHasOneLink(toEach: 1)
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
}
