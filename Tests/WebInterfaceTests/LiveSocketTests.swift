import Testing

@testable import Networking
@testable import WebInterface

/// A page's socket, without a network: the test is the service thread that takes what waits.
@Suite struct LiveSocketTests {
  @Test(.timeLimit(.minutes(Patience.factor))) func aPageMoreThanAMebibyteBehindComesBackLive() async {
    let socket = WebSocketConnection(
      id: 1, mailbox: HTTPMailbox(), limits: HTTPServerConfiguration.Limits())
    let frames = (0..<40).map { String(repeating: "\($0 % 10)", count: LiveSocket.frameBytesMax) }
    let delivering = Task { await LiveSocket.deliver(frames, to: socket) }
    let taken = await take(frames.count * LiveSocket.frameBytesMax, from: socket)
    #expect(await delivering.value)
    #expect(taken > 5_000_000)
    #expect(!socket.isClosed)
    #expect(socket.send(text: "live"))
  }

  @Test(.timeLimit(.minutes(Patience.factor))) func aPageThatIsGoneEndsTheDelivery() async {
    let socket = WebSocketConnection(
      id: 1, mailbox: HTTPMailbox(), limits: HTTPServerConfiguration.Limits())
    socket.end()
    #expect(await LiveSocket.deliver(["a"], to: socket) == false)
  }

  /// Takes frames until so much payload has come, in pieces as the service thread does.
  private func take(_ payload: Int, from socket: WebSocketConnection) async -> Int {
    let target = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { target.deallocate() }
    var taken = 0
    while taken < payload, !socket.isClosed {
      let count = socket.takeFrames(into: target)
      taken += count
      if count == 0 { await Task.yield() }
    }
    return taken
  }
}
