import ConversationModel
import Cryptography
import Glibc
import Locks
import Storage
import Testing
import Timebase
import TransportPorts

@testable import ConversationStore

/// One changed row, in a file that SQLite finds sound: it is passed over, counted and told, and the file as
/// it was is kept once.
@Suite struct DamagedRowTests {
  let scratch: Scratch
  let path: String
  let told = Told()
  static let bob = peer("bbbbbbbbbbbbbbbb")
  static let juno = peer("1010101010101010")
  static let stranger = peer("5757575757575757")

  init() throws {
    scratch = try Scratch()
    path = scratch.path("c.db")
  }

  @Test func aChangedSettingHasItsDefaultAgain() async throws {
    try await fill()
    let original = try await damage("setting", "sealed", where: "name = 'nickname'")
    var store = try await open()
    #expect(try await store.setting(.nickname) == nil)
    #expect(told.losses == [loss { $0.settings = 1 }])
    #expect(try scratch.bytes("c.db" + Self.ending) == original)
    try await store.set("zoe", for: .nickname)
    await store.close()
    store = try await open()
    #expect(try await store.setting(.nickname) == "zoe")
    #expect(try await texts(store, .mesh) == ["m0", "m1", "m2", "m3"])
    await store.close()
    try expectOneCopy()
  }

  @Test func aChangedPersonIsLeftOutAndTheOthersAreKnown() async throws {
    try await fill()
    let original = try await damage("peer", "sealed", where: "sequence = 1")
    let store = try await open()
    #expect(try await store.knownPeers() == [known("bb")])
    #expect(told.losses == [loss { $0.people = 1 }])
    #expect(try scratch.bytes("c.db" + Self.ending) == original)
    try await store.remember(known("aa"))
    #expect(try await store.knownPeers() == [known("aa"), known("bb")])
    await store.close()
    try expectOneCopy()
  }

  @Test func aChangedMessageIsPassedOverWhereverItStands() async throws {
    for number in 0..<4 {
      try startAnew()
      try await fill()
      let original = try await damage("message", "sealed", where: "sequence = \(number + 1)")
      let store = try await open()
      let page = try await store.newest(in: .mesh, limit: 2)
      let left = (0..<4).filter { $0 != number }.map { "m\($0)" }
      #expect(page.messages.map(\.text) == left.suffix(2) && page.hasOlder)
      let older = try await store.messages(before: MessageID(left[1]), in: .mesh, limit: 9)
      #expect(older == MessagePage(messages: [line(left[0], number: left[0])], hasOlder: false))
      #expect(try await store.conversations().first { $0.key == .mesh }?.unreadCount == 3)
      #expect(told.losses == [loss { $0.messages = 1 }])
      #expect(try scratch.bytes("c.db" + Self.ending) == original)
      await store.close()
      try expectOneCopy()
    }
  }

  @Test func manyChangedMessagesAreOneLossAndOneCopy() async throws {
    try await fill()
    _ = try await damage("message", "sealed", where: "1")
    let store = try await open()
    #expect(try await store.conversations().isEmpty)
    #expect(try await store.unconfirmed().isEmpty)
    #expect(told.losses == [loss { ($0.messages, $0.waiting) = (9, 2) }])
    await store.close()
    try expectOneCopy()
  }

  @Test func whatWaitedToBeSentIsCounted() async throws {
    try await fill()
    _ = try await damage("message", "sealed", where: "is_waiting = 1 AND conversation = 2")
    let store = try await open()
    #expect(try await store.unconfirmed().map(\.text) == ["to stranger"])
    #expect(told.losses == [loss { ($0.messages, $0.waiting) = (1, 1) }])
    await store.close()
  }

