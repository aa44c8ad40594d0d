import ConversationModel
import Testing
import Timebase
import TransportPorts

@Suite struct OutboxTests {
  private let peer = "1111aaaaaaaaaaaa"

  @Test func anAcceptedMessageGoesOutAtOnceAndAgainWhenItsPeerIsReady() throws {
    var outbox = try inReach()
    let message = try message("a")
    let accepted = outbox.accept(message, now: now(0))
    #expect(accepted == [.transmit(message)])
    let tooEarly = outbox.peerReady(try address(), now: now(9))
    #expect(tooEarly.isEmpty)
    let later = outbox.peerReady(try address(), now: now(10))
    #expect(later == [.transmit(message)])
  }

  @Test func aMessageForSomebodyOutOfReachWaitsWithoutAnAttempt() throws {
    var outbox = Outbox()
    let message = try message("a")
    let answer1 = outbox.accept(message, now: now(0))
    #expect(answer1.isEmpty)
    let answer2 = outbox.retry(now: now(60))
    #expect(answer2.isEmpty)
    for attempt in 1...Outbox.attemptsMax {
      let effects = outbox.peerReady(try address(), now: now(UInt64(attempt) * 10 + 100))
      #expect(effects == [.transmit(message)], "attempt \(attempt)")
    }
  }

  @Test func aPeerReadyTooSoonAfterAHandOverGetsTheMessageWhenThatIsOver() throws {
    var outbox = try inReach()
    let message = try message("a")
    _ = outbox.accept(message, now: now(0))
    _ = outbox.accept(message, now: now(1))
    outbox.sighted([:])
    _ = outbox.peerReady(try address(), now: now(3))
    let tooEarly = outbox.retry(now: now(9))
    #expect(tooEarly.isEmpty)
    let due = outbox.retry(now: now(10))
    #expect(due == [.transmit(message)])
  }

  @Test func whatStaysUnansweredGoesOutAgainEachTimeLater() throws {
    var outbox = try inReach()
    let message = try message("a")
    _ = outbox.accept(message, now: now(0))
    var moments: [UInt64] = []
    var end: UInt64?
    for second in 1...2_000 where end == nil {
      for effect in outbox.retry(now: now(UInt64(second))) {
        switch effect {
        case .transmit: moments.append(UInt64(second))
        case .giveUp(let given, let reason):
          #expect(given == message && reason == .noAnswer)
          end = UInt64(second)
        }
      }
    }
    // The transport never said that it left: the first two took the place of what it held.
    #expect(moments == [10, 30, 70, 150, 310, 630, 950, 1_270, 1_590])
    #expect(end == 1_910)
  }

  @Test func whatLeftWithoutAnAnswerGoesOutAgainSoonAtFirst() throws {
    var outbox = try inReach()
    _ = outbox.accept(try message("a"), now: now(0))
    outbox.left(MessageID("a"), for: try address(), now: now(0))
    var moments: [UInt64] = []
    for second in 1...100 where !outbox.retry(now: now(UInt64(second))).isEmpty {
      moments.append(UInt64(second))
      outbox.left(MessageID("a"), for: try address(), now: now(UInt64(second)))
    }
    #expect(moments == [5, 13, 25, 45, 75])
  }

  @Test func aNewSessionRepeatsWhatLeftInTheOldAndNotWhatHasJustLeft() throws {
    var outbox = try inReach()
    _ = outbox.accept(try message("old"), now: now(0))
    outbox.left(MessageID("old"), for: try address(), now: now(0))
    _ = outbox.accept(try message("new"), now: now(5))
    // The session stands: the peer is ready, and the transport sends what waited in it.
    let ready = outbox.peerReady(try address(), now: now(6))
    #expect(ready == [.transmit(try message("old"))])
    outbox.left(MessageID("new"), for: try address(), now: now(6))
    outbox.left(MessageID("old"), for: try address(), now: now(6))
    let early = outbox.retry(now: now(10))
    #expect(early.isEmpty)
    let late = outbox.retry(now: now(11))
    #expect(late == [.transmit(try message("new"))])
  }

  @Test func nothingIsRepeatedWhileThePeerIsOutOfReach() throws {
    var outbox = try inReach()
    _ = outbox.accept(try message("a"), now: now(0))
    outbox.sighted([:])
    let away = (1...3_000).flatMap { outbox.retry(now: now(UInt64($0))) }
    #expect(away.isEmpty)
    outbox.sighted([try address(): .deliverable])
    let answer3 = outbox.retry(now: now(3_001))
    #expect(answer3 == [.transmit(try message("a"))])
  }

