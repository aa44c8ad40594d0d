import ConversationModel
import Cryptography
import Foundation
import Storage
import Testing
import Timebase
import TransportPorts

@testable import ConversationStore

private let now = Timestamp(milliseconds: 1_800_000_000_000)

private func key(_ byte: UInt8) -> SecretBytes { SecretBytes([UInt8](repeating: byte, count: 32)) }

private func line(
  _ id: String, in key: ConversationKey = .mesh, text: String = "text", at milliseconds: UInt64 = 1,
  isOwn: Bool = false, delivery: DeliveryState? = nil
) -> ChatMessage {
  ChatMessage(
    id: MessageID(id), conversation: key, author: MessageAuthor(name: "juno", address: nil, isOwn: isOwn),
    text: text, sentAt: Timestamp(milliseconds: milliseconds), delivery: delivery)
}

private func direct(_ number: Int) throws -> ConversationKey {
  let digits = String(number, radix: 16)
  return .direct(try #require(PeerAddress(String(repeating: "0", count: 16 - digits.count) + digits)))
}

@Suite struct ConversationStoreTests {
  let scratch: Scratch
  let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch.path("c.db")
  }

  @Test func pagesCoverEveryMessageOnceAlsoAtEqualTimes() async throws {
    let store = try await open()
    for number in 0..<23 { _ = try await store.insert(line("m\(number)", at: 5), isUnread: false) }
    var page = try await store.newest(in: .mesh, limit: 5)
    var walked = page.messages
    while page.hasOlder {
      page = try await store.messages(before: try #require(walked.first).id, in: .mesh, limit: 5)
      walked = page.messages + walked
    }
    #expect(walked.map(\.id.text) == (0..<23).map { "m\($0)" })
    let unknown = try await store.messages(before: MessageID("no"), in: .mesh, limit: 5)
    #expect(unknown == MessagePage(messages: [], hasOlder: false))
    let nothing = try await store.newest(in: .mesh, limit: -1)
    #expect(nothing == MessagePage(messages: [], hasOlder: true))
    await store.close()
  }

  @Test func everyTimeOfTheWireKeepsItsOrder() async throws {
    let store = try await open()
    let times: [UInt64] = [.max, 0, 1 << 63, (1 << 63) - 1, 1, now.milliseconds]
    for time in times { _ = try await store.insert(line("t\(time)", at: time), isUnread: false) }
    let page = try await store.newest(in: .mesh, limit: 10)
    #expect(page.messages.map(\.sentAt.milliseconds) == times.sorted())
    await store.close()
  }

  @Test func retentionRemovesByAgeOnlyAndByDefaultAfterOneDayAndOneWeek() async throws {
    let store = try await open()
    let bob = try direct(1)
    let (day, week): (UInt64, UInt64) = (86_400_000, 7 * 86_400_000)
    for (key, age) in [(ConversationKey.mesh, day), (bob, week)] {
      for extra: UInt64 in [0, 1] {
        let message = line("\(age)+\(extra)", in: key, at: now.milliseconds - age - extra)
        _ = try await store.insert(message, isUnread: true)
      }
    }
    #expect(try await store.sweep(Retention(), now: now) == 2)
    #expect(try await store.sweep(Retention(), now: now) == 0)
    let kept = try await store.conversations()
    #expect(Set(kept.map(\.newest.id.text)) == ["\(day)+0", "\(week)+0"])
    #expect(kept.map(\.unreadCount) == [1, 1])
    let later = Timestamp(milliseconds: now.milliseconds + 1)
    #expect(try await store.sweep(Retention(), now: later) == 2)
    #expect(try await store.conversations().isEmpty)
    await store.close()
  }

  @Test func hostileTextsAndNamesComeBackAsTheyWere() async throws {
    let texts = [
      "", "\u{0}", "<script>alert(1)</script>", "'; DROP TABLE message; --",
      "\u{202E}\u{2066}\u{200B}\u{FEFF}",
      "a" + String(repeating: "\u{301}", count: 100_000), String(repeating: "👩‍👩‍👧", count: 4_000),
      "\r\n\t\u{7F}",
    ]
    let bob = try direct(2)
    var store = try await open()
    for (number, text) in texts.enumerated() {
      var message = line(
        "h\(number)", in: bob, text: text, at: UInt64(number), isOwn: true, delivery: .failed(reason: text))
      message.author.name = text
      #expect(try await store.insert(message, isUnread: false) == .inserted)
    }
    await store.close()
    store = try await open()
    let page = try await store.newest(in: bob, limit: 100)
    #expect(page.messages.map { Array($0.text.utf8) } == texts.map { Array($0.utf8) })
    #expect(page.messages.map { Array($0.author.name.utf8) } == texts.map { Array($0.utf8) })
    #expect(page.messages.map(\.delivery) == texts.map { .failed(reason: $0) })
    await store.close()
  }

  @Test func whatDoesNotFitIsRefusedInWords() async throws {
    let store = try await open()
    let long = String(repeating: "x", count: 1 << 20) + "x"
    for message in [line(""), line(String(repeating: "i", count: 256)), line("a", text: long)] {
      await #expect(throws: ConversationStoreError.doesNotFit) {
        try await store.insert(message, isUnread: false)
      }
    }
    #expect(try await store.conversations().isEmpty)
    await store.close()
  }

  @Test func nothingAPersonCouldReadStandsInTheFiles() async throws {
    let store = try await open()
    let bob = try direct(0xB0B)
    let message = line("SECRET-ID", in: bob, text: "secret text", at: now.milliseconds)
    _ = try await store.insert(message, isUnread: true)
    try await store.remember(known("f1", nickname: "secret name"))
    try await store.set("secret nickname", for: .nickname)
    for name in ["c.db", "c.db-wal"] { try expectNoSecrets(in: name) }
    await store.close()
    try expectNoSecrets(in: "c.db")
  }

  @Test func anotherKeyIsTypedAndChangesNothing() async throws {
    let store = try await open()
    _ = try await store.insert(line("a"), isUnread: false)
    await store.close()
    let bytes = try scratch.bytes("c.db")
    await #expect(throws: ConversationStoreError.wrongKey(path: path)) {
      try await ConversationStore.open(at: path, storeKey: key(2))
    }
    await #expect(throws: ConversationStoreError.wrongKey(path: path)) {
      try await ConversationStore.open(at: path, storeKey: SecretBytes([1]))
    }
    await #expect(throws: ConversationStoreError.wrongKey(path: path)) {
      try await ConversationStore.openOrSetAside(at: path, storeKey: key(2), now: now)
    }
    #expect(try scratch.bytes("c.db") == bytes)
    #expect(try scratch.names() == ["c.db"])
    let again = try await open()
    #expect(try await again.message(MessageID("A"), in: .mesh)?.text == "text")
    await again.close()
  }

  @Test func aDamagedFileIsKeptAndAFreshOneOpened() async throws {
    let damaged = [UInt8](repeating: 0x5A, count: 10_000)
    for round in 1...2 {
      try scratch.write(damaged, to: "c.db")
      await #expect(throws: ConversationStoreError.storage(.notADatabase(path: path))) { try await open() }
      let (store, kept) = try await ConversationStore.openOrSetAside(at: path, storeKey: key(1), now: now)
      #expect(kept == .damaged(path: path + ".damaged-20270115-080000" + (round == 1 ? "" : "-2")))
      _ = try await store.insert(line("a"), isUnread: false)
      await store.close()
    }
    let names = try scratch.names().filter { $0.contains("damaged") }
    #expect(names.count == 2)
    for name in names { #expect(try scratch.bytes(name) == damaged) }
    let (store, kept) = try await ConversationStore.openOrSetAside(at: path, storeKey: key(1), now: now)
    #expect(kept == nil)
    await store.close()
  }

  @Test func rowsThatChangedPlacesAreNoticed() async throws {
    let store = try await open()
    for id in ["a", "b"] { _ = try await store.insert(line(id, text: id), isUnread: false) }
    await store.close()
    let database = try Database.open(at: path, migrations: Schema.migrations)
    try await database.write { connection in
      try connection.run(
        "UPDATE message SET sealed = (SELECT sealed FROM message WHERE sequence = 1) WHERE sequence = 2")
    }
    await database.close()
    let again = try await open()
    #expect(try await again.newest(in: .mesh, limit: 5).messages == [line("a", text: "a")])
    await again.close()
    #expect(try scratch.names() == ["c.db", "c.db.damaged-19700101-000000"])
  }

  @Test func theSchemaIsTheOneThatShipped() async throws {
    await (try await open()).close()
    let database = try Database.open(at: path, migrations: Schema.migrations)
    let schema = try await database.read { try $0.schema() }
    await database.close()
    let kept = try #require(Bundle.module.url(forResource: "Fixtures/schema-4", withExtension: "sql"))
    #expect(
      schema.joined(separator: ";\n") + ";\n" == String(decoding: try Data(contentsOf: kept), as: UTF8.self))
  }

  private func open(_ limits: StoreLimits = StoreLimits()) async throws -> ConversationStore {
    try await ConversationStore.open(at: path, storeKey: key(1), limits: limits)
  }

  private func expectNoSecrets(in name: String) throws {
    let bytes = Data(try scratch.bytes(name))
    #expect(!bytes.isEmpty)
    for secret in ["secret", "SECRET", "b0b", "juno", "f1f1"] {
      #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) stands in \(name)")
    }
  }
}

