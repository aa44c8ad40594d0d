import Bytes
import ConversationModel
import Conversations
import Testing
import Timebase
import TransportPorts

/// Goal: what is typed does what chat-app 9 says, and what cannot be done is said and leaves nothing behind.
@Suite struct CommandCoordinatorTests {
  private let bob = StandInIdentity(seed: 2)
  private var chat: ConversationKey { .direct(bob.address) }

  private func rig() async throws -> TalkRig {
    let rig = try await TalkRig()
    await rig.receive(.peersChanged([bob.peer("bob")]))
    return rig
  }

  @Test func aTextIsSentAndTwoSlashesBeginAText() async throws {
    let rig = try await rig()
    #expect(try await rig.messages.submit("hello", in: .mesh).ids.count == 1)
    _ = try await rig.messages.submit("//who", in: .mesh)
    #expect(await rig.transport.calls == ["public hello", "public /who"])
    await #expect(throws: SendProblem.empty) { try await rig.messages.submit("  \n", in: .mesh) }
  }

  @Test func answersAreLinesWhereTheCommandWasTypedAndNobodyElseHearsThem() async throws {
    let rig = try await rig()
    _ = try await rig.messages.submit("/who", in: chat)
    #expect(await rig.lines(chat) == ["[Here: bob]"])
    #expect(await rig.lines(.mesh).isEmpty)
    #expect(await rig.transport.calls.isEmpty)
    #expect(await rig.store.readReceiptsDue(in: chat).isEmpty, "a line of ours asks for no read mark")
    #expect(await rig.store.unconfirmed().isEmpty)
  }

