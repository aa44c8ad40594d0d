import Testing

@testable import Networking

/// The parts that need no socket.
@Suite struct HTTPUnitTests {
  private func head(_ headers: [(String, String)], method: String? = "GET", path: String = "/") -> HTTPHead {
    var head = HTTPHead()
    head.method = method
    head.version = Array("HTTP/1.1".utf8)
    head.path = Array(path.utf8)
    head.headers = headers.map { (name: $0.0, value: Array($0.1.utf8)) }
    return head
  }

  private func status(_ head: HTTPHead) -> Int? {
    do throws(HTTPRefusal) {
      _ = try HTTPHeadRules.check(head, limits: .init())
      return nil
    } catch {
      return error.status
    }
  }

  @Test func aHeadWithoutOneMethodIsRefused() {
    #expect(status(head([("host", "h")])) == nil)
    #expect(status(head([("host", "h")], method: nil)) == 400)
    #expect(status(head([("host", "h")], method: "CONNECT")) == 405)
  }

  @Test func aMalformedHeadIsRefused() {
    var malformed = head([("host", "h")])
    malformed.isMalformed = true
    #expect(status(malformed) == 400)
  }

  @Test func thePathStartsWithASlash() {
    #expect(status(head([("host", "h")], path: "x")) == 400)
    #expect(status(head([("host", "h")], path: "")) == 400)
  }

  @Test func theHeadLimitCountsNamesValuesAndPath() {
    var limits = HTTPServerConfiguration.Limits()
    limits.headBytesMax = 1_024
    let fits = head([("host", "h")], path: "/" + String(repeating: "x", count: 1_014))
    #expect(fits.byteCount == 1_024)
    #expect(throws: Never.self) { try HTTPHeadRules.check(fits, limits: limits) }
    let over = head([("host", "h")], path: "/" + String(repeating: "x", count: 1_015))
    #expect(throws: HTTPRefusal(status: 431)) { try HTTPHeadRules.check(over, limits: limits) }
  }

  @Test func longMessagesAreCutIntoFrames() {
    for length in [0, 1, 125, 126, 32_768, 32_769, 100_000] {
      let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
      let frames = WebSocketFrame.frames(.binary, payload)
      let read = RawFrame.parse(frames.flatMap { $0 })
      #expect(read.count == max(1, (length + 32_767) / 32_768))
      #expect(read.flatMap(\.payload) == payload)
      #expect(read.first.map { $0.first & 0x0F } == 2)
      #expect(read.last.map { $0.first & 0x80 } == 0x80)
      #expect(read.dropFirst().allSatisfy { $0.first & 0x0F == 0 })
    }
  }

  @Test func theOutboxTellsTheThreadOnceAndEndsWhenItIsFull() {
    var outbox = WebSocketOutbox()
    #expect(outbox.add(.text, [1], bytesMax: 100) == .queuedFirst)
    #expect(outbox.add(.text, [2], bytesMax: 100) == .queued)
    #expect(outbox.byteCount == 6)
    #expect(outbox.add(.text, [UInt8](repeating: 0, count: 95), bytesMax: 100) == .overflowed)
    #expect(outbox.byteCount == 0)
    #expect(outbox.add(.text, [3], bytesMax: 100) == .refused)
  }

  @Test func theOutboxGivesWholeFramesAndForgetsThem() {
    var outbox = WebSocketOutbox()
    let target = UnsafeMutableRawBufferPointer.allocate(byteCount: 10, alignment: 1)
    defer { target.deallocate() }
    for round in 0..<1_000 { _ = outbox.add(.binary, [UInt8(round & 255), 0], bytesMax: 1_000_000) }
    var taken = 0
    while case .send = outbox.nextDuty() {
      let count = outbox.takeFrames(into: target)
      #expect(count == 8)
      #expect(target[2] == UInt8(taken & 255))
      taken += 2
    }
    #expect(taken == 1_000)
    #expect(outbox.byteCount == 0)
    #expect(outbox.add(.text, [1], bytesMax: 100) == .queuedFirst)
  }

  @Test func theInboxAsksForAPauseAndForMoreWhenHalfIsTaken() async {
    let notes = Notes()
    let inbox = WebSocketInbox(messagesMax: 4) { notes.add("resume") }
    let puts = (0..<4).map { inbox.put(.text("\($0)")) }
    #expect(puts == [true, true, true, false])
    #expect(await inbox.next() == .text("0"))
    #expect(notes.all.isEmpty)
    #expect(await inbox.next() == .text("1"))
    #expect(notes.all == ["resume"])
    inbox.finish()
    #expect(await inbox.next() == .text("2"))
    #expect(await inbox.next() == .text("3"))
    #expect(await inbox.next() == nil)
    #expect(notes.all == ["resume"])
  }

  @Test func aCancelledReaderGetsTheEnd() async {
    let inbox = WebSocketInbox(messagesMax: 4) {}
    let reader = Task { await inbox.next() }
    reader.cancel()
    #expect(await reader.value == nil)
  }
}
