import Networking
import Testing

/// What a peer can make the server spend. Processor time is that of the server's own thread, so that other
/// tests beside these do not count.
@Suite struct HTTPLoadTests {
  /// Processor time of the server's thread over a second in which only the peer's bytes are there.
  private func time(_ server: HTTPServer, milliseconds: Int32 = 1_000) async throws -> Duration {
    let before = server.statistics.threadTime
    await pass(milliseconds: milliseconds)
    // The figure is taken when the thread wakes: a connection wakes it.
    _ = try #require(RawClient(port: server.port))
    await pass(milliseconds: 30)
    return server.statistics.threadTime - before
  }

  @Test func waitingForAnAnswerCostsNothingWhateverThePeerSends() async throws {
    let requests = [
      "GET /slow HTTP/1.1\r\nHost: h\r\n\r\n",
      "POST /slow HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc",
    ]
    for request in requests {
      for peer in ["silent", "bytes", "half-closed"] {
        try await wait(request: request, peer: peer)
      }
    }
    let first = "GET /first HTTP/1.1\r\nHost: h\r\n\r\n"
    try await wait(
      request: first + requests[0] + "GET /next HTTP/1.1\r\nHost: h\r\n\r\n", peer: "in one piece")
  }

  private func wait(request: String, peer: String) async throws {
    let gate = Gate()
    let service = TestService(onRequest: { request in
      if request.path == "/slow" { await gate.wait() }
      return .text(request.path)
    })
    try await withServer(service) { server in
      let client = try #require(RawClient(port: server.port))
      await client.send(request)
      // The service has it: whatever comes now comes while the answer is awaited.
      #expect(await eventually { service.seen.all.contains { $0.path == "/slow" } })
      if peer == "bytes" { await client.send("GET /next HTTP/1.1\r\nHost: h\r\n\r\n") }
      if peer == "half-closed" { client.finishSending() }
      #expect(try await time(server, milliseconds: 800) < idleBound(of: 800), "\(peer) \(request)")
      gate.open()
      if peer == "half-closed", request.hasPrefix("POST") {
        // Behind a body the library takes the end of what the peer sends for the end of the peer.
        #expect(await client.readToEnd() == "")
        return
      }
      let last = peer == "bytes" || peer == "in one piece" ? "/next" : "/slow"
      let (bytes, _) = await client.read { String(decoding: $0, as: UTF8.self).hasSuffix(last) }
      let bodies = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n\r\n").dropFirst()
      #expect(
        bodies.contains { $0.hasPrefix("/slow") } && bodies.last?.hasSuffix(last) == true,
        "\(peer) \(request)"
      )
    }
  }

  @Test func anAnswerThatWaitsForItsReaderCostsNothingWhateverThePeerSends() async throws {
    let body = [UInt8](repeating: 1, count: 8_000_000)
    let service = TestService(onRequest: { request in
      request.path == "/big" ? HTTPResponse(status: 200, body: body) : .text(request.path)
    })
    for peer in ["silent", "bytes", "pipelined", "half-closed"] {
      try await withServer(service) { server in
        let client = try #require(RawClient(port: server.port, receiveBuffer: 16_384))
        let next = "GET /next HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
        await client.send("GET /big HTTP/1.1\r\nHost: h\r\n\r\n" + (peer == "pipelined" ? next : ""))
        if peer == "bytes" { await client.send(next) }
        if peer == "half-closed" { client.finishSending() }
        // Until the socket is full.
        await pass(milliseconds: 200)
        #expect(try await time(server, milliseconds: 800) < idleBound(of: 800), "\(peer)")
        client.enlargeReceiveBuffer()
        let hasNext = peer == "bytes" || peer == "pipelined"
        let (bytes, _) = await client.read(seconds: 30) { bytes in
          bytes.count > body.count + (hasNext ? 100 : 0)
        }
        #expect(bytes.count > body.count, "\(peer)")
        if hasNext { #expect(bytes.suffix(5).elementsEqual("/next".utf8), "\(peer)") }
      }
    }
  }

  @Test func requestsBeyondTheCapAreToldToComeLater() async throws {
    let gate = Gate()
    let service = TestService(onRequest: { _ in
      await gate.wait()
      return .text("x")
    })
    try await withServer(service, configure: { $0.limits.requestsMax = 3 }) { server in
      var clients: [RawClient] = []
      for _ in 0..<3 {
        let client = try #require(RawClient(port: server.port))
        await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        clients.append(client)
      }
      #expect(await eventually { server.statistics.requestsInFlight == 3 })
      let fourth = try #require(RawClient(port: server.port))
      await fourth.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(await fourth.readToEnd()?.hasPrefix("HTTP/1.1 503 ") == true)
      gate.open()
      for client in clients { #expect(await client.readAnswer().status == 200) }
      #expect(await eventually { server.statistics.requestsInFlight == 0 })
    }
  }

  @Test func atTheCapOfConnectionsTheLongestIdleOneGoes() async throws {
    try await withServer(configure: { $0.limits.connectionsMax = 4 }) { server in
      var clients: [RawClient] = []
      for _ in 0..<4 {
        let client = try #require(RawClient(port: server.port))
        await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(await client.readAnswer().status == 200)
        clients.append(client)
      }
      // The first is used again, so that the second is idle the longest.
      await clients[0].send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(await clients[0].readAnswer().status == 200)
      let fifth = try #require(RawClient(port: server.port))
      await fifth.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(await fifth.readAnswer().status == 200)
      #expect(await clients[1].readToEnd() == "")
      await clients[0].send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(await clients[0].readAnswer().status == 200)
    }
  }

  @Test func connectionsOfOneAddressAreCappedAndTheOldestWithoutAHeadGoes() async throws {
    try await withServer(configure: { $0.limits.connectionsPerAddressMax = 2 }) { server in
      let first = try #require(RawClient(port: server.port))
      await first.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(await first.readAnswer().status == 200)
      let second = try #require(RawClient(port: server.port))
      let third = try #require(RawClient(port: server.port))
      #expect(await second.readToEnd() == "")
      await third.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(await third.readAnswer().status == 200)
      await first.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(await first.readAnswer().status == 200)
    }
  }

  @Test func connectionsWithoutAHeadNeverKeepAPageAway() async throws {
    try await withServer { server in
      let page = try #require(await RawWebSocket(port: server.port))
      var silent: [RawClient] = []
      for number in 0..<300 {
        let client = try #require(RawClient(port: server.port))
        if number.isMultiple(of: 2) { _ = client.sendNow(Array("GET / HTTP/1.1\r\nHost: a".utf8)) }
        silent.append(client)
      }
      var slowest = Duration.zero
      for _ in 0..<20 {
        let start = ContinuousClock.now
        let client = try #require(RawClient(port: server.port))
        await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(await client.readAnswer(seconds: 5).status == 200)
        slowest = max(slowest, start.duration(to: .now))
      }
      #expect(slowest < .seconds(2))
      #expect(server.statistics.connectionsDisplaced >= 300 + 1 - 256)
      await page.send(text: "still here")
      #expect(await page.readFrames(1).map(\.text) == ["still here"])
      print("FIGURE page beside 300 silent connections: slowest of 20 answers \(slowest)")
      withExtendedLifetime(silent) {}
    }
  }

  @Test func fiveHundredIdleWebSocketsCostNothingAndAllGoAtTheStop() async throws {
    let count = 500
    var configuration = HTTPServerConfiguration()
    configuration.limits.connectionsMax = count + 10
    configuration.limits.connectionsPerAddressMax = count + 10
    configuration.deadlines.stop = .milliseconds(500)
    let server = try await HTTPServer(configuration: configuration, service: TestService())
    var sockets: [RawWebSocket] = []
    for _ in 0..<count { sockets.append(try #require(await RawWebSocket(port: server.port))) }
    #expect(await eventually { server.statistics.tasksRunning == count })
    #expect(try await time(server) < idleBound(of: 1_000))
    await sockets[count / 2].send(text: "still here")
    #expect(await sockets[count / 2].readFrames(1).map(\.text) == ["still here"])
    await server.stop()
    let end = server.statistics
    #expect(end.connectionsCreated >= count)
    #expect(end.connectionsCreated == end.connectionsDestroyed)
    #expect(end.tasksRunning == 0)
    #expect(await sockets[0].readFrames(1).first?.closeCode == 1001)
  }

  @Test func randomBytesNeverStopTheServer() async throws {
    var random = Splitmix(state: 0x7465_726E)
    let starts = [
      "", "GET / HTTP/1.1\r\n", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 64\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\n\r\n", RawWebSocket.handshake,
      "GET / HTTP/1.1\r\nHost: h\r\n\r\nPOST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\n\r\n" + RawWebSocket.handshake, "GET /?", "GET /%", "HEAD / HTTP/1.1\r\n",
    ].map { Array($0.utf8) }
    try await withServer(configure: { $0.deadlines.head = .milliseconds(500) }) { server in
      for round in 0..<400 {
        let client = try #require(RawClient(port: server.port))
        var bytes = starts[Int(random.next() % UInt64(starts.count))]
        let length = Int(random.next() % 400)
        let isText = random.next() % 2 == 0
        bytes += (0..<length).map { _ in
          isText
            ? Self.text[Int(random.next() % UInt64(Self.text.count))]
            : UInt8(truncatingIfNeeded: random.next())
        }
        await client.send(bytes)
        if round % 4 == 0 { _ = await client.read(seconds: 0.02) }
        if round % 50 == 49 {
          let sane = try #require(RawClient(port: server.port))
          await sane.send("GET /sane HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
          #expect(await sane.readToEnd()?.contains("GET /sane") == true, "round \(round)")
        }
      }
      #expect(
        await eventually { server.statistics.connectionsCreated == server.statistics.connectionsDestroyed })
    }
  }

  private static let text = Array("GET /: \r\n\r\n%2e?&=;,abcHost:Content-Length:0123456789\t\"\u{1}".utf8)

  private struct Splitmix {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }
}
