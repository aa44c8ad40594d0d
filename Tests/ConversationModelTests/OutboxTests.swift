import ConversationModel
import Testing
import Timebase
import TransportPorts

@Suite struct OutboxTests {
  private let peer = "1111aaaaaaaaaaaa"

  @Test func anAcceptedMessageGoesOutAtOnceAndAgainWhenItsPeerIsReady() throws {
    var outbox = Outbox()
    let message = try message("a")
    let accepted = outbox.accept(message, now: now(0))
    #expect(accepted == [.transmit(message)])
    let tooEarly = outbox.peerReady(try address(), now: now(9))
    #expect(tooEarly.isEmpty)
    let later = outbox.peerReady(try address(), now: now(10))
    #expect(later == [.transmit(message)])
  }

  @Test func aPeerReadyTooSoonAfterAHandOverGetsTheMessageWhenThatIsOver() throws {
    var outbox = Outbox()
    let message = try message("a")
    _ = outbox.accept(message, now: now(0))
    _ = outbox.peerReady(try address(), now: now(3))
    let tooEarly = outbox.retry(now: now(9))
    #expect(tooEarly.isEmpty)
    let due = outbox.retry(now: now(10))
    #expect(due == [.transmit(message)])
    let notAgain = outbox.retry(now: now(60))
    #expect(notAgain.isEmpty)
  }

  @Test func aConfirmedMessageNeverGoesOutAgain() throws {
    var outbox = Outbox()
    _ = outbox.accept(try message("a"), now: now(0))
    outbox.settle(MessageID("A"), for: try address())
    let effects = outbox.peerReady(try address(), now: now(60))
    #expect(effects.isEmpty)
    #expect(outbox.count(for: try address()) == 0)
  }

  @Test func aConfirmationFromSomebodyElseSettlesNothing() throws {
    var outbox = Outbox()
    _ = outbox.accept(try message("a"), now: now(0))
    outbox.settle(MessageID("a"), for: try #require(PeerAddress("2222bbbbbbbbbbbb")))
    #expect(outbox.count(for: try address()) == 1)
  }

  @Test func theHundredAndFirstMessagePushesTheOldestOut() throws {
    var outbox = Outbox()
    for index in 0..<Outbox.messagesPerPeerMax {
      _ = outbox.accept(try message("m\(index)", at: UInt64(index)), now: now(0))
    }
    let effects = outbox.accept(try message("last", at: 500), now: now(0))
    #expect(
      effects == [.giveUp(try message("m0", at: 0), .queueFull), .transmit(try message("last", at: 500))])
    #expect(outbox.count(for: try address()) == Outbox.messagesPerPeerMax)
  }

  @Test func thePeerWithTheOldestMessageMakesRoomForAnother() throws {
    var outbox = Outbox()
    for index in 0..<Outbox.peersMax {
      _ = outbox.restore(
        [try message("m\(index)", at: UInt64(1_000 - index), to: numbered(index))], now: now(0))
    }
    let effects = outbox.restore([try message("new", at: 2_000)], now: now(0))
    let last = Outbox.peersMax - 1
    #expect(
      effects == [
        .giveUp(try message("m\(last)", at: UInt64(1_000 - last), to: numbered(last)), .queueFull)
      ])
  }

  @Test func eightAttemptsWithoutAnAnswerAreEnough() throws {
    var outbox = Outbox()
    _ = outbox.accept(try message("a"), now: now(0))
    for attempt in 2...Outbox.attemptsMax {
      let effects = outbox.peerReady(try address(), now: now(UInt64(attempt) * 10))
      #expect(effects == [.transmit(try message("a"))], "attempt \(attempt)")
    }
    let effects = outbox.peerReady(try address(), now: now(200))
    #expect(effects == [.giveUp(try message("a"), .noAnswer)])
  }

  @Test func afterADayAMessageIsGivenUp() throws {
    var outbox = Outbox()
    _ = outbox.restore([try message("a", at: 0)], now: now(0))
    let early = outbox.sweep(now: now(86_400))
    #expect(early.isEmpty)
    let late = outbox.sweep(now: now(86_401))
    #expect(late == [.giveUp(try message("a", at: 0), .expired)])
  }

  private func address() throws -> PeerAddress { try #require(PeerAddress(peer)) }

  private func numbered(_ index: Int) -> String {
    let digits = String(index, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private func message(_ id: String, at milliseconds: UInt64 = 0, to peer: String? = nil) throws
    -> ChatMessage
  {
    ChatMessage(
      id: MessageID(id), conversation: .direct(try #require(PeerAddress(peer ?? self.peer))),
      author: MessageAuthor(name: "juno", address: nil, isOwn: true), text: id,
      sentAt: Timestamp(milliseconds: milliseconds), delivery: .sending)
  }

  private func now(_ seconds: UInt64) -> Now {
    Now(
      monotonic: Instant(nanoseconds: seconds * 1_000_000_000),
      unix: Timestamp(milliseconds: seconds * 1_000))
  }
}