  @Test func unknownWordsAndNamesAreRefusedInWordsAndNothingHappens() async throws {
    let rig = try await rig()
    await #expect(throws: CommandProblem.unknownWord("/dance")) {
      try await rig.messages.submit("/dance", in: .mesh)
    }
    await #expect(throws: CommandProblem.nobody("zoe")) {
      try await rig.messages.submit("/block zoe", in: .mesh)
    }
    #expect(await rig.lines(.mesh).isEmpty)
    #expect(await rig.transport.calls.isEmpty)
  }

  @Test func msgOpensAConversationAndSendsWhatFollows() async throws {
    let rig = try await rig()
    #expect(try await rig.messages.submit("/msg bob", in: .mesh).opens == chat)
    let done = try await rig.messages.submit("/msg @bob good morning", in: .mesh)
    #expect(done.opens == chat && done.ids.count == 1)
    #expect(await rig.transport.calls == ["private good morning"])
    #expect(await rig.lines(chat) == ["good morning"])
  }

  @Test func clearEmptiesTheConversationAndLeavesATime() async throws {
    let rig = try await rig()
    _ = try await rig.messages.submit("hello", in: .mesh)
    _ = try await rig.messages.submit("/clear", in: .mesh)
    #expect(await rig.lines(.mesh).isEmpty)
    #expect(await rig.store.clearedUpTo(.mesh) == rig.clock.now().unix)
  }

  @Test func whatWasClearedOfOursDoesNotComeBackFromOthersWhoKeepIt() async throws {
    let rig = try await rig()
    _ = try await rig.messages.submit("hello", in: .mesh)
    _ = try await rig.messages.submit("/clear", in: .mesh)
    let cleared = rig.clock.now().unix
    let later = Timestamp(milliseconds: cleared.milliseconds + 1)
    for (text, moment) in [("hello", cleared), ("lost with the store", later)] {
      await rig.transport.emit(
        .publicMessage(
          IncomingPublicMessage(
            id: MessageID("echo of \(text)"), sender: bob.address, noiseKey: nil, nickname: "juno",
            text: text, sentAt: moment, isOwn: true)))
    }
    await rig.receive()
    #expect(await rig.lines(.mesh) == ["lost with the store"])
  }

  @Test func aHugIsAnActionForAllAndAMessageForOne() async throws {
    let rig = try await rig()
    _ = try await rig.messages.submit("/hug bob", in: .mesh)
    _ = try await rig.messages.submit("/slap bob", in: chat)
    #expect(
      await rig.transport.calls == [
        "public * 🫂 juno hugs bob *", "private * 🐟 juno slaps you around a bit with a large trout *",
      ])
    #expect(await rig.lines(.mesh) == ["[🫂 juno hugs bob]"])
    let waiting = try #require(await rig.store.unconfirmed().first, "it waits for its confirmation")
    #expect(waiting.kind == .system && ActionLine.shown(waiting, other: "bob").contains("slaps bob around"))
  }

  @Test func whatAPeerTellsOfThemselvesIsNeverALineOfTern() async throws {
    let rig = try await rig()
    let text = "* Tern:\n🐟 your keys took a screenshot *"
    await rig.receive(
      .privateMessage(
        IncomingPrivateMessage(
          id: MessageID("1"), sender: bob.address, nickname: "bob", text: text,
          sentAt: rig.clock.now().unix)))
    let line = try #require(await rig.store.newest(in: chat, limit: 1).messages.first)
    #expect(line.kind == .system && line.isActionOfOther && line.author.address == bob.address)
    #expect(ActionLine.shown(line, other: "") == "Tern: 🐟 your keys took a screenshot")
  }

  @Test func aBlockSilencesBothWaysAndTakesTheFavouriteMark() async throws {
    let rig = try await rig()
    _ = try await rig.messages.submit("/fav bob", in: .mesh)
    #expect(await rig.presenter.relations.favourites == [bob.address])
    #expect(await rig.transport.calls == ["private [FAVORITED]"])
    #expect(await rig.lines(chat).isEmpty, "the notice is no message")
    await rig.transport.forget()
    _ = try await rig.messages.submit("/block bob", in: .mesh)
    #expect(await rig.presenter.relations.blocked == [bob.address])
    #expect(await rig.presenter.relations.favourites.isEmpty)
    #expect(await rig.transport.calls == ["drop"])
    await rig.transport.forget()
    await rig.receive(.privateMessage(privateMessage("one")), .publicMessage(publicMessage("hello")))
    await #expect(throws: SendProblem.blocked("bob")) { try await rig.messages.submit("psst", in: chat) }
    await rig.messages.opened(chat)
    #expect(await rig.transport.calls.isEmpty, "neither a confirmation nor a session")
    #expect(await rig.lines(chat).isEmpty)
    await #expect(throws: CommandProblem.alreadyBlocked("bob")) {
      try await rig.messages.submit("/block bob", in: .mesh)
    }
    _ = try await rig.messages.submit("/unblock bob", in: .mesh)
    await rig.receive(.privateMessage(privateMessage("two")))
    #expect(await rig.lines(chat) == ["text of two"])
  }

  @Test func aFavouriteNoticeIsConfirmedToldOnceAndNotShown() async throws {
    let rig = try await rig()
    for id in ["one", "two"] {
      await rig.receive(.privateMessage(privateMessage(id, text: "[FAVORITED]:npub1xyz")))
    }
    #expect(await rig.transport.calls == ["delivered one", "delivered two"])
    #expect(await rig.lines(chat) == ["[bob made you a favourite.]"])
    #expect(await rig.store.favourites().map(\.npub) == ["npub1xyz"])
    await rig.receive(.privateMessage(privateMessage("three", text: "[UNFAVORITED]")))
    #expect(await rig.lines(chat).count == 2)
    #expect(await rig.store.favourites().isEmpty)
  }

  @Test func aPingWithoutSuchANetworkSaysSo() async throws {
    let rig = try await rig()
    await #expect(throws: DiagnosticProblem.notOffered) {
      try await rig.messages.submit("/trace bob", in: .mesh)
    }
  }

  private func privateMessage(_ id: String, text: String? = nil) -> IncomingPrivateMessage {
    IncomingPrivateMessage(
      id: MessageID(id), sender: bob.address, nickname: "bob", text: text ?? "text of \(id)",
      sentAt: Timestamp(milliseconds: 1))
  }

  private func publicMessage(_ text: String) -> IncomingPublicMessage {
    IncomingPublicMessage(
      id: MessageID(text), sender: bob.address, noiseKey: PeerAddress(bob.noiseKey.hexadecimal),
      nickname: "bob", text: text, sentAt: Timestamp(milliseconds: 1), isOwn: false)
  }
}
