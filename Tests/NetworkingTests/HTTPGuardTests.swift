import Networking
import Testing

/// What must never reach a service. Every case is sent byte for byte over a socket of its own.
@Suite struct HTTPGuardTests {
  private struct Case {
    let name: String
    let request: String
    /// The status; 0 for an end without an answer, 403 where the library answers by itself.
    let status: Int
  }

  private static func get(_ lines: String, target: String = "/", version: String = "HTTP/1.1") -> String {
    "GET \(target) \(version)\r\n\(lines)\r\n"
  }

  private static func post(_ lines: String, body: String = "") -> String {
    "POST / HTTP/1.1\r\nHost: h\r\n\(lines)\r\n\(body)"
  }

  private static let hostCases = [
    Case(name: "no host", request: get(""), status: 400),
    Case(name: "two hosts", request: get("Host: a\r\nHost: b\r\n"), status: 400),
    Case(name: "one host twice", request: get("Host: a\r\nHost: a\r\n"), status: 400),
    Case(name: "empty host", request: get("Host:\r\n"), status: 400),
    Case(name: "empty host first", request: get("Host: \r\nHost: b\r\n"), status: 400),
    Case(name: "empty host last", request: get("Host: b\r\nHost: \r\n"), status: 400),
    Case(name: "blank before the colon", request: get("Host : b\r\n"), status: 400),
    Case(name: "host of a folded line", request: get(" Host: b\r\n"), status: 400),
    Case(name: "zero in host", request: get("Host: b\0c\r\n"), status: 400),
  ]

  private static let lengthCases = [
    Case(name: "chunked", request: post("Transfer-Encoding: chunked\r\n", body: "0\r\n\r\n"), status: 411),
    Case(
      name: "chunked GET", request: get("Host: h\r\nTransfer-Encoding: chunked\r\n") + "0\r\n\r\n",
      status: 411),
    Case(
      name: "both lengths", request: post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", body: "abc"),
      status: 400),
    Case(
      name: "empty encoding", request: post("Content-Length: 0\r\nTransfer-Encoding:\r\n"), status: 400),
    Case(name: "no length", request: post(""), status: 411),
    Case(name: "negative", request: post("Content-Length: -1\r\n"), status: 400),
    Case(name: "plus", request: post("Content-Length: +5\r\n", body: "hello"), status: 400),
    Case(name: "hexadecimal", request: post("Content-Length: 0x5\r\n", body: "hello"), status: 400),
    Case(name: "list", request: post("Content-Length: 5, 5\r\n", body: "hello"), status: 400),
    Case(name: "two lengths", request: post("Content-Length: 5\r\nContent-Length: 6\r\n"), status: 400),
    Case(name: "one length twice", request: post("Content-Length: 5\r\nContent-Length: 5\r\n"), status: 400),
    Case(name: "empty length", request: post("Content-Length:\r\n"), status: 400),
    Case(name: "blank before the colon", request: post("Content-Length : 5\r\n", body: "hello"), status: 400),
    Case(name: "beyond counting", request: post("Content-Length: 99999999999999999999999\r\n"), status: 400),
    Case(name: "over the limit", request: post("Content-Length: 1048577\r\n"), status: 413),
    Case(name: "GET with a body", request: get("Host: h\r\nContent-Length: 5\r\n") + "hello", status: 400),
    Case(name: "another expectation", request: post("Content-Length: 1\r\nExpect: tea\r\n"), status: 417),
  ]

