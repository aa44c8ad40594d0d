import Bytes
import ConversationModel
import Cryptography
import Foundation
import Testing
import Timebase
import TransportPorts

@testable import ConversationStore
@testable import Storage

/// The keyed index: what it finds, what a copied file shows of it, and that it can always be made anew.
@Suite struct SearchTests {
  let scratch: Scratch
  let path: String
  static let bob = ConversationKey("bbbbbbbbbbbbbbbb") ?? .mesh

  init() throws {
    scratch = try Scratch()
    path = scratch.path("c.db")
  }

  @Test func theNewestComesFirstInAllConversationsOrInOne() async throws {
    let store = try await open()
    for (number, text) in ["Landing at nine", "the landing fee", "no fee", "landed"].enumerated() {
      try await store.put(text, in: number == 1 ? Self.bob : .mesh, at: [30, 10, 20, 40][number])
    }
    #expect(try await store.found("LAND") == ["landed", "Landing at nine", "the landing fee"])
    #expect(try await store.found("land fee") == ["the landing fee"])
    #expect(try await store.found("landing", in: .mesh) == ["Landing at nine"])
    #expect(try await store.found("anding").isEmpty)
    await store.close()
  }

  @Test func manyOfOneMillisecondAreAllFoundOnce() async throws {
    let store = try await open()
    for number in 0..<50 { try await store.put("word \(number)", at: 7) }
    try await store.put("word later", at: 8)
    var all: [String] = []
    var position: SearchPosition?
    repeat {
      let page = try await store.messages(
        holding: #require(SearchQuery("word")), after: position, limit: 4)
      all += page.messages.map(\.text)
      position = page.next
    } while position != nil
    #expect(all == ["word later"] + (0..<50).reversed().map { "word \($0)" })
    await store.close()
  }

  @Test func aFullMillisecondGoesOnInTheNext() throws {
    let time = Timestamp(milliseconds: 5)
    #expect(SearchIndex.endPlace(time) == SearchIndex.firstPlace(Timestamp(milliseconds: 6)))
    #expect(SearchIndex.firstPlace(Timestamp(milliseconds: .max)) == 1 << 62)
  }

  @Test func aCopiedFileShowsNoWordAndNoHashOfOne() async throws {
    let store = try await open()
    for number in 0..<300 {
      try await store.put("rendezvous \(number) at the lighthouse", at: UInt64(number))
    }
    let names = try scratch.names()
    #expect(names == ["c.db", "c.db-shm", "c.db-wal"])
    for isOpen in [true, false] {
      if !isOpen { await store.close() }
      for name in try scratch.names() {
        let bytes = try scratch.bytes(name)
        for word in ["rendezvous", "rendezvo", "lighthouse", "lighthou", "RENDEZ"] {
          #expect(!bytes.holds(Array(word.utf8)), "\(word) stands in \(name)")
          let hash = BLAKE2b.hash(Array(word.utf8), outputBytes: 8)
          #expect(!bytes.holds(hash) && !bytes.holds(Array(hash.hexadecimal.utf8)))
        }
      }
    }
  }

  @Test func twoStoresHaveNoMarkInCommon() async throws {
    var marks: [Set<String>] = []
    for key in [UInt8(1), 2] {
      let store = try await ConversationStore.open(
        at: scratch.path("\(key).db"), storeKey: SecretBytes([UInt8](repeating: key, count: 32)))
      try await store.put("the same words here", at: 1)
      marks.append(try await store.marks())
      await store.close()
    }
    #expect(marks.allSatisfy { $0.count > 10 } && marks[0].isDisjoint(with: marks[1]))
  }

  @Test func aShorterRetentionForgetsAtOnceInFileLogIndexAndSearch() async throws {
    let store = try await open()
    let day: UInt64 = 86_400_000
    for number in 0..<40 {
      try await store.put("ancient \(number)", in: Self.bob, at: UInt64(number) * 1_000)
      try await store.put("recent \(number)", in: Self.bob, at: 5 * day + UInt64(number) * 1_000)
    }
    let old = try await store.sealed(before: day)
    let oldMarks = try await store.marks().subtracting(
      try await marks(of: (0..<40).map { "recent \($0)" }))
    let isThere = try old.filter { try stands($0) }.count
    #expect(old.count == 40 && isThere == 40 && oldMarks.count == 6, "else nothing is shown")
    let now = Timestamp(milliseconds: 6 * day)
    #expect(try await store.sweep(Retention(privateMessages: .week), now: now) == 0)
    #expect(try await store.found("ancient").count == 40)
    #expect(try await store.sweep(Retention(privateMessages: .day), now: now) == 40)
    #expect(try await store.found("ancient").isEmpty)
    #expect(try await store.newest(in: Self.bob, limit: 99).messages.count == 40)
    let left = try old.filter { try stands($0) }
    #expect(left.isEmpty, "sealed rows are left in a file")
    #expect(try await store.marks().isDisjoint(with: oldMarks))
    #expect(try await store.found("recent").count == 40)
    await store.close()
  }

  @Test func aClearedConversationIsForgottenAtOnce() async throws {
    let store = try await open()
    for number in 0..<30 { try await store.put("gone \(number)", in: Self.bob, at: UInt64(number)) }
    try await store.put("stays", at: 5)
    let old = try await store.sealed(before: 100)
    try await store.clear(Self.bob, now: Timestamp(milliseconds: 50))
    #expect(try await store.found("gone").isEmpty)
    #expect(try await store.found("stays") == ["stays"])
    #expect(try old.filter { try stands($0) }.count == 1)
    #expect(try await store.marks() == marks(of: ["stays"]))
    await store.close()
  }

  @Test func aStoreOfAnEarlierSchemaGetsItsIndexHoweverOftenItIsStopped() async throws {
    var store = try await open()
    for number in 0..<1_100 { try await store.put("old number\(number)", at: UInt64(number)) }
    await store.close()
    try downgrade()
    // The first two parts, as if killed after each.
    for _ in 0..<2 {
      let database = try Database.open(at: path, migrations: Schema.migrations)
      let sealer = try RowSealer(storeKey: Self.key)
      try await database.write { connection in
        _ = try MessageTable(connection: connection, sealer: sealer).indexSome()
      }
      await database.close()
    }
    store = try await open()
    #expect(try await store.found("number1").count == 211)
    #expect(try await store.found("old", limit: 1_000).count == 1_000)
    #expect(try await store.found("number1099") == ["old number1099"])
    await store.close()
  }

  @Test func aDamagedIndexIsMadeAnewAndCostsNothing() async throws {
    var store = try await open()
    for number in 0..<200 { try await store.put("word\(number)", at: UInt64(number)) }
    await store.close()
    for damage in [
      "DELETE FROM message_piece_data",
      "UPDATE message_piece_data SET block = substr(block, 1, length(block) / 2)",
      "UPDATE message_piece_data SET block = x'FFFFFFFFFFFFFFFFFFFFFFFFFFFF' WHERE id = 10",
    ] {
      // No connection of the store's own could do that.
      try Connection(path: path).run(damage)
      store = try await open()
      #expect(try await store.found("word17").count == 11, "\(damage)")
      try await store.put("after", at: 1_000)
      #expect(try await store.found("after").count >= 1)
      try await store.clear(Self.bob, now: Timestamp(milliseconds: 1))
      await store.close()
      store = try await open()
      try await store.put("once more", at: 1_001)
      #expect(try await store.found("word1", limit: 999).count == 111, "\(damage)")
      await store.close()
    }
  }

  @Test func aRowThatDamageTookIsNotFoundAndTheOthersAre() async throws {
    var store = try await open()
    for number in 0..<5 { try await store.put("word \(number)", at: UInt64(number)) }
    await store.close()
    let database = try Database.open(at: path, migrations: Schema.migrations)
    try await database.write { try $0.run("UPDATE message SET sealed = x'01' WHERE sequence = 3") }
    await database.close()
    store = try await open()
    #expect(try await store.found("word") == [4, 3, 1, 0].map { "word \($0)" })
    await store.close()
  }

  private static let key = SecretBytes([UInt8](repeating: 1, count: 32))

  private func open() async throws -> ConversationStore {
    try await ConversationStore.open(at: path, storeKey: Self.key)
  }

  private func marks(of texts: [String]) async throws -> Set<String> {
    let sealer = try RowSealer(storeKey: Self.key)
    var marks = Set(
      texts.flatMap(SearchPieces.of).map { sealer.mark(Array($0.utf8), kind: 0).hexadecimal })
    let keys = texts.contains("stays") ? [ConversationKey.mesh] : [Self.bob]
    for key in keys {
      let index = sealer.index(Array(key.text.utf8), context: "conversation")
      marks.insert(sealer.mark(index, kind: 1).hexadecimal)
    }
    return marks
  }

  private func stands(_ bytes: [UInt8]) throws -> Bool {
    try scratch.names().contains { try scratch.bytes($0).holds(bytes) }
  }

  /// Makes the file one of the first schema again.
  private func downgrade() throws {
    let connection = try Connection(path: path)
    try connection.script(
      """
      DROP TABLE message_piece; DROP TABLE index_state; DROP INDEX message_place; DROP TABLE relation;
      ALTER TABLE message DROP COLUMN place; ALTER TABLE conversation DROP COLUMN cleared_up_to;
      PRAGMA user_version = 1;
      """)
  }
}

extension ConversationStore {
  /// Stores a line of somebody.
  func put(_ text: String, in key: ConversationKey = .mesh, at milliseconds: UInt64) async throws {
    _ = try await insert(
      ChatMessage(
        id: MessageID("\(milliseconds) \(text)"), conversation: key,
        author: MessageAuthor(name: "n", address: key.peer, isOwn: false), text: text,
        sentAt: Timestamp(milliseconds: milliseconds)), isUnread: false)
  }

