import Networking
import Testing

@Suite struct NetworkingPageTests {
  @Test func theExampleOfThePageRuns() async throws {
    struct Echo: HTTPService {
      func respond(to request: HTTPRequest) async -> HTTPResponse { .text(request.path) }
      func acceptsWebSocket(_ request: HTTPRequest) -> WebSocketDecision { .accept }
      func run(_ socket: WebSocketConnection, request: HTTPRequest) async {
        for await case .text(let text) in socket.incoming { socket.send(text: text) }
      }
    }
    let server = try await HTTPServer(configuration: HTTPServerConfiguration(), service: Echo())
    let page = "http://127.0.0.1:\(server.port)/"
    await server.stop()
    #expect(page.hasSuffix(":\(server.port)/"))
  }
}