  private static let lineCases = [
    Case(name: "1.2", request: get("Host: h\r\n", version: "HTTP/1.2"), status: 505),
    Case(name: "2.0", request: get("Host: h\r\n", version: "HTTP/2.0"), status: 505),
    Case(name: "junk behind", request: get("Host: h\r\n", version: "HTTP/1.1 x"), status: 505),
    Case(name: "0.9", request: "GET /x\r\n\r\n", status: 505),
    Case(name: "absolute", request: get("Host: h\r\n", target: "http://evil/x"), status: 403),
    Case(name: "not UTF-8", request: get("Host: h\r\n", target: "/a%ff%fe"), status: 400),
    Case(name: "query not UTF-8", request: get("Host: h\r\n", target: "/a?x=%ff"), status: 400),
    Case(name: "control character", request: get("Host: h\r\n", target: "/a%01"), status: 400),
    Case(name: "zero", request: get("Host: h\r\n", target: "/a%00b"), status: 0),
    Case(name: "bad escape", request: get("Host: h\r\n", target: "/a%zzb"), status: 403),
    Case(name: "unknown method", request: "BREW / HTTP/1.1\r\nHost: h\r\n\r\n", status: 403),
    Case(name: "trace", request: "TRACE / HTTP/1.1\r\nHost: h\r\n\r\n", status: 403),
    Case(name: "two methods", request: get("Host: h\r\nPOST /evil HTTP/1.1\r\n"), status: 0),
    Case(name: "control in a header", request: get("Host: h\r\nAccept: \u{1}\r\n"), status: 400),
    Case(name: "HTTP/2 preface", request: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", status: 403),
    Case(name: "a TLS greeting", request: "\u{16}\u{3}\u{1}\u{2}\0\u{1}", status: 403),
    Case(
      name: "long known header",
      request: get("Host: h\r\nAccept: \(String(repeating: "x", count: 20_000))\r\n"),
      status: 431),
    Case(
      name: "long path", request: get("Host: h\r\n", target: "/" + String(repeating: "x", count: 20_000)),
      status: 431),
    Case(
      name: "far too long", request: get("Host: h\r\nAccept: \(String(repeating: "x", count: 60_000))\r\n"),
      status: 0),
    Case(
      name: "many cookies", request: get("Host: h\r\n" + String(repeating: "Cookie: a=1\r\n", count: 500)),
      status: 0),
  ]

  /// A link may hold escaped line breaks; none of them may become a header or a line of its own.
  private static let injectionCases = [
    "/a%0d%0aOrigin:%20http://good", "/a%0aOrigin:good", "/a%0d", "/a?x=%0d%0aOrigin:good%0d%0aX:",
    "/a%20HTTP/1.1%0d%0aOrigin:%20good%0d%0aX:y", "/a?x=%20HTTP/1.1%0d%0aOrigin:good",
  ].map { Case(name: $0, request: get("Host: h\r\n", target: $0), status: 505) }

  private static let upgradeCases = [
    Case(
      name: "h2c",
      request: get(
        "Host: h\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"),
      status: 0),
    Case(
      name: "another protocol", request: get("Host: h\r\nConnection: Upgrade\r\nUpgrade: tea\r\n"),
      status: 403),
    Case(name: "version 7", request: handshake(replacing: "Version: 13", by: "Version: 7"), status: 426),
    Case(
      name: "two versions",
      request: handshake(replacing: "Version: 13", by: "Version: 13\r\nSec-WebSocket-Version: 8"),
      status: 426),
    Case(
      name: "short key", request: handshake(replacing: "dGhlIHNhbXBsZSBub25jZQ==", by: "dGhl"), status: 400),
    Case(
      name: "no key",
      request: handshake(replacing: "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", by: ""),
      status: 400),
    Case(name: "no host", request: handshake(replacing: "Host: x\r\n", by: ""), status: 400),
    Case(name: "no connection", request: handshake(replacing: "Connection: Upgrade\r\n", by: ""), status: 0),
    Case(name: "POST", request: handshake(replacing: "GET", by: "POST"), status: 400),
    Case(
      name: "a body", request: handshake(replacing: "Host: x\r\n", by: "Host: x\r\nContent-Length: 3\r\n"),
      status: 400),
    Case(
      name: "subprotocol",
      request: handshake(replacing: "Host: x\r\n", by: "Host: x\r\nSec-WebSocket-Protocol: chat\r\n"),
      status: 400),
  ]

  private static func handshake(replacing old: String, by new: String) -> String {
    RawWebSocket.handshake.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
      .joined(separator: new)
  }

  @Test func whatHasTwoReadingsIsRefusedAndTheConnectionEnds() async throws {
    let service = TestService(onUpgrade: { _ in .accept })
    let marks = [HTTPHeader("x-mark", "1")]
    var failures: [String] = []
    let cases =
      Self.hostCases + Self.lengthCases + Self.lineCases + Self.injectionCases + Self.upgradeCases
    try await withServer(service, configure: { $0.errorHeaders = marks }) { server in
      for one in cases {
        let client = try #require(RawClient(port: server.port))
        await client.send(one.request)
        let text = await client.readToEnd(seconds: 30)
        let status = text.map { RawAnswer(Array($0.utf8), isClosed: true).status }
        if status != one.status { failures.append("\(one.name): \(status.map(String.init) ?? "still open")") }
        if one.status != 0, text?.contains("\r\nx-mark: 1\r\n") != true {
          failures.append("\(one.name): no mark")
        }
      }
    }
    #expect(failures.isEmpty, "\(failures)")
    #expect(service.seen.all.isEmpty, "\(service.seen.all.map(\.path))")
    #expect(cases.count > 60)
  }

  @Test func anUpgradeToSomethingElseOnAKeptConnectionEndsIt() async throws {
    try await withServer { server in
      for other in ["h2c", "tea", "websocke", "websocket2"] {
        let client = try #require(RawClient(port: server.port))
        await client.send("GET /first HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(await client.readAnswer().status == 200)
        await client.send("GET /s HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: \(other)\r\n\r\n")
        let rest = await client.readToEnd()
        #expect(rest != nil && rest?.contains(" 101 ") == false && rest?.contains(" 200 ") == false)
      }
    }
  }

  @Test func dotSegmentsNeverLeaveTheRoot() async throws {
    let service = TestService()
    try await withServer(service) { server in
      for target in ["/a/../../b", "/../b", "/a%2F..%2f..%2fb", "/%2e%2e/%2e%2e/b", "//a//../..//b"] {
        let client = try #require(RawClient(port: server.port))
        await client.send(Self.get("Host: h\r\nConnection: close\r\n", target: target))
        _ = await client.readToEnd()
      }
    }
    #expect(
      service.seen.all.allSatisfy { $0.path.hasPrefix("/") && !$0.path.split(separator: "/").contains("..") })
  }

  @Test func aLongUnknownHeaderEndsWithTheDeadlineAtTheLatest() async throws {
    let service = TestService()
    try await withServer(service, configure: { $0.deadlines.head = .milliseconds(300) }) { server in
      let client = try #require(RawClient(port: server.port))
      await client.send(Self.get("Host: h\r\nX-A: \(String(repeating: "x", count: 20_000))\r\n"))
      #expect(await client.readToEnd() != nil)
    }
    #expect(service.seen.all.isEmpty)
  }
}
