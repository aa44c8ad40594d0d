import ConversationModel
import ConversationStore
import Cryptography
import Testing
import Timebase
import TransportPorts

/// Seeded operations on the store and on its slow twin; both must answer the same, always.
@Suite struct TwinTests {
  @Test(arguments: [1, 2, 3, UInt64.random(in: 4 ... .max)])
  func theStoreAnswersAsItsSlowTwinDoes(seed: UInt64) async throws {
    var run = try Run(seed: seed, messagesMax: seed % 2 == 0 ? 12 : 1_000, reopensEvery: 40)
    try await run.run(operations: 160)
  }

  @Test(arguments: [4, 5, 12_784_826_905_716_010_550, UInt64.random(in: 6 ... .max)])
  func whatIsInMemoryAnswersAsTheSlowTwinDoes(seed: UInt64) async throws {
    var run = try Run(seed: seed, messagesMax: seed % 2 == 0 ? 12 : 1_000, reopensEvery: .max)
    try await run.runInMemory(operations: 160)
  }

  @Test func whatWasAcknowledgedIsThereAfterEachReopening() async throws {
    var run = try Run(seed: 99, messagesMax: 1_000, reopensEvery: 1)
    try await run.run(operations: 40)
  }
}

private typealias Twinned = MessageRepository & ConversationUpkeep & MessageSearch

private struct Run {
  static let now = Timestamp(milliseconds: 1_800_000_000_000)

  let seed: UInt64
  let path: String
  let limits: StoreLimits
  let reopensEvery: Int
  var random: SeededRandom
  var twin: SlowTwin
  let scratch: Scratch
  let keys: [ConversationKey]