func known(
  _ pair: String, nickname: String = "n", signing: UInt8 = 1, isAuthenticated: Bool = false
) -> KnownPeer {
  KnownPeer(
    fingerprint: String(repeating: pair, count: 32), noiseKey: [UInt8](repeating: 9, count: 32),
    signingKey: [UInt8](repeating: signing, count: 32), isSigningKeyAuthenticated: isAuthenticated,
    nickname: nickname)
}

@Suite struct StoreLimitTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test func aFullConversationLosesItsOldest() async throws {
    let store = try await open(StoreLimits(messagesPerConversationMax: 5))
    let changes = await store.changes()
    for number in 0..<12 {
      _ = try await store.insert(line("m\(number)", at: UInt64(number)), isUnread: true)
    }
    _ = try await store.insert(line("late", at: 0), isUnread: true)
    let page = try await store.newest(in: .mesh, limit: 100)
    #expect(page == MessagePage(messages: (7..<12).map { line("m\($0)", at: UInt64($0)) }, hasOlder: false))
    let summary = try #require(try await store.conversations().first)
    #expect(summary.unreadCount == 5)
    #expect(summary.firstUnread == MessageID("m7"))
    await store.close()
    var removed: [MessageID] = []
    for await change in changes {
      if case .removed(let ids, from: .mesh) = change.change { removed.append(contentsOf: ids) }
    }
    #expect(removed == (0..<7).map { MessageID("m\($0)") } + [MessageID("late")])
  }

  @Test func tooManyConversationsLoseTheOneSilentForLongestNeverTheOpenChannel() async throws {
    let store = try await open(StoreLimits(conversationsMax: 4))
    _ = try await store.insert(line("public"), isUnread: false)
    for number in 1...9 {
      // Times from the future do not help a stranger to stay.
      let message = line("m", in: try direct(number), at: number == 1 ? .max : UInt64(number))
      _ = try await store.insert(message, isUnread: true)
    }
    let keys = Set(try await store.conversations().map(\.key))
    #expect(keys == [.mesh, try direct(7), try direct(8), try direct(9)])
    await store.close()
  }

  @Test func tooManyPeopleLoseStrangersBeforeThoseOfSessions() async throws {
    let store = try await open(StoreLimits(peersMax: 3))
    try await store.remember(known("01", isAuthenticated: true))
    for number in 10..<20 { try await store.remember(known("\(number)")) }
    let people = try await store.knownPeers().map { String($0.fingerprint.prefix(2)) }
    #expect(people == ["01", "18", "19"])
    await store.close()
  }

  private func open(_ limits: StoreLimits) async throws -> ConversationStore {
    try await ConversationStore.open(at: scratch.path("c.db"), storeKey: key(1), limits: limits)
  }
}