  /// The texts that a search finds.
  func found(_ typed: String, in key: ConversationKey? = nil, limit: Int = 300) async throws -> [String] {
    guard let query = SearchQuery(typed, in: key) else { return [] }
    return try await messages(holding: query, after: nil, limit: limit).messages.map(\.text)
  }

  /// The sealed bytes of messages sent before a time.
  func sealed(before milliseconds: UInt64) async throws -> [[UInt8]] {
    let last = Timestamp(milliseconds: milliseconds).sortable
    return try await database.read { connection in
      try connection.query("SELECT sealed FROM message WHERE sent_at < ?", [.integer(last)]) {
        try $0.blob(0)
      }
    }
  }

  /// Every mark that stands in the index.
  func marks() async throws -> Set<String> {
    try await database.write { connection in
      try connection.script("CREATE VIRTUAL TABLE temp.marks USING fts5vocab(main, message_piece, row)")
      defer { _ = try? connection.run("DROP TABLE temp.marks") }
      return Set(try connection.query("SELECT term FROM temp.marks") { try $0.text(0) })
    }
  }
}

extension [UInt8] {
  /// Whether the bytes stand in these, one behind the other. By way of Data, which searches fast.
  func holds(_ bytes: [UInt8]) -> Bool { Data(self).range(of: Data(bytes)) != nil }
}
