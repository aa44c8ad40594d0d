import AppState
import ConversationModel
import Conversations
import Testing
import Timebase
import TransportPorts

/// What the domain shows while the store is being read and changes at the same time.
@MainActor @Suite(.timeLimit(.minutes(1))) struct TalkDomainTests {
  private let store = HeldStore()
  private let talk = TalkDomain()
  private let history = HistoryDomain()

  init() async {
    let transport = NoTransport()
    let clock = NoClock()
    let alarm = NoAlarm()
    let people = PeerCoordinator(
      transport: transport, peers: store, relations: store, settings: store, defaultNickname: "juno",
      clock: clock, alarm: alarm)
    let router = Router(transport: transport, messages: store, clock: clock, alarm: alarm)
    let messages = MessageCoordinator(
      transport: transport, messages: store, upkeep: store, router: router, people: people, clock: clock,
      alarm: alarm)
    let channels = ChannelCoordinator(
      messages: messages, store: store, search: store, settings: store, people: people)
    try? await history.connect(channels: channels)
    await talk.connect(
      messages: messages, people: people, channels: channels,
      verification: VerificationCoordinator(
        transport: transport, identity: NoIdentity(), trust: store, people: people, clock: clock))
  }

  @Test func whatComesWhileATimelineIsReadIsInIt() async throws {
    let opening = Task { await talk.open(.mesh) }
    await store.asked(1)
    await talk.show([.inserted(message("late"))])
    await store.answer()
    await opening.value
    #expect(talk.timelines[.mesh]?.timeline.messages.map(\.id) == [MessageID("late")])
  }

  @Test func changesWhileATimelineIsReadAreInIt() async throws {
    let (own, gone) = (message("own"), message("gone"))
    let opening = Task { await talk.open(.mesh) }
    await store.asked(1)
    await talk.show([
      .delivery(.sent, of: own.id, in: .mesh), .removed([gone.id], from: .mesh),
    ])
    await store.answer([own, gone])
    await opening.value
    let shown = try #require(talk.timelines[.mesh]?.timeline.messages)
    #expect(shown.map(\.id) == [own.id])
    #expect(shown.first?.delivery == .sent)
  }

  @Test func twoPagesThatOpenTogetherMissNothing() async throws {
    let first = Task { await talk.open(.mesh) }
    let second = Task { await talk.open(.mesh) }
    await store.asked(2)
    await store.answer()
    await first.value
    await talk.show([.inserted(message("between"))])
    await store.answer()
    await second.value
    #expect(talk.timelines[.mesh]?.timeline.messages.count == 1)
  }

  @Test func howLongMessagesAreKeptIsChosenAndShown() async throws {
    #expect(history.retention == Retention())
    #expect(try await history.choose(publicMessages: .month) == 3)
    #expect(history.retention == Retention(publicMessages: .month, privateMessages: .week))
    #expect(try await history.choose(publicMessages: .month) == 0, "nothing changes")
    await store.fill()
    await #expect(throws: HeldStore.Refusal.self) { try await history.choose(privateMessages: .off) }
    #expect(history.retention == Retention(publicMessages: .month, privateMessages: .week), "as it is kept")
  }

  private func message(_ id: String) -> ChatMessage {
    ChatMessage(
      id: MessageID(id), conversation: .mesh, author: MessageAuthor(name: "juno", address: nil, isOwn: true),
      text: id, sentAt: Timestamp(milliseconds: 1), delivery: .sending)
  }
}