  @Test func handOversBehindAHandshakeAreNotCounted() throws {
    var outbox = Outbox()
    outbox.sighted([try address(): .linkWithoutSession])
    _ = outbox.accept(try message("a"), now: now(0))
    let effects = (1...20_000).flatMap { outbox.retry(now: now(UInt64($0))) }
    let sent = Outbox.Effect.transmit(try message("a"))
    #expect(effects.count > 50 && effects.allSatisfy { $0 == sent })
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

  @Test func theHundredAndFirstMessageThatNeverWentOutPushesTheOldestOut() throws {
    var outbox = Outbox()
    for index in 0..<Outbox.messagesPerPeerMax {
      _ = outbox.accept(try message("m\(index)", at: UInt64(index)), now: now(0))
    }
    let effects = outbox.accept(try message("last", at: 500), now: now(0))
    #expect(effects == [.giveUp(try message("m0", at: 0), .queueFull)])
    #expect(outbox.count(for: try address()) == Outbox.messagesPerPeerMax)
  }

  @Test func aBurstToSomebodyInReachGivesNothingUpUntilFourHundredAreUnconfirmed() throws {
    var outbox = try inReach()
    for index in 0..<Outbox.unconfirmedPerPeerMax {
      let message = try message("m\(index)", at: UInt64(index))
      let answer4 = outbox.accept(message, now: now(0))
      #expect(answer4 == [.transmit(message)])
    }
    outbox.sighted([:])
    for index in 0..<Outbox.messagesPerPeerMax {
      let answer5 = outbox.accept(try message("w\(index)", at: UInt64(1_000 + index)), now: now(0))
      #expect(answer5.isEmpty)
    }
    let waiting = outbox.accept(try message("last", at: 2_000), now: now(0))
    #expect(waiting == [.giveUp(try message("w0", at: 1_000), .queueFull)])
    outbox.sighted([try address(): .deliverable])
    _ = outbox.retry(now: now(10))
    let sent = outbox.accept(try message("more", at: 3_000), now: now(10))
    #expect(sent.first == .giveUp(try message("m0", at: 0), .queueFull))
    #expect(
      outbox.count(for: try address()) <= Outbox.unconfirmedPerPeerMax + Outbox.messagesPerPeerMax)
  }

  @Test func whatAnEarlierRunSentIsRestoredBeyondTheHundred() throws {
    var outbox = Outbox()
    let sent = try (0..<150).map { index in
      var message = try message("m\(index)", at: UInt64(index))
      message.delivery = .sent
      return message
    }
    let answer6 = outbox.restore(sent)
    #expect(answer6.isEmpty)
    #expect(outbox.count(for: try address()) == 150)
  }

  @Test func thePeerWithTheOldestMessageMakesRoomForAnother() throws {
    var outbox = Outbox()
    for index in 0..<Outbox.peersMax {
      _ = outbox.restore(
        [try message("m\(index)", at: UInt64(1_000 - index), to: numbered(index))])
    }
    let effects = outbox.restore([try message("new", at: 2_000)])
    let last = Outbox.peersMax - 1
    #expect(
      effects == [
        .giveUp(try message("m\(last)", at: UInt64(1_000 - last), to: numbered(last)), .queueFull)
      ])
  }

  @Test func eightAttemptsWithoutAnAnswerAreEnough() throws {
    var outbox = try inReach()
    _ = outbox.accept(try message("a"), now: now(0))
    for attempt in 2...Outbox.attemptsMax {
      outbox.left(MessageID("a"), for: try address(), now: now(UInt64(attempt - 1) * 10))
      let effects = outbox.peerReady(try address(), now: now(UInt64(attempt) * 10))
      #expect(effects == [.transmit(try message("a"))], "attempt \(attempt)")
    }
    let effects = outbox.peerReady(try address(), now: now(200))
    #expect(effects == [.giveUp(try message("a"), .noAnswer)])
  }

  @Test func afterADayAMessageIsGivenUp() throws {
    var outbox = Outbox()
    _ = outbox.restore([try message("a", at: 0)])
    let early = outbox.sweep(now: now(86_400))
    #expect(early.isEmpty)
    let late = outbox.sweep(now: now(86_401))
    #expect(late == [.giveUp(try message("a", at: 0), .expired)])
  }

  private func address() throws -> PeerAddress { try #require(PeerAddress(peer)) }

  private func inReach() throws -> Outbox {
    var outbox = Outbox()
    outbox.sighted([try address(): .deliverable])
    return outbox
  }

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
