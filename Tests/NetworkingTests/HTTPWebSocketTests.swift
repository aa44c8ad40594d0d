import Networking
import Testing

@Suite struct HTTPWebSocketTests {
  @Test func textIsEchoed() async throws {
    try await withServer { server in
      let socket = try #require(await RawWebSocket(port: server.port))
      await socket.send(text: "hello")
      #expect(await socket.readFrames(1) == [RawFrame(first: 0x81, payload: Array("hello".utf8))])
    }
  }
}
