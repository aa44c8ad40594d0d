import ConversationModel
import Testing
import Timebase
import TransportPorts

@testable import Conversations

/// Goal: what comes in public is shown in batches, in order and once, and what the person wants to know is
/// told; a person's new address continues the conversation.
@Suite struct IntakeTests {
  private let bob = StandInIdentity(seed: 2)

  @Test func theChannelThatIsLookedAtChangesInBatchesOfEightyMilliseconds() async throws {
    let rig = try await TalkRig()
    await rig.channels.switched(to: .mesh)
    await rig.receive(publicMessage("second", at: 2), publicMessage("first", at: 1))
    #expect(await rig.lines(.mesh).isEmpty)
    rig.clock.pass(milliseconds: 79)
    await rig.alarm.ring(at: rig.clock)
    #expect(await rig.lines(.mesh).isEmpty)
    rig.clock.pass(milliseconds: 1)
    await rig.alarm.ring(at: rig.clock)
    #expect(await rig.lines(.mesh) == ["first", "second"])
    #expect(await rig.store.unreadCount(.mesh) == 0)
  }

  @Test func whatIsNotLookedAtIsStoredAtOnceAndLookingAwayStoresTheRest() async throws {
    let rig = try await TalkRig()
    await rig.receive(publicMessage("one", at: 1))
    #expect(await rig.lines(.mesh) == ["one"])
    #expect(await rig.store.unreadCount(.mesh) == 1)
    await rig.channels.switched(to: .mesh)
    await rig.receive(publicMessage("two", at: 2))
    await rig.channels.left(.mesh)
    #expect(await rig.lines(.mesh) == ["one", "two"])
    await rig.channels.switched(to: .mesh)
    await rig.receive(publicMessage("three", at: 3))
    await rig.channels.switched(to: .direct(bob.address))
    #expect(await rig.lines(.mesh).count == 3, "another conversation is looked at")
  }

  @Test func aSecondLikeItWithinASecondIsLeftOut() async throws {
    let rig = try await TalkRig()
    await rig.channels.switched(to: .mesh)
    await rig.receive(
      publicMessage("https://a.example/x?1", at: 1_000), publicMessage("HTTPS://a.example/x?2", at: 1_999),
      publicMessage("https://a.example/x", at: 3_100))
    await rig.messages.stop()
    #expect(await rig.lines(.mesh).count == 2)
  }

  @Test func anActionIsALineAndItsSenderHasABudget() async throws {
    let rig = try await TalkRig()
    for number in 0..<9 { await rig.receive(publicMessage("* 🫂 bob hugs \(number) *", at: UInt64(number))) }
    let lines = await rig.lines(.mesh)
    #expect(lines.count == 5 && lines.first == "[🫂 bob hugs 0]")
  }

