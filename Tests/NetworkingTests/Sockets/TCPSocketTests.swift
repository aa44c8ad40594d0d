import Glibc
import Locks
import Testing

@testable import Networking

@Suite(.timeLimit(.minutes(Patience.factor))) struct TCPSocketTests {
  @Test(arguments: [IPAddress.loopback4, .loopback6])
  func bytesGoBothWaysAndTheEndFollows(host: IPAddress) async throws {
    let pair = try await TCPPair(host: host)
    pair.sockets.send([1, 2, 3], on: pair.client)
    #expect(try await pair.read(3, at: .server) == [1, 2, 3])
    pair.sockets.send([4, 5], on: pair.server)
    #expect(try await pair.read(2, at: .client) == [4, 5])
    pair.sockets.close(pair.client)
    #expect(await pair.next(at: .server) == .endOfInput(pair.server))
    await pair.sockets.stop()
  }

  @Test func aSlowReaderFillsTheWriteQueueAndLosesNothing() async throws {
    let pair = try await TCPPair(inboxBytes: 1 << 16)
    let block = [UInt8](repeating: 9, count: 1 << 18)
    var sentBytes = 0
    // Queue of 4 MiB, kernel buffers and a full inbox: without limits this loop would not end.
    while pair.sockets.send(block, on: pair.client) == .queued {
      sentBytes += block.count
      try #require(sentBytes < 1 << 30)
      await Task.yield()
    }
    #expect(pair.sockets.send(block, on: pair.client) == .full)
    #expect(try await pair.read(sentBytes, at: .server).count == sentBytes)
    await pair.sockets.waitForRoom(on: pair.client)
    #expect(pair.sockets.send([1], on: pair.client) == .queued)
    await pair.sockets.stop()
  }

  @Test func closingAfterWritingDeliversWhatWasSent() async throws {
    let pair = try await TCPPair(inboxBytes: 1 << 16)
    let block = [UInt8](repeating: 9, count: 3 << 20)
    #expect(pair.sockets.send(block, on: pair.client) == .queued)
    pair.sockets.close(pair.client, afterWriting: true)
    #expect(try await pair.read(block.count, at: .server) == block)
    #expect(await pair.next(at: .server) == .endOfInput(pair.server))
    await pair.sockets.stop()
  }

  @Test func aRefusedConnectEndsWithTheSystemsCode() async throws {
    let ended = try SocketLoop()
    let gone = try ended.listenTCP(on: SocketAddress(.loopback4, port: 0), inbox: ended.makeInbox())
    await ended.stop()
    let sockets = try SocketLoop()
    let inbox = sockets.makeInbox()
    let id = sockets.connectTCP(to: gone.address, inbox: inbox)
    var iterator = inbox.makeAsyncIterator()
    #expect(await iterator.next() == .ended(id, code: ECONNREFUSED))
    #expect(sockets.send([1], on: id) == .closed)
    await sockets.stop()
  }

  @Test func aPortInUseIsSaid() throws {
    let sockets = try SocketLoop()
    let inbox = sockets.makeInbox()
    let bound = try sockets.listenTCP(on: SocketAddress(.loopback4, port: 0), inbox: inbox)
    #expect(throws: NetworkingError.system(call: "bind", code: EADDRINUSE)) {
      try sockets.listenTCP(on: bound.address, inbox: inbox)
    }
  }

  @Test func everyDescriptorIsNonblockingAndCloseOnExec() async throws {
    let pair = try await TCPPair()
    var seen = 0
    for number: Int32 in 3..<1024 {
      let borrowed = try? portOf(number)
      guard borrowed == pair.port else { continue }
      seen += 1
      #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
      #expect(fcntl(number, F_GETFL) & O_NONBLOCK != 0)
    }
    #expect(seen == 2, "the listener and the accepted connection")
    await pair.sockets.stop()
  }

  @Test func afterStopEverythingIsRefused() async throws {
    let pair = try await TCPPair()
    await pair.sockets.stop()
    await pair.sockets.stop()
    #expect(pair.sockets.send([1], on: pair.client) == .closed)
    #expect(throws: NetworkingError.stopped) {
      try pair.sockets.listenTCP(on: SocketAddress(.loopback4, port: 0), inbox: pair.clientInbox)
    }
  }

  @Test func acceptingPausesWhenDescriptorsRunOutAndGoesOn() async throws {
    let failures = Mutex(0)
    let sockets = try SocketLoop(acceptCall: { descriptor, address, length, _ in
      let fails = failures.withLock { count in
        count += 1
        return count <= 3
      }
      if fails {
        errno = EMFILE
        return -1
      }
      let accepted = accept(descriptor, address, length)
      _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
      return accepted
    })
    let inbox = sockets.makeInbox()
    let bound = try sockets.listenTCP(on: SocketAddress(.loopback4, port: 0), inbox: inbox)
    let began = ContinuousClock().now
    _ = sockets.connectTCP(to: bound.address, inbox: sockets.makeInbox())
    var iterator = inbox.makeAsyncIterator()
    guard case .accepted = await iterator.next() else {
      Issue.record("not accepted")
      return
    }
    #expect(ContinuousClock().now - began >= .milliseconds(300))
    #expect(failures.withLock { $0 } <= 5, "a listener that spins would have called more often")
    await sockets.stop()
  }

  @Test func aPeerThatResetsWhileReadingIsPausedEndsTheStreamLater() async throws {
    let pair = try await TCPPair()
    pair.sockets.setReading(false, on: pair.server)
    pair.sockets.send([1, 2], on: pair.client)
    pair.sockets.close(pair.client, afterWriting: true)
    pair.sockets.setReading(true, on: pair.server)
    #expect(try await pair.read(2, at: .server) == [1, 2])
    #expect(await pair.next(at: .server) == .endOfInput(pair.server))
    await pair.sockets.stop()
  }
}

private func portOf(_ descriptor: Int32) throws -> UInt16 {
  var storage = sockaddr_storage()
  var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
  let result = withUnsafeMutablePointer(to: &storage) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
  }
  guard result == 0, let address = SocketAddress(storage, length: length) else {
    throw NetworkingError.closed
  }
  return address.port
}