  /// Their names are worked out from the people, or from who wrote in them.
  @Test func aChangedConversationKeepsItsNameAndItsMessages() async throws {
    for (id, column) in [(1, "sealed"), (2, "sealed"), (3, "sealed"), (1, "key"), (2, "key")] {
      try startAnew()
      try await fill()
      let sound = try await reading()
      let original = try await damage("conversation", column, where: "id = \(id)")
      #expect(try await reading() == sound, "\(column) of \(id)")
      #expect(told.losses == [loss { _ in }] && told.losses.allSatisfy(\.isMended))
      #expect(try scratch.bytes("c.db" + Self.ending) == original)
      #expect(try await reading() == sound)
      try expectOneCopy()
    }
  }

  @Test func aConversationNobodyCanNameShowsWithItsNextMessage() async throws {
    try await fill()
    _ = try await damage("conversation", "sealed", where: "id = 4")
    let store = try await open()
    #expect(try await !store.conversations().map(\.key).contains(Self.stranger))
    #expect(told.losses == [loss { ($0.conversations, $0.waiting) = (1, 1) }])
    #expect(try await texts(store, Self.stranger) == ["to stranger"])
    #expect(try await store.unconfirmed().map(\.text) == ["to bob"])
    _ = try await store.insert(line("hi", in: Self.stranger), isUnread: false)
    #expect(try await store.conversations().map(\.key).contains(Self.stranger))
    #expect(try await texts(store, Self.stranger) == ["to stranger", "hi"])
    #expect(try await store.unconfirmed().count == 2)
    await store.close()
  }

  @Test func aConversationNobodyCanNameIsSweptAsOthersAre() async throws {
    try await fill()
    _ = try await damage("conversation", "sealed", where: "id = 4")
    let store = try await open()
    _ = try await store.conversations()
    #expect(try await store.sweep(Retention(), now: Timestamp(milliseconds: 100 * 86_400_000)) == 9)
    #expect(try await texts(store, Self.stranger).isEmpty)
    await store.close()
    #expect(try await count("conversation") == 0)
  }

  @Test func aConversationThatWasBegunAnewIsJoinedWithItsOld() async throws {
    try await fill()
    var store = try await open()
    let database = try Database.open(at: path, migrations: Schema.migrations)
    try await database.write { try $0.run("UPDATE conversation SET key = x'00' WHERE id = 2") }
    await database.close()
    // Looked up by its index it is not found.
    _ = try await store.insert(line("new", in: Self.bob, number: "9"), isUnread: false)
    #expect(try await texts(store, Self.bob) == ["new"])
    _ = try await store.conversations()
    #expect(try await texts(store, Self.bob) == ["from bob", "to bob", "new"])
    await store.close()
    store = try await open()
    #expect(try await texts(store, Self.bob) == ["from bob", "to bob", "new"])
    #expect(told.losses.map(\.isMended) == [true])
    await store.close()
  }

  @Test func aChangedKeyCheckIsToldFromAnotherKey() async throws {
    try await fill()
    let sound = try await reading()
    let original = try await damage("key_check", "sealed", where: "1")
    await #expect(throws: ConversationStoreError.wrongKey(path: path)) { try await open(key: 2) }
    #expect(try scratch.bytes("c.db") == original)
    #expect(try await reading() == sound)
    #expect(told.losses == [loss { _ in }])
    #expect(try scratch.bytes("c.db" + Self.ending) == original)
    #expect(try await reading() == sound)
    try expectOneCopy()
  }

  @Test func aRowOfAMessageThatWasMovedOrRenamedIsPassedOver() async throws {
    for change in ["conversation = 2", "conversation = 77, is_waiting = 1", "id = x'00'"] {
      try startAnew()
      try await fill()
      // Opened as another's file, its rules between tables are not enforced.
      let database = try ForeignDatabase.open(at: path, forWriting: true)
      try await database.write { try $0.run("UPDATE message SET \(change) WHERE sequence = 2") }
      await database.close()
      let store = try await open()
      #expect(try await store.unconfirmed().count == 2)
      #expect(try await texts(store, .mesh) == ["m0", "m2", "m3"])
      #expect(try await texts(store, Self.bob) == ["from bob", "to bob"])
      #expect(told.losses == [loss { ($0.messages, $0.waiting) = (1, change.contains("77") ? 1 : 0) }])
      await store.close()
    }
  }

