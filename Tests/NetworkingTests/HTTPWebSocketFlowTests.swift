import Locks
import Testing

@testable import Networking

/// Both directions when one end is slower than the other.
@Suite struct HTTPWebSocketFlowTests {
  @Test func readingPausesWhileTheServiceIsBusyAndNothingIsLost() async throws {
    let gate = Gate()
    let notes = Notes()
    let highWater = Mutex(0)
    let service = TestService(onSocket: { socket, _ in
      await gate.wait()
      var count = 0
      for await _ in socket.incoming {
        count += 1
        highWater.withLock { $0 = max($0, socket.inbox.highWater) }
      }
      notes.add("\(count)")
    })
    try await withServer(service, configure: { $0.limits.incomingMessagesMax = 8 }) { server in
      let socket = try #require(await RawWebSocket(port: server.port))
      let message = RawWebSocket.frame(0x81, Array(repeating: 65, count: 1_000))
      // Until the kernel's buffers are full: the service has taken nothing yet.
      var sent = 0
      var rest: ArraySlice<UInt8> = []
      var isFull = false
      while !isFull, sent < 60_000 {
        rest = message[...]
        while !rest.isEmpty {
          let count = socket.client.sendNow(Array(rest))
          if count > 0 {
            rest = rest.dropFirst(count)
            continue
          }
          // Full once may only mean that the server is just about to read.
          await pass(milliseconds: 100)
          let again = socket.client.sendNow(Array(rest))
          guard again > 0 else {
            isFull = true
            break
          }
          rest = rest.dropFirst(again)
        }
        sent += 1
      }
      #expect(isFull, "back-pressure reached the peer")
      gate.open()
      await socket.client.send(Array(rest))
      await socket.client.send(RawWebSocket.frame(0x88, []))
      #expect(await eventually(seconds: 30) { notes.all == ["\(sent)"] })
      // One piece of what the kernel gave may hold some more small messages than the pause asks for.
      #expect(highWater.withLock { $0 } <= 16, "\(highWater.withLock { $0 })")
    }
  }

  @Test func aPausedSocketCostsNothingAndStillSends() async throws {
    let gate = Gate()
    let service = TestService(onSocket: { socket, _ in
      while !socket.inbox.isPaused { await Task.yield() }
      for _ in 0..<5 { socket.send(text: "tick") }
      await gate.wait()
      for await _ in socket.incoming {}
    })
    for peer in ["more", "half-closed"] {
      try await withServer(service) { server in
        let socket = try #require(await RawWebSocket(port: server.port))
        await socket.client.send((0..<5_000).flatMap { _ in RawWebSocket.frame(0x81, [65]) })
        if peer == "half-closed" { socket.client.finishSending() }
        #expect(await socket.readFrames(5).map(\.text) == Array(repeating: "tick", count: 5))
        let before = server.statistics.threadTime
        await pass(milliseconds: 500)
        _ = try #require(RawClient(port: server.port))
        await pass(milliseconds: 30)
        #expect(server.statistics.threadTime - before < idleBound(of: 500), "\(peer)")
        gate.open()
      }
    }
  }

  @Test func aPeerThatDoesNotReadIsEndedAndNobodyWaitsForIt() async throws {
    let notes = Notes()
    let service = TestService(onSocket: { socket, request in
      let message = String(repeating: "x", count: 10_000)
      var sent = 0
      // The other socket reads; this one is sent to until it is ended.
      if request.header("origin") == "slow" {
        while socket.send(text: message), sent < 10_000 { sent += 1 }
        notes.add("ended \(sent < 10_000) \(socket.outgoingBytes)")
      } else {
        for await case .text(let text) in socket.incoming { socket.send(text: text) }
      }
    })
    try await withServer(service, configure: { $0.limits.outgoingBytesMax = 200_000 }) { server in
      let good = try #require(await RawWebSocket(port: server.port))
      let slow = try #require(RawClient(port: server.port, receiveBuffer: 4_096))
      await slow.send(RawWebSocket.handshake.replacing("Host: x\r\n", with: "Host: x\r\nOrigin: slow\r\n"))
      #expect(await eventually { notes.all == ["ended true 0"] })
      await good.send(text: "still here")
      #expect(await good.readFrames(1).map(\.text) == ["still here"])
      #expect(await eventually { server.statistics.connectionsDestroyed == 1 })
    }
  }

  @Test func thousandsOfMessagesComeInOrderBothWays() async throws {
    try await withServer(configure: { $0.limits.outgoingBytesMax = 8_000_000 }) { server in
      let socket = try #require(await RawWebSocket(port: server.port))
      let count = 5_000
      async let frames = socket.readFrames(count, seconds: 30)
      await socket.client.send((0..<count).flatMap { RawWebSocket.frame(0x81, Array("\($0)".utf8)) })
      #expect(await frames.map(\.text) == (0..<count).map(String.init))
    }
  }
}