/// A store whose pages come when the test says so.
private actor HeldStore: MessageRepository, ConversationUpkeep, PeerRepository, SettingsRepository,
  TrustRepository, RelationRepository, MessageSearch
{
  private var readers: [CheckedContinuation<MessagePage, Never>] = []
  private var retention = Retention()
  private(set) var isFull = false
  private var asked: (count: Int, test: CheckedContinuation<Void, Never>)?

  /// Returns when so many readers wait.
  func asked(_ count: Int) async {
    if readers.count < count { await withCheckedContinuation { asked = (count, $0) } }
  }

  struct Refusal: Error {}

  func fill() { isFull = true }
  func clear(_ conversation: ConversationKey, now: Timestamp) {}
  func remove(_ conversation: ConversationKey) {}
  func clearedUpTo(_ conversation: ConversationKey) -> Timestamp? { nil }
  func move(_ old: ConversationKey, to new: ConversationKey) {}
  func chosenRetention() -> Retention { retention }
  func choose(_ retention: Retention, now: Timestamp) throws -> Int {
    guard !isFull else { throw Refusal() }
    self.retention = retention
    return 3
  }
  func messages(after id: MessageID?, in conversation: ConversationKey, limit: Int) -> [ChatMessage] { [] }
  func trustRecords() -> [TrustRecord] { [] }
  func keep(_ changes: [TrustChange]) {}
  func blocked() -> [BlockRecord] { [] }
  func block(_ person: BlockRecord) {}
  func unblock(fingerprint: String) {}
  func favourites() -> [FavouriteRecord] { [] }
  func keep(_ favourite: FavouriteRecord) {}

  /// Gives the reader that waits for longest a page.
  func answer(_ messages: [ChatMessage] = []) {
    readers.removeFirst().resume(returning: MessagePage(messages: messages, hasOlder: false))
  }

  func newest(in conversation: ConversationKey, limit: Int) async -> MessagePage {
    await withCheckedContinuation { reader in
      readers.append(reader)
      guard let asked, readers.count >= asked.count else { return }
      asked.test.resume()
      self.asked = nil
    }
  }

  func insert(_ message: ChatMessage, isUnread: Bool) -> InsertOutcome { .inserted }
  func insert(_ messages: [ChatMessage], areUnread: Bool) -> [InsertOutcome] {
    messages.map { _ in .inserted }
  }
  func messages(
    holding query: SearchQuery, after position: SearchPosition?, limit: Int
  ) -> SearchPage { SearchPage(messages: [], next: nil) }
  func messages(before id: MessageID, in conversation: ConversationKey, limit: Int) -> MessagePage {
    MessagePage(messages: [], hasOlder: false)
  }
  func message(_ id: MessageID, in conversation: ConversationKey) -> ChatMessage? { nil }
  func report(
    _ state: DeliveryState, of id: MessageID, in conversation: ConversationKey
  ) -> DeliveryState? { nil }
  func renew(_ id: MessageID, in conversation: ConversationKey, sentAt: Timestamp) -> ChatMessage? { nil }
  func conversations() -> [ConversationSummary] { [] }
  func markRead(_ conversation: ConversationKey) {}
  func readReceiptsDue(in conversation: ConversationKey) -> [MessageID] { [] }
  func markReadReceiptSent(_ id: MessageID, in conversation: ConversationKey) {}
  func unconfirmed() -> [ChatMessage] { [] }
  func sweep(_ retention: Retention, now: Timestamp) -> Int { 0 }
  func changes() -> AsyncStream<NumberedChange> { AsyncStream { $0.finish() } }
  func remember(_ peer: KnownPeer) {}
  func knownPeers() -> [KnownPeer] { [] }
  func setting(_ name: SettingName) -> String? { nil }
  func set(_ value: String?, for name: SettingName) {}
}

private struct NoClock: TalkClock {
  func now() -> Now {
    Now(monotonic: Instant(nanoseconds: 0), unix: Timestamp(milliseconds: 0))
  }
}

private actor NoTransport: CoreTransport {
  func nextEvent() -> TransportEvent? { nil }
  func ownAddress() -> PeerAddress {
    guard let address = PeerAddress("0000000000000000") else {
      preconditionFailure("16 digits make an address.")
    }
    return address
  }
  func publicMessageID(text: String, at moment: Timestamp) -> MessageID { MessageID(text) }
  func sendPublic(_ text: String, at moment: Timestamp) {}
  func sendPrivate(_ text: String, to peer: PeerAddress, id: MessageID, at moment: Timestamp) {}
  func sendDelivered(_ id: MessageID, to peer: PeerAddress) {}
  func sendRead(_ id: MessageID, to peer: PeerAddress) -> Bool { false }
  func prepareSession(with peer: PeerAddress) {}
  func setNickname(_ nickname: String) {}
}

private struct NoAlarm: TalkAlarm {
  func set(_ name: AlarmName, at moment: Instant?, _ action: @escaping @Sendable () async -> Void) {}
}

private struct NoIdentity: OwnIdentity {
  var noiseKey: [UInt8] { [UInt8](repeating: 1, count: 32) }
  var signingKey: [UInt8] { [UInt8](repeating: 2, count: 32) }
  func signature(for statement: [UInt8]) -> [UInt8] { [] }
}
