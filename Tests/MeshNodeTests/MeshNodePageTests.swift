import Cryptography
import Mesh
import MeshNode
import Testing
import Timebase
import TransportPorts

@Suite struct MeshNodePageTests {
  @Test func theExampleOfThePageHolds() async throws {
    let identity = try testIdentity(1)
    let links = SilentLinks()
    let seed = [UInt8](repeating: 7, count: 32)
    let clock = RunningClock()
    let node = MeshNode(
      identity: identity, nickname: "juno", known: [], links: links, seed: seed, clock: { clock.now })
    try await node.start()
    await node.sendPublic("hello", at: Timestamp(milliseconds: 1_750_000_000_000))
    let event = await node.nextEvent()
    await node.stop()
    guard case .publicMessage(let message) = event else {
      Issue.record("\(String(describing: event))")
      return
    }
    #expect(message.text == "hello" && message.isOwn)
  }
}