  init(seed: UInt64, messagesMax: Int, reopensEvery: Int) throws {
    self.seed = seed
    self.reopensEvery = reopensEvery
    scratch = try Scratch()
    path = scratch.path("c.db")
    limits = StoreLimits(messagesPerConversationMax: messagesMax)
    random = SeededRandom(number: seed)
    twin = SlowTwin(messagesPerConversationMax: messagesMax)
    keys = [
      .mesh, .direct(try #require(PeerAddress(String(repeating: "a1", count: 8)))),
      .direct(try #require(PeerAddress(String(repeating: "b2", count: 32)))),
    ]
  }

  mutating func run(operations: Int) async throws {
    var store = try await open()
    for step in 1...operations {
      try await operate(store, "seed \(seed), step \(step)")
      if step % reopensEvery == 0 {
        await store.close()
        store = try await open()
        try await compareAll(store, "seed \(seed), after step \(step)")
      }
    }
    try await compareAll(store, "seed \(seed), at the end")
    await store.close()
  }

  /// The layer in front of the store, under retention that stores nothing.
  mutating func runInMemory(operations: Int) async throws {
    let store = try await open()
    let kept = try await KeptMessages(
      store, memory: SessionMemory(messagesPerConversationMax: limits.messagesPerConversationMax))
    _ = try await kept.choose(Retention(publicMessages: .session, privateMessages: .session), now: Self.now)
    for step in 1...operations {
      try await operate(kept, "seed \(seed), step \(step)", sweeps: false)
      if step % 40 == 0 { try await compareAll(kept, "seed \(seed), after step \(step)") }
    }
    #expect(try await store.conversations().isEmpty)
    // What is to be kept after all is stored, and nothing changes by that.
    _ = try await kept.choose(Retention(publicMessages: .forever, privateMessages: .session), now: Self.now)
    twin.store(.mesh)
    try await compareAll(kept, "seed \(seed), one of two stored")
    _ = try await kept.choose(Retention(publicMessages: .forever, privateMessages: .forever), now: Self.now)
    for key in keys.sorted() where key.isPrivate { twin.store(key) }
    try await compareAll(kept, "seed \(seed), stored")
    await store.close()
  }

  private func open() async throws -> ConversationStore {
    try await ConversationStore.open(at: path, storeKey: SecretBytes(0..<32), limits: limits)
  }

  private mutating func operate(
    _ store: some Twinned, _ place: Comment, sweeps: Bool = true
  ) async throws {
    let key = pick(keys)
    let id = MessageID(pick(["id-", "ID-"]) + String(below(40)))
    switch below(24) {
    case 0..<11:
      let message = message(id, in: key)
      let isUnread = below(2) == 0
      let outcome = try await store.insert(message, isUnread: isUnread)
      try #require(outcome == twin.insert(message, isUnread: isUnread), place)
    case 11..<14:
      let state = state()
      let answer = try await store.report(state, of: id, in: key)
      try #require(answer == twin.report(state, of: id, in: key), place)
    case 14:
      try await store.markRead(key)
      twin.markRead(key)
    case 15:
      try await store.markReadReceiptSent(id, in: key)
      twin.markReceiptSent(id, in: key)
    case 16 where sweeps:
      let retention = Retention(
        publicMessages: pick(RetentionPeriod.allCases), privateMessages: pick(RetentionPeriod.allCases))
      let removed = try await store.sweep(retention, now: Self.now)
      try #require(removed == twin.sweep(retention, now: Self.now), place)
    case 17:
      let moment = Timestamp(milliseconds: Self.now.milliseconds + UInt64(below(3)))
      let renewed = try await store.renew(id, in: key, sentAt: moment)
      try #require(renewed == twin.renew(id, in: key, sentAt: moment), place)
    case 18:
      let moment = Timestamp(milliseconds: Self.now.milliseconds + UInt64(below(9)))
      try await store.clear(key, now: moment)
      twin.clear(key, now: moment)
    case 19:
      try await store.remove(key)
      twin.removeConversation(key)
    case 20, 21:
      let other = pick(keys)
      try await store.move(key, to: other)
      twin.move(key, to: other)
    default:
      let limit = below(8)
      let page = try await store.messages(before: id, in: key, limit: limit)
      try #require(page == twin.page(before: id, in: key, limit: limit), place)
      let message = try await store.message(id, in: key)
      let from = below(3) == 0 ? nil : id
      let later = try await store.messages(after: from, in: key, limit: limit)
      try #require(later == twin.after(from, in: key, limit: limit), place)
      try #require(message == twin.ordered(key).first { $0.message.id == id }?.message, place)
    }
  }

  private func compareAll(_ store: some Twinned, _ place: Comment) async throws {
    for key in keys {
      let page = try await store.newest(in: key, limit: 1_000)
      try #require(page == twin.page(before: nil, in: key, limit: 1_000), place)
      let due = try await store.readReceiptsDue(in: key)
      try #require(due == twin.due(key), place)
      let cleared = try await store.clearedUpTo(key)
      try #require(cleared == twin.clearedUpTo(key), place)
    }
    let summaries = try await store.conversations()
    try #require(summaries == twin.summaries(), place)
    for typed in ["hello", "h", "a", "hello b", "hello1", "1", "👩‍👩‍👧2", "b5"] {
      for key in [nil] + keys.map(Optional.some) {
        guard let query = SearchQuery(typed, in: key) else { continue }
        let page = try await store.messages(holding: query, after: nil, limit: 1_000)
        try #require(Set(page.messages) == twin.found(query) && page.next == nil, "\(typed), \(place)")
        let times = page.messages.map(\.sentAt)
        try #require(times == times.sorted(by: >), place)
        let pages = try await paged(store, query)
        try #require(pages == page.messages, place)
      }
    }
    let unconfirmed = try await store.unconfirmed()
    try #require(unconfirmed == twin.unconfirmed(), place)
  }

  private func paged(_ store: some Twinned, _ query: SearchQuery) async throws -> [ChatMessage] {
    var all: [ChatMessage] = []
    var position: SearchPosition?
    repeat {
      let page = try await store.messages(holding: query, after: position, limit: 7)
      all += page.messages
      position = page.next
    } while position != nil
    return all
  }

  private mutating func message(_ id: MessageID, in key: ConversationKey) -> ChatMessage {
    let isOwn = below(2) == 0
    let author = MessageAuthor(
      name: pick(["juno", "", "Zoë\u{202E}"]), address: isOwn ? nil : key.peer, noiseKey: pick(keys).peer,
      isOwn: isOwn)
    // Few distinct times, so that many are equal; some far older than every retention.
    let age = pick([0, 1, 2, 86_400_000, 86_400_001, 700_000_000, 3_000_000_000, Self.now.milliseconds])
    return ChatMessage(
      id: id, conversation: key, kind: below(6) == 0 ? .system : .person, author: author,
      text: pick(["", "hello", "👩‍👩‍👧", "a\u{0}b"]) + String(below(1_000)),
      sentAt: Timestamp(milliseconds: Self.now.milliseconds - age),
      delivery: isOwn && key.isPrivate ? state() : nil)
  }

  private mutating func state() -> DeliveryState {
    pick([
      .notSentYet, .sending, .sent, .carried, .delivered(at: Self.now), .read(at: Self.now),
      .failed(reason: "no way there"), .partiallyDelivered(reached: 2, total: 5),
    ])
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  private mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}