  @Test func nothingIsWrittenOverADamagedRowBeforeItIsKept() async throws {
    let writes: [(table: String, row: String, write: @Sendable (ConversationStore) async throws -> Void)] = [
      ("setting", "name = 'nickname'", { try await $0.set("zoe", for: .nickname) }),
      ("setting", "name = 'nickname'", { try await $0.set(nil, for: .nickname) }),
      ("peer", "sequence = 1", { try await $0.remember(known("aa", nickname: "ann")) }),
      ("peer", "sequence = 1", { try await $0.remember(known("cc")) }),
      ("message", "sequence = 1", { _ = try await $0.sweep(Retention(), now: Self.later) }),
      (
        "message", "sequence = 6",
        { _ = try await $0.report(.delivered(at: Self.later), of: MessageID("to bob"), in: Self.bob) }
      ),
    ]
    for (number, one) in writes.enumerated() {
      try startAnew()
      try await fill()
      let original = try await damage(one.table, "sealed", where: one.row)
      let store = try await open(limits: StoreLimits(peersMax: 2))
      try await one.write(store)
      await store.close()
      #expect(told.losses.count == 1, "\(number)")
      #expect(try scratch.bytes("c.db" + Self.ending) == original, "\(number)")
      try expectOneCopy()
    }
  }

  @Test func withoutACopyNothingIsChanged() async throws {
    try await fill()
    let original = try await damage("message", "sealed", where: "sequence = 1")
    for number in 1...1_000 {
      try scratch.write([], to: "c.db" + Self.ending + (number == 1 ? "" : "-\(number)"))
    }
    let store = try await open()
    await #expect(throws: ConversationStoreError.cannotKeep(.cannotSetAside(path: path, systemError: EEXIST)))
    {
      try await store.newest(in: .mesh, limit: 9)
    }
    #expect(try await store.setting(.nickname) == "juno")
    await store.close()
    #expect(try scratch.bytes("c.db") == original)
    #expect(told.losses.isEmpty)
  }

