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
          + "X-Unknown: 1\r\nAccept: text/html\r\nAccept: text/plain\r\n\r\n")
      #expect(await client.readAnswer().status == 200)
    }
    let request = try #require(service.seen.all.first)
    #expect(request.path == "/p")
    #expect(request.query.map(\.name) == ["a", "b", "c"])
    #expect(request.query.map(\.value) == ["1 2", "x=y", ""])
    #expect(request.queryValue("b") == "x=y")
    #expect(request.header("HOST") == "h:1")
    #expect(request.header("hx-request") == "true")
    #expect(request.header("cookie") == "k=v")
    #expect(request.headerValues("accept") == ["text/html", "text/plain"])
    #expect(request.header("x-unknown") == nil)
    #expect(request.remoteAddress == "127.0.0.1")
  }

  /// Guards count them: none may be hidden behind another.
  @Test func everyOccurrenceOfWhatGuardsLookAtIsSeen() async throws {
    let service = TestService()
    let names = ["origin", "cookie", "content-type", "referer"]
    try await withServer(service) { server in
      let client = try #require(RawClient(port: server.port))
      let lines = names.flatMap { ["\($0): a\r\n", "\($0.uppercased()): b\r\n"] }.joined()
      await client.send("GET /p HTTP/1.1\r\nHost: h\r\n\(lines)\r\n")
      #expect(await client.readAnswer().status == 200)
    }
    let request = try #require(service.seen.all.first)
    for name in names { #expect(request.headerValues(name) == ["a", "b"], "\(name)") }
  }

  @Test func headIsAnsweredWithTheLengthButWithoutTheBody() async throws {
    try await withServer { server in
      let client = try #require(RawClient(port: server.port))
      await client.send("HEAD /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      let answer = try #require(await client.readToEnd())
      #expect(answer.contains("content-length: 9\r\n"))
      #expect(answer.hasSuffix("\r\n\r\n"))
    }
  }

  @Test func answersWithoutContentHaveNeitherLengthNorBody() async throws {
    let service = TestService(onRequest: { _ in HTTPResponse(status: 204, body: [1, 2, 3]) })
    try await withServer(service) { server in
      let client = try #require(RawClient(port: server.port))
      await client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      #expect(await client.readToEnd() == "HTTP/1.1 204 No Content\r\n\r\n")
    }
  }

  @Test func http10IsAnsweredAndClosed() async throws {
    try await withServer { server in
      let client = try #require(RawClient(port: server.port))
      await client.send("GET /old HTTP/1.0\r\nHost: h\r\n\r\n")
      #expect(await client.readToEnd()?.hasSuffix("GET /old 0") == true)
    }
  }

  @Test func anEmptyBodyIsABodyWithEveryMethod() async throws {
    try await withServer { server in
      let client = try #require(RawClient(port: server.port))
      for method in ["POST", "PUT", "PATCH", "DELETE"] {
        await client.send("\(method) /x HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")
        #expect(await client.readAnswer().body == "\(method) /x 0")
      }
    }
  }

  @Test func requestsThatComeByteByByteArriveWhole() async throws {
    let service = TestService(onRequest: { .text(String(decoding: $0.body, as: UTF8.self)) })
    try await withServer(service) { server in
      let client = try #require(RawClient(port: server.port))
      for round in 0..<2 {
        let request = "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\n\r\nabcde\(round)"
        for byte in request.utf8 {
          #expect(client.sendNow([byte]) == 1)
          await pass(milliseconds: 1)
        }
        #expect(await client.readAnswer().body == "abcde\(round)")
      }
    }
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
    let service = TestService(onRequest: { .text($0.path + ";") })
    try await withServer(service) { server in
      let client = try #require(RawClient(port: server.port))
      let count = 500
      let all = (0..<count).map { "GET /\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined()
      let last = "GET /last HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
      async let sent: Void = client.send(all + last)
      let text = try #require(await client.readToEnd(seconds: 30))
      await sent
      let bodies = text.split(separator: "\r\n").compactMap { line in
        line.contains(";") && line.hasPrefix("/") ? String(line.prefix { $0 != ";" }) : nil
      }
      #expect(bodies == (0..<count).map { "/\($0)" } + ["/last"])
    }
  }

  @Test func aBodyBehindOtherRequestsInOnePieceIsRefusedAndNeverMixedUp() async throws {
    let get = "GET /get HTTP/1.1\r\nHost: h\r\n\r\n"
    let post = "POST /post HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"
    // What is sent at once, and how much of it reaches the service.
    let cases: [(sent: String, seen: [String])] = [
      (post + get, ["abc", ""]), (get + post, [""]), (post + post, ["abc"]), (get + post + get, [""]),
      (post + get + post, ["abc", ""]), (post + post + get, ["abc"]), (post + "G", ["abc"]),
    ]
    for one in cases {
      let service = TestService()
      try await withServer(service) { server in
        let client = try #require(RawClient(port: server.port))
        await client.send(one.sent)
        let isWholeServed = one.seen.count == one.sent.split(separator: "HTTP/1.1").count - 1
        if isWholeServed {
          #expect(await eventually { service.seen.all.count == one.seen.count })
        } else {
          #expect(await client.readToEnd()?.contains("HTTP/1.1 400 ") == true, "\(one.sent)")
        }
        let other = try #require(RawClient(port: server.port))
        await other.send("GET /other HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(await other.readAnswer().status == 200)
      }
      let bodies = service.seen.all.dropLast().map { String(decoding: $0.body, as: UTF8.self) }
      #expect(bodies == one.seen, "\(one.sent)")
    }
  }

  @Test func bodiesOneAfterTheOtherOnOneConnectionArriveWhole() async throws {
    let service = TestService(onRequest: { .text(String(decoding: $0.body, as: UTF8.self)) })
    try await withServer(service) { server in
      let client = try #require(RawClient(port: server.port))
      for body in ["name=value", "POST", "", "x", "put /", "PUT /x"] {
        let head = "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        await client.send(head + body)
        let answer = await client.readAnswer()
        // A body that begins like its own head is taken for the library's mistake.
        let isLikeHead = !body.isEmpty && ("PUT /".hasPrefix(body) || body.hasPrefix("PUT /"))
        #expect(answer.status == (isLikeHead ? 400 : 200))
        #expect(isLikeHead || answer.body == body)
        if isLikeHead { break }
      }
    }
  }

  @Test func aBodyAtTheLimitArrivesWholeAndOneByteMoreDoesNot() async throws {
    let service = TestService(onRequest: { request in
      let isWhole = request.body.enumerated().allSatisfy {
        $0.element == UInt8(truncatingIfNeeded: $0.offset)
      }
      return .text("\(request.body.count) \(isWhole)")
    })
    try await withServer(service, configure: { $0.limits.bodyBytesMax = 300_000 }) { server in
      let client = try #require(RawClient(port: server.port))
      await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 300000\r\n\r\n")
      await client.send((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
      #expect(await client.readAnswer().body == "300000 true")
      await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 300001\r\n\r\n")
      let refused = await client.readAnswer()
      #expect(refused.status == 413)
      #expect(await client.readToEnd() != nil)
    }
    #expect(service.seen.all.count == 1)
  }

  @Test func aLongAnswerArrivesWhole() async throws {
    let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let service = TestService(onRequest: { _ in HTTPResponse(status: 200, body: body) })
    try await withServer(service) { server in
      let client = try #require(RawClient(port: server.port, receiveBuffer: 65_536))
      await client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      let (bytes, isClosed) = await client.read(seconds: 30)
      #expect(isClosed)
      #expect(bytes.suffix(body.count).elementsEqual(body))
    }
  }

  @Test func anAnswerThatWouldBeginANewLineIsNotSent() async throws {
    let bad = [HTTPHeader("x-a", "1\r\nset-cookie: k=v"), HTTPHeader("x b", "1"), HTTPHeader("", "1")]
    for header in bad {
      let service = TestService(onRequest: { _ in HTTPResponse(status: 200, headers: [header]) })
      try await withServer(service) { server in
        let client = try #require(RawClient(port: server.port))
        await client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        let answer = try #require(await client.readToEnd())
        #expect(answer == "HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n")
      }
    }
  }

  @Test func anExpectedContinueIsGivenBeforeTheBody() async throws {
    try await withServer { server in
      let client = try #require(RawClient(port: server.port))
      await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
      let interim = "HTTP/1.1 100 Continue\r\n\r\n"
      let (bytes, _) = await client.read { $0.count >= interim.utf8.count }
      #expect(String(decoding: bytes, as: UTF8.self) == interim)
      await client.send("ok")
      #expect(await client.readAnswer().body == "POST / 2")
    }
  }
}