  @Test func aMentionAndAPrivateMessageAreToldUnlessTheyAreLookedAt() async throws {
    let rig = try await TalkRig()
    await rig.receive(.peersChanged([bob.peer("bob")]))
    await MainActor.run { rig.presenter.notices = [] }
    let chat = ConversationKey.direct(bob.address)
    await rig.receive(
      publicMessage("hello @juno", at: 1), publicMessage("hello @yuki", at: 2),
      .privateMessage(privateMessage("one")), .privateMessage(privateMessage("one")))
    #expect(
      await rig.presenter.notices == [
        .mention(by: "bob", text: "hello @juno", in: .mesh),
        .directMessage(from: "bob", text: "text of one", in: chat),
      ])
    await rig.channels.switched(to: chat)
    await rig.receive(.privateMessage(privateMessage("two")))
    #expect(await rig.presenter.notices.count == 2)
  }

  @Test func thatPeopleAreNearIsToldOnceAfterNobodyWas() async throws {
    let rig = try await TalkRig()
    await rig.receive(.peersChanged([bob.peer("bob")]), .peersChanged([]), .peersChanged([bob.peer("bob")]))
    #expect(await rig.presenter.notices == [.peopleNearby(count: 1)])
    await rig.receive(.peersChanged([]))
    rig.clock.pass(seconds: 600)
    await rig.alarm.ring(at: rig.clock)
    await rig.receive(.peersChanged([bob.peer("bob")]))
    #expect(await rig.presenter.notices.count == 2)
  }

  @Test func aPersonUnderAnotherAddressContinuesTheConversationWithWhatWaits() async throws {
    let rig = try await TalkRig()
    await rig.receive(.peersChanged([bob.peer("bob")]))
    let (old, new) = (ConversationKey.direct(bob.address), ConversationKey.direct(address(0xCAFE)))
    _ = try await rig.messages.send("hello", to: old)
    await rig.channels.switched(to: old)
    await rig.transport.forget()
    var moved = bob.peer("bob")
    moved.address = address(0xCAFE)
    moved.session = .handshaking
    await rig.receive(.peersChanged([moved]))
    #expect(await rig.lines(old) == ["hello"], "a claim alone moves nothing")
    moved.session = .established
    await rig.receive(.peersChanged([moved]), .peerReady(moved.address))
    #expect(await rig.lines(old).isEmpty)
    #expect(await rig.lines(new) == ["hello"])
    #expect(await rig.presenter.moves == [old, new])
    rig.clock.pass(seconds: 60)
    await rig.alarm.ring(at: rig.clock)
    #expect(await rig.transport.calls.contains("private hello"), "it waits under the new address")
    let id = try #require(await rig.store.unconfirmed().first?.id)
    await rig.receive(.receipt(Receipt(kind: .delivered, id: id, peer: moved.address)))
    #expect(await rig.store.unconfirmed().isEmpty)
    await rig.receive(
      .privateMessage(
        IncomingPrivateMessage(
          id: MessageID("x"), sender: moved.address, nickname: "bob", text: "still me",
          sentAt: Timestamp(milliseconds: 9))))
    #expect(await rig.store.unreadCount(new) == 0, "who looked at it looks at it still")
  }

  @Test func peopleWhoseAddressesAreKnownAreSoManyAtMost() {
    var known = KnownAddresses()
    for number in 0..<KnownAddresses.peopleMax + 9 {
      var peer = inReach(number)
      peer.fingerprint = address(number).text + String(repeating: "0", count: 48)
      _ = known.changes([peer])
    }
    #expect(known.count == KnownAddresses.peopleMax)
  }

  @Test func theConversationLookedAtLastIsKnownAfterARestart() async throws {
    let rig = try await TalkRig()
    #expect(try await rig.channels.start() == .mesh)
    let chat = ConversationKey.direct(bob.address)
    await rig.channels.switched(to: chat)
    let again = ChannelCoordinator(
      messages: rig.messages, store: rig.store, search: rig.store, settings: rig.store, people: rig.people)
    #expect(try await again.start() == chat)
  }

  @Test func aConversationThatIsShownAgainWithinTenSecondsWasNotLeft() async throws {
    let rig = try await TalkRig()
    let chat = ConversationKey.direct(bob.address)
    await rig.channels.leftAlone(chat)
    await rig.channels.leftAlone(.mesh)
    rig.clock.pass(seconds: 9)
    await rig.alarm.ring(at: rig.clock)
    #expect(await rig.store.left.isEmpty)
    await rig.channels.shown(chat)
    rig.clock.pass(seconds: 1)
    await rig.alarm.ring(at: rig.clock)
    #expect(await rig.store.left == [.mesh])
  }

  @Test func nobodyWhoIsBlockedTakesPart() async throws {
    let rig = try await TalkRig()
    let cid = StandInIdentity(seed: 3)
    await rig.receive(.peersChanged([bob.peer("bob"), cid.peer("cid")]))
    #expect(await rig.channels.participants(of: .mesh).map(\.name.name) == ["bob", "cid"])
    _ = try await rig.messages.submit("/block bob", in: .mesh)
    #expect(await rig.channels.participants(of: .mesh).map(\.name.name) == ["cid"])
    #expect(await rig.channels.participants(of: .direct(cid.address)).count == 1)
  }

  private func privateMessage(_ id: String) -> IncomingPrivateMessage {
    IncomingPrivateMessage(
      id: MessageID(id), sender: bob.address, nickname: "bob", text: "text of \(id)",
      sentAt: Timestamp(milliseconds: 1))
  }

  private func publicMessage(_ text: String, at milliseconds: UInt64) -> TransportEvent {
    .publicMessage(
      IncomingPublicMessage(
        id: MessageID(text), sender: bob.address, noiseKey: nil, nickname: "bob", text: text,
        sentAt: Timestamp(milliseconds: milliseconds), isOwn: false))
  }
}