  @Test func theWordsSayWhatIsLostAndWhereTheFileIs() {
    var loss = StoreLoss(keptPath: "/x/c.db.damaged-1")
    #expect(
      loss.description == "The message history was damaged and is mended; nothing is lost. "
        + "The file as it was is kept at /x/c.db.damaged-1.")
    (loss.messages, loss.waiting, loss.people, loss.settings) = (3, 1, 1, 1)
    #expect(
      loss.description == "The message history is damaged in part: 3 messages, 1 remembered person and "
        + "1 setting cannot be read. Everything else is there. The file as it was is kept at "
        + "/x/c.db.damaged-1. 1 message waited to be sent and will not be. Compare fingerprints anew with "
        + "the people you rely on. Choose your name anew.")
  }

  // MARK: The store of these tests

  private static let ending = ".damaged-20270115-080000"
  private static let later = Timestamp(milliseconds: 100 * 86_400_000)

  private static func peer(_ text: String) -> ConversationKey { ConversationKey(text) ?? .mesh }

  /// Four public messages (conversation 1); bob, who is remembered (2); juno, who only wrote (3); somebody
  /// of whom nothing is known but what waits for them (4).
  private func fill() async throws {
    let store = try await ConversationStore.open(at: path, storeKey: key(1))
    for number in 0..<4 {
      _ = try await store.insert(line("m\(number)", number: "m\(number)"), isUnread: true)
    }
    _ = try await store.insert(line("from bob", in: Self.bob), isUnread: false)
    _ = try await store.insert(line("to bob", in: Self.bob, isOwn: true), isUnread: false)
    _ = try await store.insert(line("from juno", in: Self.juno), isUnread: true)
    _ = try await store.insert(line("more", in: Self.juno), isUnread: true)
    _ = try await store.insert(line("to stranger", in: Self.stranger, isOwn: true), isUnread: false)
    try await store.remember(known("aa"))
    try await store.remember(
      KnownPeer(
        fingerprint: known("bb").fingerprint, noiseKey: known("bb").noiseKey,
        signingKey: known("bb").signingKey, isSigningKeyAuthenticated: false, nickname: "n"))
    try await store.set("juno", for: .nickname)
    await store.close()
  }

  private func line(
    _ text: String, in conversation: ConversationKey = .mesh, isOwn: Bool = false, number: String = "5"
  ) -> ChatMessage {
    let moment = UInt64(number.drop { $0 == "m" }) ?? 5
    return ChatMessage(
      id: MessageID(text), conversation: conversation,
      author: MessageAuthor(name: "n", address: isOwn ? nil : conversation.peer, isOwn: isOwn), text: text,
      sentAt: Timestamp(milliseconds: 1_000 + moment), delivery: isOwn ? .sending : nil)
  }

  private func open(key number: UInt8 = 1, limits: StoreLimits = StoreLimits()) async throws
    -> ConversationStore
  {
    try await ConversationStore.open(
      at: path, storeKey: key(number), limits: limits,
      losses: LossReport(
        now: { Timestamp(milliseconds: 1_800_000_000_000) }, tell: { [told] in told.add($0) }))
  }

  /// All that a node reads at its start, and every message.
  private func reading() async throws -> [String] {
    let store = try await open()
    var all = try await store.conversations().map { "\($0)" }
    all += try await store.unconfirmed().map(\.text)
    for key in [.mesh, Self.bob, Self.juno, Self.stranger] { all += try await texts(store, key) }
    all += try await store.knownPeers().map(\.fingerprint) + [store.setting(.nickname) ?? ""]
    await store.close()
    return all
  }

  private func texts(_ store: ConversationStore, _ key: ConversationKey) async throws -> [String] {
    try await store.newest(in: key, limit: 99).messages.map(\.text)
  }

  /// Flips one bit in the middle of a column; answers the file as it is then.
  private func damage(_ table: String, _ column: String, where rows: String) async throws -> [UInt8] {
    let database = try Database.open(at: path, migrations: Schema.migrations)
    try await database.write { connection in
      let values = try connection.query("SELECT \(column) FROM \(table) WHERE \(rows)") { try $0.blob(0) }
      for value in values {
        var changed = value
        changed[value.count / 2] ^= 4
        try connection.run(
          "UPDATE \(table) SET \(column) = ? WHERE \(column) = ?", [.blob(changed), .blob(value)])
      }
    }
    await database.close()
    return try scratch.bytes("c.db")
  }

  private func count(_ table: String) async throws -> Int64? {
    let database = try Database.open(at: path, migrations: Schema.migrations)
    let count = try await database.read { try $0.integer("SELECT count(*) FROM \(table)") }
    await database.close()
    return count
  }

  private func expectOneCopy() throws {
    #expect(try scratch.names() == ["c.db", "c.db" + Self.ending])
    #expect(try scratch.mode("c.db" + Self.ending) == 0o600)
  }

  private func startAnew() throws {
    told.clear()
    for name in try scratch.names() { unlink(scratch.path(name)) }
  }

  private func loss(_ change: (inout StoreLoss) -> Void) -> StoreLoss {
    var loss = StoreLoss(keptPath: path + Self.ending)
    change(&loss)
    return loss
  }

  private func key(_ number: UInt8) -> SecretBytes { SecretBytes([UInt8](repeating: number, count: 32)) }
}

/// What was told.
final class Told: Sendable {
  private let all = Mutex<[StoreLoss]>([])

  var losses: [StoreLoss] { all.withLock { $0 } }

  func add(_ loss: StoreLoss) { all.withLock { $0.append(loss) } }

  func clear() { all.withLock { $0 = [] } }
}
