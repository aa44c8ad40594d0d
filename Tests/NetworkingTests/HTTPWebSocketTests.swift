import Networking
import Testing

@Suite struct HTTPWebSocketTests {
  private struct Case {
    let name: String
    let sent: [UInt8]
    /// What comes back: a close code, the echo, or nothing but the end.
    let closeCode: Int?
    let echo: [UInt8]?
  }

  private static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    RawWebSocket.frame(first, payload)
  }

  private static func ones(_ count: Int) -> [UInt8] { [UInt8](repeating: 1, count: count) }

  private static let cases = [
    Case(name: "text", sent: frame(0x81, Array("hello".utf8)), closeCode: nil, echo: Array("hello".utf8)),
    Case(name: "empty text", sent: frame(0x81, []), closeCode: nil, echo: []),
    Case(
      name: "a character over two fragments", sent: frame(0x01, [0xC3]) + frame(0x80, [0xA4]), closeCode: nil,
      echo: [0xC3, 0xA4]),
    Case(
      name: "empty fragments", sent: frame(0x01, []) + frame(0x00, []) + frame(0x80, []), closeCode: nil,
      echo: []),
    Case(name: "binary at the limit", sent: frame(0x82, ones(65_536)), closeCode: nil, echo: ones(65_536)),
    Case(name: "binary over it", sent: frame(0x82, ones(65_537)), closeCode: 1009, echo: nil),
    Case(
      name: "fragments over it", sent: frame(0x02, ones(40_000)) + frame(0x80, ones(40_000)), closeCode: 1009,
      echo: nil),
    Case(
      name: "a declared length of 2^62",
      sent: [0x82, 0xFF, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4] + ones(70_000),
      closeCode: 1009, echo: nil),
    Case(
      name: "a declared length of 2^63",
      sent: [0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4] + ones(1_000),
      closeCode: nil, echo: nil),
    Case(name: "not UTF-8", sent: frame(0x81, [0xFF, 0xFE]), closeCode: 1007, echo: nil),
    Case(
      name: "not UTF-8 over fragments", sent: frame(0x01, [0xC3]) + frame(0x80, [0x41]), closeCode: 1007,
      echo: nil),
    Case(name: "UTF-8 cut off", sent: frame(0x81, [0xC3]), closeCode: 1007, echo: nil),
    Case(name: "a surrogate", sent: frame(0x81, [0xED, 0xA0, 0x80]), closeCode: 1007, echo: nil),
    Case(name: "reserved bits", sent: frame(0xC1, [65]), closeCode: 1002, echo: nil),
    Case(name: "reserved kind", sent: frame(0x83, [65]), closeCode: 1002, echo: nil),
    Case(name: "stray continuation", sent: frame(0x80, [65]), closeCode: 1002, echo: nil),
    Case(
      name: "text within a message", sent: frame(0x01, [65]) + frame(0x81, [66]), closeCode: 1002, echo: nil),
    Case(name: "fragmented ping", sent: frame(0x09, [1]), closeCode: 1002, echo: nil),
    Case(name: "long ping", sent: frame(0x89, ones(126)), closeCode: nil, echo: nil),
    Case(name: "close", sent: frame(0x88, [0x03, 0xE8]), closeCode: 1000, echo: nil),
    Case(name: "close with a code that is none", sent: frame(0x88, [0, 1]), closeCode: 1002, echo: nil),
  ]

  @Test func framesAreTakenOrRefusedAsTheProtocolSays() async throws {
    var failures: [String] = []
    try await withServer { server in
      for one in Self.cases {
        let socket = try #require(await RawWebSocket(port: server.port))
        await socket.client.send(one.sent)
        // A message comes back in one frame or, when long, in several.
        let (bytes, isClosed) = await socket.client.read {
          RawFrame.parse($0).contains { $0.first & 0x80 != 0 }
        }
        let frames = RawFrame.parse(bytes)
        let closeCode = frames.last?.closeCode
        let echo = frames.isEmpty || closeCode != nil ? nil : frames.flatMap(\.payload)
        if closeCode != one.closeCode || echo != one.echo || (frames.isEmpty && !isClosed) {
          failures.append(
            "\(one.name): \(closeCode.map(String.init) ?? "-") \(echo?.count ?? -1) \(isClosed)")
        }
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func aPingIsAnsweredBetweenTheFragmentsOfALongMessage() async throws {
    let service = TestService(onSocket: { socket, _ in
      socket.send(text: String(repeating: "x", count: 1_000_000))
      for await _ in socket.incoming {}
    })
    try await withServer(service) { server in
      let socket = try #require(await RawWebSocket(port: server.port, receiveBuffer: 4_096))
      await socket.client.send(Self.frame(0x89, [7]))
      let frames = await socket.readFrames(32, seconds: 30)
      let parts = frames.filter { $0.first & 0x0F < 3 }
      #expect(parts.reduce(0) { $0 + $1.payload.count } == 1_000_000)
      #expect(parts.first?.first == 0x01 && parts.last?.first == 0x80)
      #expect(frames.contains(RawFrame(first: 0x8A, payload: [7])))
    }
  }

  @Test func theServiceMayRefuseTheHandshakeWithAnAnswerOfItsOwn() async throws {
    let service = TestService(onUpgrade: { request in
      request.header("origin") == nil ? .refuse(.text("no origin", status: 403)) : .accept
    })
    try await withServer(service) { server in
      let client = try #require(RawClient(port: server.port))
      await client.send(RawWebSocket.handshake)
      let text = try #require(await client.readToEnd())
      #expect(text.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
      #expect(text.hasSuffix("no origin"))
    }
  }

  @Test func handshakesAfterOrdinaryRequestsWork() async throws {
    try await withServer { server in
      let client = try #require(RawClient(port: server.port))
      await client.send("GET /page HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(await client.readAnswer().status == 200)
      await client.send(RawWebSocket.handshake)
      #expect(await client.readHead().hasPrefix("HTTP/1.1 101 "))
      await client.send(Self.frame(0x81, [65]))
      let (echo, _) = await client.read { RawFrame.parse($0).count == 1 }
      #expect(RawFrame.parse(echo).map(\.text) == ["A"])
    }
  }

  @Test func theSocketIsClosedWhenTheServiceIsDoneWithIt() async throws {
    let service = TestService(onSocket: { socket, request in
      if request.path == "/socket" { socket.send(text: "bye") }
    })
    try await withServer(service) { server in
      let socket = try #require(await RawWebSocket(port: server.port))
      let frames = await socket.readFrames(2)
      #expect(frames.first?.text == "bye")
      #expect(frames.last?.closeCode == 1000)
    }
  }

  @Test func aCloseOfTheServiceCarriesItsCodeAndReason() async throws {
    let notes = Notes()
    let service = TestService(onSocket: { socket, _ in
      socket.close(code: 4_001, reason: "signed out")
      notes.add("\(socket.send(text: "late")) \(socket.isClosed)")
      for await _ in socket.incoming {}
      notes.add("ended")
    })
    try await withServer(service) { server in
      let socket = try #require(await RawWebSocket(port: server.port))
      let frames = await socket.readFrames(1)
      #expect(frames.first?.closeCode == 4_001)
      #expect(frames.first?.payload.dropFirst(2).elementsEqual("signed out".utf8) == true)
      await socket.client.send(Self.frame(0x88, [0x0F, 0xA1]))
      #expect(await eventually { notes.all == ["false true", "ended"] })
    }
  }

  @Test func whatCameBeforeTheCloseIsStillDelivered() async throws {
    let gate = Gate()
    let notes = Notes()
    let service = TestService(onSocket: { socket, _ in
      await gate.wait()
      for await case .text(let text) in socket.incoming { notes.add(text) }
      notes.add("end")
    })
    try await withServer(service) { server in
      let socket = try #require(await RawWebSocket(port: server.port))
      await socket.client.send(Self.frame(0x81, [65]) + Self.frame(0x81, [66]) + Self.frame(0x88, []))
      #expect(await eventually { server.statistics.connectionsDestroyed == 1 })
      gate.open()
      #expect(await eventually { notes.all == ["A", "B", "end"] })
    }
  }

  @Test func theTaskIsCancelledWhenTheSocketIsGone() async throws {
    let notes = Notes()
    let service = TestService(onSocket: { _, _ in
      await Gate().wait()
      notes.add("cancelled \(Task.isCancelled)")
    })
    try await withServer(service) { server in
      var socket = await RawWebSocket(port: server.port)
      #expect(socket != nil)
      #expect(await eventually { server.statistics.tasksRunning == 1 })
      socket = nil
      #expect(await eventually { notes.all == ["cancelled true"] })
    }
  }

  @Test func aSocketThatAnswersNoPingIsEndedAndOneThatDoesIsNot() async throws {
    try await withServer(configure: { $0.deadlines.ping = .milliseconds(500) }) { server in
      let silent = try #require(await RawWebSocket(port: server.port))
      let answering = try #require(await RawWebSocket(port: server.port))
      async let end = silent.client.read()
      var pings = 0
      // Long enough for four intervals, of which a silent socket survives two.
      while pings < 4 {
        let frames = await answering.readFrames(1)
        guard let ping = frames.first, ping.first == 0x89 else { break }
        pings += 1
        await answering.client.send(Self.frame(0x8A, ping.payload))
      }
      #expect(pings == 4)
      let (bytes, isClosed) = await end
      #expect(isClosed)
      #expect(RawFrame.parse(bytes).map(\.first) == [0x89, 0x89])
      await answering.send(text: "alive")
      let (rest, _) = await answering.client.read { RawFrame.parse($0).contains { $0.text == "alive" } }
      #expect(RawFrame.parse(rest).contains { $0.text == "alive" })
    }
  }
}
