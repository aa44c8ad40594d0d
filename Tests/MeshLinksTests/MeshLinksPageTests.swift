import MeshLinks
import Networking
import Testing

/// The example of the module's page. It is compiled as it stands there and run only as far as a test may:
/// on loopback, with a status as the first event, which ends it.
@Suite struct MeshLinksPageTests {
  @Test(.timeLimit(.minutes(Patience.factor))) func theExampleRuns() async throws {
    let announce: [UInt8] = [1, 2, 3]
    let sockets = try SocketLoop()
    var configuration = LANConfiguration()
    configuration.reach = .thisMachine
    let links = LANLinks(configuration: configuration, sockets: sockets)
    try await links.start()
    for await event in links.events {
      switch event {
      case .up(let link): await links.send(announce, on: [link])
      case .frame(let link, _): await links.markVerified(link, wasKnownBefore: false)
      case .ended, .status: await links.stop()
      }
    }
    await sockets.stop()
  }
}
