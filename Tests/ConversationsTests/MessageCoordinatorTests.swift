import ConversationModel
import Conversations
import Testing
import Timebase
import TransportPorts

@Suite struct MessageCoordinatorTests {
  /// Coordinators over stand-ins, with the intake run to the end of the given events.
  struct Rig {
    let transport = RecordingTransport()
    let store = MemoryStore()
    let people: PeerCoordinator
    let messages: MessageCoordinator
    let router: Router

    let clock = StandingClock()
    let alarm = HeldAlarm()

    init() {
      people = PeerCoordinator(
        transport: transport, peers: store, relations: store, settings: store, defaultNickname: "anon1234",
        clock: clock, alarm: alarm)
      router = Router(transport: transport, messages: store, clock: clock, alarm: alarm)
      messages = MessageCoordinator(
        transport: transport, messages: store, upkeep: store, router: router, people: people, clock: clock,
        alarm: alarm)
    }

    func receive(_ events: TransportEvent...) async {
      for event in events { await transport.emit(event) }
      await TransportIntake(transport: transport, messages: messages, people: people).run()
    }
  }

  private let bob = ConversationKey.direct(address(0xB0B))

  @Test func aPrivateMessageIsStoredBeforeItIsConfirmed() async throws {
    let rig = Rig()
    await rig.receive(.privateMessage(privateMessage("one")))
    #expect(await rig.store.message(MessageID("one"), in: bob)?.text == "text of one")
    #expect(await rig.transport.calls == ["delivered one"])
    #expect(await rig.store.unreadCount(bob) == 1)
  }

  @Test func aMessageTheStoreRefusesIsNotConfirmed() async {
    let rig = Rig()
    await rig.store.refuse(true)
    let presenter = RecordingPresenter()
    await rig.messages.start(presenter: presenter)
    await rig.receive(.privateMessage(privateMessage("one")))
    #expect(await rig.transport.calls.isEmpty)
    #expect(await presenter.problem != nil)
  }

  @Test func aDuplicateIsConfirmedAgainAndStoredOnce() async {
    let rig = Rig()
    await rig.receive(.privateMessage(privateMessage("one")), .privateMessage(privateMessage("ONE")))
    #expect(await rig.transport.calls == ["delivered one", "delivered ONE"])
    #expect(await rig.store.newest(in: bob, limit: 9).messages.count == 1)
  }

  @Test func aPublicMessageThatSyncBringsAgainIsKeptAndCountedOnce() async {
    let rig = Rig()
    let incoming = publicMessage("hello", isOwn: false)
    await rig.receive(.publicMessage(incoming), .publicMessage(incoming))
    #expect(await rig.store.newest(in: .mesh, limit: 9).messages.count == 1)
    #expect(await rig.store.unreadCount(.mesh) == 1)
  }

  @Test func aMessageOnScreenIsReadAtOnceAndOthersWhenTheyAreOpened() async {
    let rig = Rig()
    await rig.messages.opened(bob)
    await rig.receive(.privateMessage(privateMessage("one")))
    #expect(await rig.transport.calls == ["session", "delivered one", "read one"])
    #expect(await rig.store.unreadCount(bob) == 0)
  }

  @Test func aReadMarkThatCannotLeaveGoesWhenThePeerIsBack() async {
    let rig = Rig()
    await rig.transport.setInReach(false)
    await rig.messages.opened(bob)
    await rig.transport.emit(.privateMessage(privateMessage("one")))
    await rig.receive()
    #expect(await rig.transport.calls == ["session", "delivered one"])
    await rig.transport.setInReach(true)
    await rig.messages.opened(bob)
    await rig.messages.opened(bob)
    #expect(await rig.transport.calls.filter { $0 == "read one" }.count == 1)
  }

