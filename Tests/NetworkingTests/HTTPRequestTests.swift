import Networking
import Testing

@Suite struct HTTPRequestTests {
  @Test func getAndPostAreAnsweredOnOneConnection() async throws {
    try await withServer { server in
      let client = try #require(RawClient(port: server.port))
      await client.send("GET /a%20b?x=1&y=%C3%A4 HTTP/1.1\r\nHost: here\r\n\r\n")
      let first = await client.readAnswer()
      #expect(first.status == 200)
      #expect(first.body == "GET /a b 0")
      await client.send("POST /c HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\nhello")
      let second = await client.readAnswer()
      #expect(second.body == "POST /c 5")
      #expect(!second.isClosed)
    }
  }

  @Test func theServiceSeesPathQueryHeadersAndAddress() async throws {
    let service = TestService()
    try await withServer(service, configure: { $0.extraHeaderNames = ["hx-request"] }) { server in
      let client = try #require(RawClient(port: server.port))
      await client.send(
        "GET /p?a=1+2&b=x%3Dy&c HTTP/1.1\r\nHost: h:1\r\nHX-Request: true\r\nCookie: k=v\r\n"
          + "X-Unknown: 1\r\nAccept: text/html\r\n\r\n")
      #expect(await client.readAnswer().status == 200)
    }
    let request = try #require(service.seen.all.first)
    #expect(request.path == "/p")
    #expect(request.header("HOST") == "h:1")
    #expect(request.header("hx-request") == "true")
    #expect(request.header("cookie") == "k=v")
    #expect(request.header("x-unknown") == nil)
    #expect(request.remoteAddress == "127.0.0.1")
  }
}
