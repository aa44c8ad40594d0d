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
    #expect(accepted.acts == [.transmit(message)])
    let tooEarly = outbox.peerReady(try address(), now: now(9))
    #expect(tooEarly.acts.isEmpty)
    let later = outbox.peerReady(try address(), now: now(10))
    #expect(later.acts == [.transmit(message)])
  }

  @Test func aMessageForSomebodyOutOfReachWaitsWithoutAnAttempt() throws {
    var outbox = Outbox()
    let message = try message("a")
    let answer1 = outbox.accept(message, now: now(0))
    #expect(answer1.acts.isEmpty)
    let answer2 = outbox.timeReached(now: now(60))
    #expect(answer2.acts.isEmpty)
    for attempt in 1...Outbox.attemptsMax {
      let effects = outbox.peerReady(try address(), now: now(UInt64(attempt) * 10 + 100))
      #expect(effects.acts == [.transmit(message)], "attempt \(attempt)")
    }
  }

  @Test func aPeerReadyTooSoonAfterAHandOverGetsTheMessageWhenThatIsOver() throws {
    var outbox = try inReach()
    let message = try message("a")
    _ = outbox.accept(message, now: now(0))
    _ = outbox.accept(message, now: now(1))
    _ = outbox.sighted([:])
    _ = outbox.peerReady(try address(), now: now(3))
    let tooEarly = outbox.timeReached(now: now(9))
    #expect(tooEarly.acts.isEmpty)
    let due = outbox.timeReached(now: now(10))
    #expect(due.acts == [.transmit(message)])
  }

  @Test func whatStaysUnansweredGoesOutAgainEachTimeLater() throws {
    var outbox = try inReach()
    let message = try message("a")
    _ = outbox.accept(message, now: now(0))
    var moments: [UInt64] = []
    var end: UInt64?
    for second in 1...2_000 where end == nil {
      for effect in outbox.timeReached(now: now(UInt64(second))) {
        switch effect {
        case .wake: break
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
    _ = outbox.left(MessageID("a"), for: try address(), now: now(0))
    var moments: [UInt64] = []
    for second in 1...100 where !outbox.timeReached(now: now(UInt64(second))).acts.isEmpty {
      moments.append(UInt64(second))
      _ = outbox.left(MessageID("a"), for: try address(), now: now(UInt64(second)))
    }
    #expect(moments == [5, 13, 25, 45, 75])
  }

  @Test func aNewSessionRepeatsWhatLeftInTheOldAndNotWhatHasJustLeft() throws {
    var outbox = try inReach()
    _ = outbox.accept(try message("old"), now: now(0))
    _ = outbox.left(MessageID("old"), for: try address(), now: now(0))
    _ = outbox.accept(try message("new"), now: now(5))
    // The session stands: the peer is ready, and the transport sends what waited in it.
    let ready = outbox.peerReady(try address(), now: now(6))
    #expect(ready.acts == [.transmit(try message("old"))])
    _ = outbox.left(MessageID("new"), for: try address(), now: now(6))
    _ = outbox.left(MessageID("old"), for: try address(), now: now(6))
    let early = outbox.timeReached(now: now(10))
    #expect(early.acts.isEmpty)
    let late = outbox.timeReached(now: now(11))
    #expect(late.acts == [.transmit(try message("new"))])
  }

  @Test func nothingIsRepeatedWhileThePeerIsOutOfReach() throws {
    var outbox = try inReach()
    _ = outbox.accept(try message("a"), now: now(0))
    _ = outbox.sighted([:])
    let away = (1...3_000).flatMap { outbox.timeReached(now: now(UInt64($0))) }
    #expect(away.acts.isEmpty)
    _ = outbox.sighted([try address(): .deliverable])
    let answer3 = outbox.timeReached(now: now(3_001))
    #expect(answer3.acts == [.transmit(try message("a"))])
  }

  @Test func handOversBehindAHandshakeAreNotCounted() throws {
    var outbox = Outbox()
    _ = outbox.sighted([try address(): .linkWithoutSession])
    _ = outbox.accept(try message("a"), now: now(0))
    let effects = (1...20_000).flatMap { outbox.timeReached(now: now(UInt64($0))) }
    let sent = Outbox.Effect.transmit(try message("a"))
    #expect(effects.acts.count > 50 && effects.acts.allSatisfy { $0 == sent })
  }

  @Test func aConfirmedMessageNeverGoesOutAgain() throws {
    var outbox = Outbox()
    _ = outbox.accept(try message("a"), now: now(0))
    _ = outbox.settle(MessageID("A"), for: try address())
    let effects = outbox.peerReady(try address(), now: now(60))
    #expect(effects.acts.isEmpty)
    #expect(outbox.count(for: try address()) == 0)
  }

  @Test func aConfirmationFromSomebodyElseSettlesNothing() throws {
    var outbox = Outbox()
    _ = outbox.accept(try message("a"), now: now(0))
    _ = outbox.settle(MessageID("a"), for: try #require(PeerAddress("2222bbbbbbbbbbbb")))
    #expect(outbox.count(for: try address()) == 1)
  }

  @Test func theHundredAndFirstMessageThatNeverWentOutPushesTheOldestOut() throws {
    var outbox = Outbox()
    for index in 0..<Outbox.messagesPerPeerMax {
      _ = outbox.accept(try message("m\(index)", at: UInt64(index)), now: now(0))
    }
    let effects = outbox.accept(try message("last", at: 500), now: now(0))
    #expect(effects.acts == [.giveUp(try message("m0", at: 0), .queueFull)])
    #expect(outbox.count(for: try address()) == Outbox.messagesPerPeerMax)
  }

  @Test func aBurstToSomebodyInReachGivesNothingUpUntilFourHundredAreUnconfirmed() throws {
    var outbox = try inReach()
    for index in 0..<Outbox.unconfirmedPerPeerMax {
      let message = try message("m\(index)", at: UInt64(index))
      let answer4 = outbox.accept(message, now: now(0))
      #expect(answer4.acts == [.transmit(message)])
    }
    _ = outbox.sighted([:])
    for index in 0..<Outbox.messagesPerPeerMax {
      let answer5 = outbox.accept(try message("w\(index)", at: UInt64(1_000 + index)), now: now(0))
      #expect(answer5.acts.isEmpty)
    }
    let waiting = outbox.accept(try message("last", at: 2_000), now: now(0))
    #expect(waiting.acts == [.giveUp(try message("w0", at: 1_000), .queueFull)])
    _ = outbox.sighted([try address(): .deliverable])
    _ = outbox.timeReached(now: now(10))
    let sent = outbox.accept(try message("more", at: 3_000), now: now(10)).acts
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
    let answer6 = outbox.restore(sent, now: now(0))
    #expect(answer6.acts.isEmpty)
    #expect(outbox.count(for: try address()) == 150)
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
      effects.acts == [
        .giveUp(try message("m\(last)", at: UInt64(1_000 - last), to: numbered(last)), .queueFull)
      ])
  }

  @Test func eightAttemptsWithoutAnAnswerAreEnough() throws {
    var outbox = try inReach()
    _ = outbox.accept(try message("a"), now: now(0))
    for attempt in 2...Outbox.attemptsMax {
      _ = outbox.left(MessageID("a"), for: try address(), now: now(UInt64(attempt - 1) * 10))
      let effects = outbox.peerReady(try address(), now: now(UInt64(attempt) * 10))
      #expect(effects.acts == [.transmit(try message("a"))], "attempt \(attempt)")
    }
    let effects = outbox.peerReady(try address(), now: now(200))
    #expect(effects.acts == [.giveUp(try message("a"), .noAnswer)])
  }

  @Test func afterADayAMessageIsGivenUp() throws {
    var outbox = Outbox()
    _ = outbox.restore([try message("a", at: 0)], now: now(0))
    let early = outbox.timeReached(now: now(86_400))
    #expect(early.acts.isEmpty)
    let late = outbox.timeReached(now: now(86_401))
    #expect(late.acts == [.giveUp(try message("a", at: 0), .expired)])
  }

  @Test func everyChangeTellsWhenSomethingIsDueNext() throws {
    var outbox = Outbox()
    let waiting = outbox.accept(try message("a"), now: now(0))
    #expect(waiting == [.wake(at: second(120))])
    // It was never handed over, so it is due at once.
    let inReach = outbox.sighted([try address(): .deliverable])
    #expect(inReach == [.wake(at: second(0))])
    let handedOver = outbox.timeReached(now: now(1))
    #expect(handedOver == [.transmit(try message("a")), .wake(at: second(11))])
    let left = outbox.left(MessageID("a"), for: try address(), now: now(2))
    #expect(left == [.wake(at: second(7))])
    let same = outbox.left(MessageID("b"), for: try address(), now: now(3))
    #expect(same.isEmpty)
    let away = outbox.sighted([:])
    #expect(away == [.wake(at: second(121))])
    let settled = outbox.settle(MessageID("a"), for: try address())
    #expect(settled == [.wake(at: nil)])
  }

  @Test func whatWaitsGoesAlongWhenAPersonHasAnotherAddress() throws {
    var outbox = try inReach()
    _ = outbox.accept(try message("a", at: 1), now: now(0))
    let new = numbered(7)
    let peer = try #require(PeerAddress(new))
    _ = outbox.accept(try message("b", at: 0, to: new), now: now(0))
    let moved = outbox.move(from: try address(), to: peer, now: now(1))
    #expect(moved.acts.isEmpty)
    #expect(outbox.count(for: try address()) == 0)
    let effects = outbox.peerReady(peer, now: now(20))
    #expect(
      effects.acts == [
        .transmit(try message("b", at: 0, to: new)), .transmit(try message("a", at: 1, to: new)),
      ])
  }

  private func second(_ count: UInt64) -> Instant { Instant(nanoseconds: count * 1_000_000_000) }

  private func address() throws -> PeerAddress { try #require(PeerAddress(peer)) }

  private func inReach() throws -> Outbox {
    var outbox = Outbox()
    _ = outbox.sighted([try address(): .deliverable])
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

extension [Outbox.Effect] {
  /// All but the times to wake at.
  var acts: [Outbox.Effect] {
    filter { if case .wake = $0 { false } else { true } }
  }
}