  @Test func aReceiptCountsOnlyFromTheOtherPerson() async throws {
    let rig = Rig()
    let id = try #require(try await rig.messages.send("hello", to: bob).first)
    await rig.receive(
      .receipt(Receipt(kind: .read, id: id, peer: address(0xE7E))),
      .sendOutcome(id, address(0xB0B), .sent),
      .receipt(Receipt(kind: .delivered, id: id, peer: address(0xB0B))),
      .sendOutcome(id, address(0xB0B), .sent))
    guard case .delivered = await rig.store.message(id, in: bob)?.delivery else {
      Issue.record("not delivered")
      return
    }
    #expect(await rig.store.unconfirmed().isEmpty)
  }

  @Test func whatWasEmptiedAwayIsNotSentAgainOnceItIsConfirmed() async throws {
    let rig = Rig()
    let (id, peer) = (try #require(try await rig.messages.send("hello", to: bob).first), address(0xB0B))
    await rig.receive(.sendOutcome(id, peer, .sent))
    try await rig.messages.clear(bob)
    #expect(await rig.router.left(id, for: peer), "it still waits for its confirmation")
    await rig.receive(.receipt(Receipt(kind: .delivered, id: id, peer: peer)))
    #expect(await !rig.router.left(id, for: peer))
    #expect(await rig.store.message(id, in: bob) == nil)
  }

  @Test func anUnconfirmedMessageGoesOutAgainAfterARestart() async throws {
    let rig = Rig()
    _ = try await rig.messages.send("hello", to: bob)
    let transport = RecordingTransport()
    let router = Router(
      transport: transport, messages: rig.store, clock: StandingClock(), alarm: HeldAlarm())
    try await router.restore()
    await router.peerReady(address(0xB0B))
    #expect(await transport.calls == ["private hello"])
  }

  @Test func aLongPrivateTextIsSplitAtCharacterBoundaries() async throws {
    let rig = Rig()
    let text = String(repeating: "é", count: 300)
    let ids = try await rig.messages.send(text, to: bob)
    let pieces = await rig.store.newest(in: bob, limit: 9).messages.map(\.text)
    #expect(ids.count == 3 && Set(ids).count == 3)
    #expect(pieces.joined() == text)
    #expect(pieces.allSatisfy { $0.utf8.count <= 255 })
  }

  @Test func aPrivateTextOfMorePartsThanMayWaitIsRefusedWhole() async {
    let rig = Rig()
    let long = String(repeating: "🛩", count: 6_500)
    await #expect(throws: SendProblem.tooManyParts(parts: 104, partsMax: 100)) {
      try await rig.messages.send(long, to: bob)
    }
    #expect(await rig.store.newest(in: bob, limit: 9).messages.isEmpty)
    #expect(await rig.transport.calls.isEmpty)
  }

  @Test func aTextStoredInPartSaysHowFarItGot() async {
    let rig = Rig()
    await rig.store.refuse(after: 2)
    await rig.receive(.peersChanged([inReach(0xB0B)]))
    do {
      _ = try await rig.messages.send(String(repeating: "x", count: 1_000), to: bob)
      Issue.record("was sent")
    } catch SendProblem.partlyStored(let parts, let all, _) {
      #expect(parts == 2 && all == 4)
    } catch {
      Issue.record("\(error)")
    }
    #expect(await rig.transport.calls.count == 2)
  }

