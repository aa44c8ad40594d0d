import ConversationModel
import Testing
import Timebase
import TransportPorts

@Suite struct NoticeTests {
  private let bob = "2222bbbbbbbbbbbb"

  @Test func privateMessagesAndMentionsAreToldUnlessTheyAreLookedAt() throws {
    let direct = ConversationKey.direct(try #require(PeerAddress(bob)))
    let inPrivate = try message(in: direct)
    let told = Notice.directMessage(from: "bob", text: "@juno hi", in: direct)
    #expect(notice(inPrivate) == told)
    #expect(notice(inPrivate, isKnown: true) == nil)
    #expect(notice(inPrivate, open: direct) == nil)
    #expect(notice(inPrivate, open: .mesh) == told)
    let inPublic = try message(in: .mesh)
    #expect(notice(inPublic) == nil)
    #expect(notice(inPublic, mentionsUs: true) == .mention(by: "bob", text: "@juno hi", in: .mesh))
    #expect(notice(inPublic, mentionsUs: true, open: .mesh) == nil)
    #expect(notice(try message(in: .mesh, isOwn: true), mentionsUs: true) == nil)
  }

  @Test func previewsAreHiddenUnlessTheyAreAskedFor() {
    let notice = Notice.directMessage(
      from: "bob\u{202E}", text: String(repeating: "x", count: 100), in: .mesh)
    #expect(notice.words(showsPreviews: false).title == "New private message")
    #expect(!notice.words(showsPreviews: false).body.contains("x"))
    #expect(notice.words(showsPreviews: true).title == "bob")
    #expect(notice.words(showsPreviews: true).body == String(repeating: "x", count: 80) + "…")
    #expect(Notice.peopleNearby(count: 2).target == .mesh)
    #expect(Notice.verified(name: "\u{200B}").words(showsPreviews: true).title == "Somebody is verified")
  }

  @Test func ourNameMentionsUsUnlessSomebodyElseHasIt() throws {
    let own = try #require(PeerAddress("1111aaaaaaaaaaaa"))
    let alone = PeopleDirectory(peers: [try peer("bob")], remembered: [:], ownNickname: "juno")
    let shared = PeopleDirectory(peers: [try peer("juno")], remembered: [:], ownNickname: "juno")
    func mentions(_ text: String, _ directory: PeopleDirectory) -> Mentions {
      Mentions(in: text, directory: directory, ownAddress: own)
    }
    #expect(mentions("hi @juno", alone).isAboutUs)
    #expect(mentions("hi @juno#1111", alone).isAboutUs)
    #expect(!mentions("hi @Juno, juno and @juno#2222", alone).isAboutUs)
    #expect(!mentions("hi @juno", shared).isAboutUs)
    #expect(mentions("hi @juno#1111", shared).isAboutUs)
    let crowd = (0..<Mentions.namesMax).map { "@x\($0) " }.joined()
    #expect(mentions(crowd + "@juno", alone).isAboutUs == false)
    #expect(mentions("@bob @bob @eve", alone).people == [try #require(PeerAddress(bob))])
  }

  @Test func theUnreadMarkLeadsToTheNewestUnreadElseToTheNewestPrivate() throws {
    let direct = ConversationKey.direct(try #require(PeerAddress(bob)))
    func summary(_ key: ConversationKey, _ time: UInt64, unread: Int) throws -> ConversationSummary {
      var message = try message(in: key)
      message.sentAt = Timestamp(milliseconds: time)
      return ConversationSummary(key: key, newest: message, unreadCount: unread, firstUnread: nil)
    }
    #expect(try [summary(.mesh, 1, unread: 1), summary(direct, 2, unread: 0)].unreadTarget == .mesh)
    #expect(try [summary(.mesh, 1, unread: 1), summary(direct, 2, unread: 3)].unreadTarget == direct)
    #expect(try [summary(.mesh, 9, unread: 0), summary(direct, 2, unread: 0)].unreadTarget == direct)
    #expect(try [summary(.mesh, 9, unread: 0)].unreadTarget == nil)
  }

  @Test func peopleNearbyAreToldAfterNobodyWas() throws {
    var watch = NearbyWatch()
    let first = try #require(PeerAddress("1111aaaaaaaaaaaa"))
    let second = try #require(PeerAddress(bob))
    let told = watch.peersChanged([first], now: at(0))
    #expect(told == [.tell(count: 1), .wake(at: at(600))])
    let more = watch.peersChanged([first, second], now: at(10))
    #expect(more.isEmpty)
    let gone = watch.peersChanged([], now: at(400))
    #expect(gone == [.wake(at: at(430))])
    watch.timeReached(now: at(429))
    let tooSoon = watch.peersChanged([second], now: at(429))
    #expect(tooSoon.isEmpty)
    _ = watch.peersChanged([], now: at(500))
    watch.timeReached(now: at(530))
    let again = watch.peersChanged([second], now: at(531))
    #expect(again == [.tell(count: 1), .wake(at: at(1_131))])
    _ = watch.peersChanged([], now: at(600))
    watch.timeReached(now: at(640))
    let withinFiveMinutes = watch.peersChanged([first], now: at(700))
    #expect(withinFiveMinutes.isEmpty)
  }

  @Test func theWatchRemembersNoMoreThanItsPlaces() throws {
    var watch = NearbyWatch()
    let crowd = try (0...NearbyWatch.peopleMax).map { number in
      let digits = String(number, radix: 16)
      return try #require(PeerAddress(String(repeating: "0", count: 16 - digits.count) + digits))
    }
    let told = watch.peersChanged(crowd, now: at(0))
    #expect(told.first == .tell(count: crowd.count))
    let same = watch.peersChanged(crowd, now: at(1_000))
    #expect(same.isEmpty)
  }

  private func notice(
    _ message: ChatMessage, mentionsUs: Bool = false, isKnown: Bool = false, open: ConversationKey? = nil
  ) -> Notice? {
    Notice.of(message, mentionsUs: mentionsUs, isKnown: isKnown, openConversation: open)
  }

  private func message(in key: ConversationKey, isOwn: Bool = false) throws -> ChatMessage {
    ChatMessage(
      id: MessageID("a"), conversation: key,
      author: MessageAuthor(name: "bob", address: PeerAddress(bob), isOwn: isOwn), text: "@juno hi",
      sentAt: Timestamp(milliseconds: 1))
  }

  private func peer(_ name: String) throws -> TransportPeer {
    TransportPeer(
      address: try #require(PeerAddress(bob)), nickname: name, noiseKey: nil, fingerprint: "",
      isConnected: true, isReachable: true, hops: nil, session: .none,
      lastSeen: Timestamp(milliseconds: 0))
  }

  private func at(_ seconds: UInt64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }
}
