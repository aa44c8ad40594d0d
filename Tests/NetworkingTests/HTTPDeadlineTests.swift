import Networking
import Testing

@Suite struct HTTPDeadlineTests {
  @Test func aSilentConnectionAndADrippedHeadAreEnded() async throws {
    try await withServer(configure: { $0.deadlines.head = .milliseconds(250) }) { server in
      let silent = try #require(RawClient(port: server.port))
      let dripping = try #require(RawClient(port: server.port))
      var isOpen = true
      for byte in "GET / HTTP/1.1\r\nHost: a-long-name-that-takes-its-time\r\n".utf8 where isOpen {
        isOpen = dripping.sendNow([byte]) == 1
        await pass(milliseconds: 30)
      }
      #expect(await dripping.readToEnd() == "")
      #expect(await silent.readToEnd() == "")
    }
  }

  @Test func aKeptConnectionIsEndedWhenItStaysIdle() async throws {
    try await withServer(configure: { $0.deadlines.keepAlive = .milliseconds(200) }) { server in
      let client = try #require(RawClient(port: server.port))
      await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(await client.readAnswer().status == 200)
      #expect(await client.readToEnd() == "")
    }
  }

  @Test func aDrippedBodyIsEndedAtItsTotalDeadline() async throws {
    let service = TestService()
    try await withServer(service, configure: { $0.deadlines.body = .milliseconds(300) }) { server in
      let client = try #require(RawClient(port: server.port))
      await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n")
      async let text = client.readToEnd()
      var sent = 0
      while sent < 900, server.statistics.connectionsDestroyed == 0, client.sendNow([1]) == 1 {
        sent += 1
        await pass(milliseconds: 20)
      }
      #expect(await text?.hasPrefix("HTTP/1.1 408 ") == true)
    }
    #expect(service.seen.all.isEmpty)
  }

  @Test func aServiceThatTakesTooLongIsCancelledAndThePeerTold() async throws {
    let notes = Notes()
    let service = TestService(onRequest: { _ in
      await Gate().wait()
      notes.add(Task.isCancelled ? "cancelled" : "ended")
      return .text("late")
    })
    try await withServer(service, configure: { $0.deadlines.reply = .milliseconds(150) }) { server in
      let client = try #require(RawClient(port: server.port))
      await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      let text = await client.readToEnd()
      #expect(text?.hasPrefix("HTTP/1.1 504 ") == true)
      #expect(text?.contains("late") == false)
      #expect(await eventually { notes.all == ["cancelled"] && server.statistics.tasksRunning == 0 })
    }
  }

  @Test func anAnswerNobodyReadsEndsTheConnection() async throws {
    let service = TestService(onRequest: { _ in
      HTTPResponse(status: 200, body: [UInt8](repeating: 1, count: 20_000_000))
    })
    try await withServer(service, configure: { $0.deadlines.send = .milliseconds(300) }) { server in
      let client = try #require(RawClient(port: server.port, receiveBuffer: 4_096))
      await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(await eventually { server.statistics.connectionsDestroyed == 1 })
      #expect(server.statistics.requestsInFlight == 0)
    }
  }
}
