import ConversationModel
import ConversationStore
import Cryptography
import Testing
import Timebase
import TransportPorts

/// Retention that stores nothing: what is held in memory is as good as stored, and the file never has it.
@Suite struct KeptMessagesTests {
  static let now = Timestamp(milliseconds: 1_800_000_000_000)
  let scratch: Scratch
  let store: ConversationStore
  let kept: KeptMessages
  let chat: ConversationKey

  init() async throws {
    scratch = try Scratch()
    store = try await ConversationStore.open(at: scratch.path("c.db"), storeKey: SecretBytes(0..<32))
    kept = try await KeptMessages(store)
    chat = .direct(try #require(PeerAddress(String(repeating: "a1", count: 8))))
  }

  @Test func underSessionNoByteOfAMessageReachesTheFilesAndALaterNodeHasNone() async throws {
    try await choose(privately: .session)
    let before = try bytes()
    for number in 0..<50 { _ = try await kept.insert(message(number, "secret"), isUnread: true) }
    _ = try await kept.report(.delivered(at: Self.now), of: MessageID("0"), in: chat)
    try await kept.markRead(chat)
    // Nothing at all is written, sealed neither: the files are what they were.
    #expect(try bytes() == before)
    #expect(try await kept.newest(in: chat, limit: 100).messages.count == 50)
    #expect(try await store.newest(in: chat, limit: 100).messages.isEmpty)
    await store.close()
    let later = try await ConversationStore.open(at: scratch.path("c.db"), storeKey: SecretBytes(0..<32))
    let next = try await KeptMessages(later)
    #expect(next.retention.privateMessages == .session)
    #expect(try await next.newest(in: chat, limit: 100).messages.isEmpty)
    #expect(try await next.conversations().isEmpty)
    await later.close()
  }

  @Test func whatWasStoredGoesAtOnceAndWhatWaitsGoesOnWaitingInMemory() async throws {
    for number in 0..<30 { _ = try await kept.insert(message(number, "old"), isUnread: true) }
    _ = try await kept.insert(message(99, "on its way", delivery: .sent), isUnread: false)
    _ = try await kept.insert(message(1, "open", in: .mesh), isUnread: false)
    let changes = await kept.changes()
    let removed = try await choose(privately: .off)
    #expect(removed == 31)
    #expect(try await store.newest(in: chat, limit: 100).messages.isEmpty)
    #expect(try await kept.unconfirmed().map(\.text) == ["on its way"])
    #expect(try await kept.report(.delivered(at: Self.now), of: MessageID("99"), in: chat) != nil)
    #expect(try await kept.unconfirmed().isEmpty)
    #expect(try await kept.newest(in: .mesh, limit: 9).messages.map(\.text) == ["open"])
    await store.close()
    var timeline = Timeline()
    for await next in changes {
      switch next.change {
      case .inserted(let message): timeline.insert(message)
      case .removed(let ids, _): timeline.remove(ids)
      case .delivery(let state, let id, _): timeline.setDelivery(state, of: id)
      case .unread: break
      }
    }
    #expect(timeline.messages.map(\.delivery) == [.delivered(at: Self.now)], "who follows sees the same")
  }

  @Test func offForgetsWhatWasSeenWhenNobodyLooksAnyMore() async throws {
    try await choose(privately: .off)
    _ = try await kept.insert(message(1, "read"), isUnread: false)
    _ = try await kept.insert(message(2, "ours", delivery: .sending), isUnread: false)
    _ = try await kept.insert(message(3, "not seen"), isUnread: true)
    try await kept.leftAlone(chat)
    #expect(try await kept.newest(in: chat, limit: 9).messages.map(\.text) == ["ours", "not seen"])
    // The sender did not hear that it came, and sends it once more: it is no new message.
    #expect(try await kept.insert(message(1, "read"), isUnread: true) == .duplicate)
    _ = try await kept.report(.read(at: Self.now), of: MessageID("2"), in: chat)
    try await kept.markRead(chat)
    try await kept.leftAlone(chat)
    #expect(try await kept.conversations().isEmpty)
  }

  @Test func sessionAndStoreForgetNothingWhenNobodyLooks() async throws {
    for period in [RetentionPeriod.session, .week] {
      try await choose(privately: period)
      _ = try await kept.insert(message(1, "read"), isUnread: false)
      try await kept.leftAlone(chat)
      #expect(try await kept.newest(in: chat, limit: 9).messages.count == 1)
    }
  }

  @Test func pagesUnreadSearchAndOutputWorkOverBothPlaces() async throws {
    try await choose(privately: .session)
    for number in 0..<40 {
      // Times are shared: of equal ones what is stored comes first.
      _ = try await kept.insert(message(number, "kiwi p\(number)", at: number / 2), isUnread: true)
      _ = try await kept.insert(
        message(number, "kiwi m\(number)", in: .mesh, at: number / 2), isUnread: false)
    }
    let lists = try await kept.conversations()
    #expect(Set(lists.map(\.key)) == [.mesh, chat] && lists.map(\.unreadCount).reduce(0, +) == 40)
    #expect(lists.first { $0.key == chat }?.firstUnread == MessageID("0"))
    let page = try await kept.messages(before: MessageID("10"), in: chat, limit: 4)
    #expect(page.messages.map(\.id.text) == ["6", "7", "8", "9"] && page.hasOlder)
    #expect(
      try await kept.messages(after: MessageID("37"), in: chat, limit: 9).map(\.id.text) == ["38", "39"])
    let query = try #require(SearchQuery("kiwi"))
    let whole = try await kept.messages(holding: query, after: nil, limit: 1_000)
    #expect(whole.messages.count == 80 && whole.next == nil)
    for size in [1, 3, 7, 32] {
      var found: [ChatMessage] = []
      var position: SearchPosition?
      repeat {
        let page = try await kept.messages(holding: query, after: position, limit: size)
        found += page.messages
        position = page.next
      } while position != nil
      #expect(found == whole.messages, "in pages of \(size)")
    }
    let here = try await kept.messages(
      holding: try #require(SearchQuery("kiwi", in: chat)), after: nil, limit: 99)
    #expect(here.messages.count == 40)
  }

  @Test func clearingAnOpenChannelInMemoryHoldsOverARestart() async throws {
    _ = try await kept.choose(Retention(publicMessages: .session), now: Self.now)
    _ = try await kept.insert(message(1, "gone", in: .mesh), isUnread: false)
    try await kept.clear(.mesh, now: Self.now)
    #expect(try await kept.insert(message(1, "gone", in: .mesh), isUnread: false) == .duplicate)
    let next = try await KeptMessages(store)
    #expect(try await next.insert(message(1, "gone", in: .mesh), isUnread: false) == .duplicate)
    #expect(try await next.insert(message(2, "new", in: .mesh, at: 1), isUnread: false) == .inserted)
  }

  @Test func memoryKeepsItsLimitsWhateverComes() throws {
    var memory = SessionMemory(messagesPerConversationMax: 10, conversationsMax: 4, textBytesMax: 500)
    var changes: [ConversationChange] = []
    for number in 0..<300 {
      let peer = try #require(PeerAddress(String(repeating: String(number % 7 + 1), count: 16)))
      let text = String(repeating: "x", count: number % 90 + 1)
      _ = memory.insert(
        message(number, text, in: .direct(peer), at: number), isUnread: true, noting: &changes)
      let all = memory.keys.flatMap { memory.page(in: $0, limit: 99).messages }
      #expect(all.contains { $0.id == MessageID(String(number)) }, "the newest stays")
      #expect(memory.keys.count <= 4 && all.reduce(0) { $0 + $1.text.utf8.count } <= 500)
      #expect(memory.conversations().allSatisfy { $0.unreadCount <= 10 })
    }
    // The changes tell all of it.
    var shown: Set<MessageID> = []
    for change in changes {
      switch change {
      case .inserted(let message): shown.insert(message.id)
      case .removed(let ids, _): shown.subtract(ids)
      case .delivery, .unread: break
      }
    }
    #expect(shown == Set(memory.keys.flatMap { memory.page(in: $0, limit: 99).messages.map(\.id) }))
  }

  @Test func whatCannotBeStoredStaysInMemoryAndIsNotConfirmed() async throws {
    try await choose(privately: .session)
    _ = try await kept.insert(message(1, "held"), isUnread: true)
    await store.close()
    await #expect(throws: (any Error).self) { try await choose(privately: .week) }
    #expect(try await kept.newest(in: chat, limit: 9).messages.map(\.text) == ["held"])
  }

  @discardableResult
  private func choose(privately period: RetentionPeriod) async throws -> Int {
    try await kept.choose(Retention(publicMessages: .forever, privateMessages: period), now: Self.now)
  }

  /// Every file of the store, by name.
  private func bytes() throws -> [String: [UInt8]] {
    Dictionary(
      uniqueKeysWithValues: try scratch.names().filter { !$0.hasSuffix("-shm") }.map {
        ($0, try scratch.bytes($0))
      })
  }

  private func message(
    _ number: Int, _ text: String, in key: ConversationKey? = nil, at seconds: Int = 0,
    delivery: DeliveryState? = nil
  ) -> ChatMessage {
    let key = key ?? chat
    return ChatMessage(
      id: MessageID(String(number)), conversation: key,
      author: MessageAuthor(name: "juno", address: key.peer, isOwn: delivery != nil), text: text,
      sentAt: Timestamp(milliseconds: Self.now.milliseconds + UInt64(seconds) * 1_000), delivery: delivery)
  }
}