  @Test func aWholeKeyIsNoAddressOnTheMesh() async throws {
    let rig = Rig()
    let key = try #require(PeerAddress(String(repeating: "ab", count: 32)))
    await #expect(throws: SendProblem.unknownAddress) {
      try await rig.messages.send("hello", to: .direct(key))
    }
    #expect(await rig.transport.calls.isEmpty)
  }

  @Test func neitherWeNorNobodyNorEverybodyIsAPersonToWriteTo() async throws {
    let rig = Rig()
    await #expect(throws: SendProblem.ownAddress) {
      try await rig.messages.send("hello", to: .direct(address(0xA11CE)))
    }
    for digit in ["0", "f"] {
      let nobody = try #require(PeerAddress(String(repeating: digit, count: 16)))
      await #expect(throws: SendProblem.unknownAddress) {
        try await rig.messages.send("hello", to: .direct(nobody))
      }
    }
    #expect(await rig.transport.calls.isEmpty)
  }

  @Test func aTextThatShowsNothingIsRefused() async {
    let rig = Rig()
    for text in ["\u{200B}", "\u{202E}\u{2069}", "\u{2060}\u{FEFF} ", "\u{E0041}", "\u{3164}", "\u{2800}"] {
      await #expect(throws: SendProblem.empty) { try await rig.messages.send(text, to: .mesh) }
      await #expect(throws: SendProblem.empty) { try await rig.messages.send(text, to: bob) }
    }
    #expect(await rig.transport.calls.isEmpty)
  }

  @Test func aPieceOfWhiteSpaceIsStoredAndConfirmed() async {
    let rig = Rig()
    await rig.receive(
      .privateMessage(
        IncomingPrivateMessage(
          id: MessageID("one"), sender: address(0xB0B), nickname: "bob", text: "  ",
          sentAt: Timestamp(milliseconds: 1))))
    #expect(await rig.transport.calls == ["delivered one"])
  }

  @Test func anEmptyOrOverlongTextIsRefusedInWordsAndNothingIsSent() async {
    let rig = Rig()
    await #expect(throws: SendProblem.empty) { try await rig.messages.send(" \n", to: .mesh) }
    let long = String(repeating: "x", count: 16_001)
    await #expect(throws: SendProblem.tooLong(characters: 16_001, charactersMax: 16_000)) {
      try await rig.messages.send(long, to: .mesh)
    }
    #expect(await rig.transport.calls.isEmpty)
  }

  @Test func whatTheStoreRefusesIsNotSent() async {
    let rig = Rig()
    await rig.store.refuse(true)
    await #expect(throws: SendProblem.self) { try await rig.messages.send("hello", to: .mesh) }
    #expect(await rig.transport.calls.isEmpty)
  }

  @Test func aLoudSenderIsCutOffAfterFiveAndOwnEchoesAreNot() async {
    let rig = Rig()
    for number in 0..<7 {
      await rig.transport.emit(.publicMessage(publicMessage("loud \(number)", isOwn: false)))
    }
    for number in 0..<7 {
      await rig.transport.emit(.publicMessage(publicMessage("own \(number)", isOwn: true)))
    }
    await rig.receive()
    let texts = await rig.store.newest(in: .mesh, limit: 99).messages.map(\.text)
    #expect(texts.filter { $0.hasPrefix("loud") }.count == 5)
    #expect(texts.filter { $0.hasPrefix("own") }.count == 7)
  }

  @Test func aFailedMessageIsSentAgainUnderItsIDAsOneWrittenNow() async throws {
    let rig = Rig()
    await rig.receive(.peersChanged([inReach(0xB0B)]))
    let id = try #require(try await rig.messages.send("hello", to: bob).first)
    await rig.receive(.sendOutcome(id, address(0xB0B), .refused(.queueFull)))
    #expect(
      await rig.store.message(id, in: bob)?.delivery
        == .failed(reason: "too many messages wait for this person"))
    await rig.transport.forget()
    rig.clock.pass(seconds: 90_000)
    try await rig.messages.sendAgain(id, in: bob)
    #expect(await rig.transport.calls == ["private hello"])
    let message = try #require(await rig.store.message(id, in: bob))
    #expect(message.delivery == .sending)
    #expect(message.sentAt == rig.clock.now().unix)
    await rig.messages.sweep(Retention())
    #expect(await rig.store.message(id, in: bob)?.delivery == .sending)
  }

  @Test func aMessageWithoutAnAnswerGoesOutAgainWhileThePeerStaysInReach() async throws {
    let rig = Rig()
    await rig.receive(.peersChanged([inReach(0xB0B)]))
    let id = try #require(try await rig.messages.send("hello", to: bob).first)
    await rig.receive(.sendOutcome(id, address(0xB0B), .sent))
    rig.clock.pass(seconds: 4)
    await rig.alarm.ring(at: rig.clock)
    #expect(await rig.transport.calls == ["private hello"])
    rig.clock.pass(seconds: 1)
    await rig.alarm.ring(at: rig.clock)
    #expect(await rig.transport.calls == ["private hello", "private hello"])
  }

  @Test func aMessageForSomebodyOutOfReachWaitsAndCostsNoAttempt() async throws {
    let rig = Rig()
    _ = try await rig.messages.send("hello", to: bob)
    #expect(await rig.transport.calls.isEmpty)
    await rig.receive(.peersChanged([inReach(0xB0B)]), .peerReady(address(0xB0B)))
    #expect(await rig.transport.calls == ["private hello"])
  }

  @Test func aDeliveredMarkLiftsAFailureAndALateDepartureDoesNot() async throws {
    let rig = Rig()
    var ids: [MessageID] = []
    for number in 0...Outbox.messagesPerPeerMax {
      ids += try await rig.messages.send("m\(number)", to: bob)
    }
    let oldest = ids[0]
    let failed = DeliveryState.failed(reason: "too many messages wait for this person")
    #expect(await rig.store.message(oldest, in: bob)?.delivery == failed)
    await rig.receive(.sendOutcome(oldest, address(0xB0B), .sent))
    #expect(await rig.store.message(oldest, in: bob)?.delivery == failed)
    await rig.receive(.receipt(Receipt(kind: .delivered, id: oldest, peer: address(0xB0B))))
    #expect(await rig.store.message(oldest, in: bob)?.delivery?.isConfirmed == true)
  }

  @Test func aBurstToSomebodyInReachFailsNowhere() async throws {
    let rig = Rig()
    await rig.receive(.peersChanged([inReach(0xB0B)]))
    for number in 0..<300 {
      let id = try #require(try await rig.messages.send("m\(number)", to: bob).first)
      await rig.receive(.sendOutcome(id, address(0xB0B), .sent))
    }
    let states = await rig.store.newest(in: bob, limit: 999).messages.map(\.delivery)
    #expect(states == Array(repeating: .sent, count: 300))
  }

  @Test func aReadMarkLostInADeadSessionGoesOutInTheNextAndIsSettledByWhatComesBack() async {
    let rig = Rig()
    await rig.messages.opened(bob)
    await rig.receive(.privateMessage(privateMessage("one")))
    #expect(await rig.transport.calls == ["session", "delivered one", "read one"])
    // The other end restarted: its old session, and what went into it, are gone.
    await rig.transport.forget()
    rig.clock.pass(seconds: 20)
    await rig.receive(.peerReady(address(0xB0B)))
    #expect(await rig.transport.calls == ["read one"])
    await rig.receive(.privateMessage(privateMessage("two")))
    #expect(await rig.store.readReceiptsDue(in: bob) == [MessageID("two")])
    await rig.transport.forget()
    rig.clock.pass(seconds: 30)
    await rig.alarm.ring(at: rig.clock)
    #expect(await rig.transport.calls == ["read two"])
  }

  @Test func aReadMarkInDoubtIsSentAgainAfterARestart() async {
    let rig = Rig()
    await rig.messages.opened(bob)
    await rig.receive(.privateMessage(privateMessage("one")))
    let transport = RecordingTransport()
    let messages = MessageCoordinator(
      transport: transport, messages: rig.store, upkeep: rig.store, router: rig.router, people: rig.people,
      clock: rig.clock, alarm: rig.alarm)
    await transport.emit(.peerReady(address(0xB0B)))
    await TransportIntake(transport: transport, messages: messages, people: rig.people).run()
    #expect(await transport.calls == ["read one"])
  }

  private func privateMessage(_ id: String) -> IncomingPrivateMessage {
    IncomingPrivateMessage(
      id: MessageID(id), sender: address(0xB0B), nickname: "bob", text: "text of \(id)",
      sentAt: Timestamp(milliseconds: 1))
  }

  private func publicMessage(_ text: String, isOwn: Bool) -> IncomingPublicMessage {
    IncomingPublicMessage(
      id: MessageID(text), sender: address(0xB0B), noiseKey: nil, nickname: "bob", text: text,
      sentAt: Timestamp(milliseconds: 1), isOwn: isOwn)
  }
}
