import Cryptography
import Mesh
import MeshNode
import Testing
import Timebase
import TransportPorts

@Suite struct MeshNodeTests {
  private let clock = RunningClock()

  @Test func waitingForAnEventEndsWhenTheNodeStops() async throws {
    let node = try makeNode(SilentLinks())
    try await node.start()
    async let rest = drain(node)
    await node.stop()
    // Had the waiting no end, the test would not either.
    let events = await rest
    #expect(events.count <= 1, "\(events)")
    #expect(await node.nextEvent() == nil)
  }

  @Test func aNodeThatNeverStartedStops() async throws {
    let node = try makeNode(SilentLinks())
    await node.stop()
    #expect(await node.nextEvent() == nil)
  }

  @Test func whileNothingIsTakenTheLinksAreNotReadOn() async throws {
    let links = SilentLinks()
    let node = try makeNode(links)
    try await node.start()
    // Own messages fill the queue; status events then wait on the link layer instead of in memory.
    for number in 0..<1_100 { await node.sendPublic("m\(number)", at: clock.now.unix) }
    for number in 0..<50 {
      await links.emit(.status(TransportStatus(condition: .listening, links: number)))
    }
    for _ in 0..<100 { await Task.yield() }
    #expect(await links.taken <= 2)
    for _ in 0..<1_100 { _ = await node.nextEvent() }
    var last: TransportEvent?
    for _ in 0..<50 {
      last = await node.nextEvent()
      if last == .statusChanged(TransportStatus(condition: .listening, links: 49)) { break }
    }
    #expect(last == .statusChanged(TransportStatus(condition: .listening, links: 49)))
    await node.stop()
  }

  @Test func anAddressThatIsNoMeshPeerIsRefusedAtOnce() async throws {
    let node = try makeNode(SilentLinks())
    try await node.start()
    // A point of low order: 64 digits, and nobody's key.
    let address = try #require(PeerAddress(String(repeating: "0", count: 64)))
    await node.sendPrivate("x", to: address, id: MessageID("one"), at: clock.now.unix)
    #expect(await node.nextEvent() == .sendOutcome(MessageID("one"), address, .refused(.unknownAddress)))
    #expect(await node.sendRead(MessageID("one"), to: address) == false)
    await node.stop()
  }

  @Test func aMessageTooLongForTheWireIsRefused() async throws {
    let node = try makeNode(SilentLinks())
    try await node.start()
    let peer = try #require(PeerAddress("00112233aabbccdd"))
    let text = String(repeating: "x", count: 256)
    await node.sendPrivate(text, to: peer, id: MessageID("one"), at: clock.now.unix)
    #expect(await node.nextEvent() == .sendOutcome(MessageID("one"), peer, .refused(.tooLong)))
    await node.stop()
  }

  @Test func theGoodbyeIsHandedToTheLinksBeforeTheyStop() async throws {
    let links = SilentLinks()
    let node = try makeNode(links)
    try await node.start()
    let link = LinkID(role: .central, name: "one")
    await links.emit(.link(.up(link, LinkFacts(sendLimitBytes: 65_535))))
    while await links.asked < 2 { await Task.yield() }
    await node.stop()
    let frames = await links.commands.compactMap { command in
      if case .send(let frame, [link], _) = command { frame } else { nil }
    }
    // Byte 1 of a frame is its type; 3 is leave (mesh-wire 3).
    #expect(frames.contains { $0.count > 1 && $0[1] == 3 })
  }

  private func drain(_ node: MeshNode) async -> [TransportEvent] {
    var events: [TransportEvent] = []
    while let event = await node.nextEvent() { events.append(event) }
    return events
  }

  private func makeNode(_ links: SilentLinks) throws -> MeshNode {
    MeshNode(
      identity: try testIdentity(1), nickname: "juno", known: [], links: links,
      seed: [UInt8](repeating: 7, count: 32), clock: { [clock] in clock.now })
  }
}
