import ConversationModel
import Cryptography
import Glibc
import Storage
import Testing
import Timebase
import TransportPorts

@testable import ConversationStore

/// A store that cannot be used as it is: the original is kept, and the person can be told what happened.
@Suite struct DamagedStoreTests {
  let scratch: Scratch
  let path: String
  let now = Timestamp(milliseconds: 1_800_000_000_000)

  init() throws {
    scratch = try Scratch()
    path = scratch.path("c.db")
  }

  @Test func everyDamagedFileIsKeptAsItWas() async throws {
    let sound = try await filled(path, key: 1, messages: 200)
    var random = SeededRandom(number: 4)
    var cases: [(name: String, bytes: [UInt8])] = [
      ("random", random.bytes(sound.count)), ("zeros", [UInt8](repeating: 0, count: sound.count)),
      ("empty", []), ("one byte", [0x53]), ("head only", Array(sound[..<4_096])),
    ]
    for count in stride(from: 4_096, to: sound.count, by: sound.count / 7 / 4_096 * 4_096) {
      cases.append(("cut at \(count)", Array(sound[..<count])))
      var zeroed = sound
      zeroed.replaceSubrange(count..<count + 4_096, with: repeatElement(0, count: 4_096))
      cases.append(("page at \(count) zeroed", zeroed))
    }
    var wrong: [String] = []
    for damaged in cases {
      for name in try scratch.names() { unlink(scratch.path(name)) }
      try scratch.write(damaged.bytes, to: "c.db")
      let (store, kept) = try await open(key: 1)
      await store.close()
      let name = "c.db.damaged-20270115-080000"
      let place = scratch.path(name)
      let isSaid = kept == (damaged.bytes.isEmpty ? .empty(path: place) : .damaged(path: place))
      if try !isSaid || scratch.bytes(name) != damaged.bytes { wrong.append(damaged.name) }
    }
    #expect(wrong.isEmpty, "\(wrong)")
    #expect(cases.count > 15)
  }

  @Test func whatWasSetAsideGoesWithAShorterTimeAndWithWhatIsEmptied() async throws {
    let aside = "c.db.damaged-20270101-000000"
    let (store, _) = try await open(key: 1)
    for change in ["shorter", "emptied", "removed", "old"] {
      try scratch.write([1, 2, 3], to: aside)
      switch change {
      case "shorter":
        _ = try await store.choose(Retention(publicMessages: .forever, privateMessages: .forever), now: now)
        #expect(try scratch.names().contains(aside), "a longer time takes nothing")
        _ = try await store.choose(Retention(publicMessages: .forever, privateMessages: .month), now: now)
      case "emptied": try await store.clear(.mesh, now: now)
      case "removed": try await store.remove(.mesh)
      default:
        _ = try await store.sweep(Retention(publicMessages: .forever, privateMessages: .forever), now: now)
        #expect(try scratch.names().contains(aside))
        // Files of today are long gone by then.
        let later = Timestamp(milliseconds: now.milliseconds * 4)
        _ = try await store.sweep(Retention(publicMessages: .forever, privateMessages: .day), now: later)
      }
      #expect(try !scratch.names().contains(aside), "\(change)")
    }
    await store.close()
  }

  /// Logs of another profile: one that makes a mixture, and one that replaces every page.
  @Test func aForeignLogIsKeptAndTheHistoryStays() async throws {
    for messages in [1, 200] {
      for name in try scratch.names() { unlink(scratch.path(name)) }
      _ = try await filled(path, key: 1, messages: messages)
      let sound = try scratch.bytes("c.db")
      for (key, others) in [(2, 1), (2, 400), (1, 400)] as [(UInt8, Int)] {
        let log = try await logOfAnother(key: key, messages: others)
        try scratch.write(log, to: "c.db-wal")
        let before = try scratch.names().filter { $0.hasSuffix("-wal") }.count
        let (store, kept) = try await open(key: 1)
        await store.close()
        // A log under the same key that fits page for page cannot be told from our own.
        if key == 1, kept == nil { continue }
        guard case .log(let place) = kept else {
          Issue.record("\(messages) and \(others): \(String(describing: kept))")
          continue
        }
        #expect(try scratch.bytes(String(place.split(separator: "/").last ?? "")) == log)
        #expect(try scratch.names().filter { $0.hasSuffix("-wal") }.count == before)
        #expect(try scratch.bytes("c.db") == sound, "\(messages) and \(others)")
      }
    }
  }

  @Test func aDamagedFileTakesItsLogAlong() async throws {
    let sound = try await filled(path, key: 1, messages: 200)
    var random = SeededRandom(number: 8)
    let log = random.bytes(9_000)
    var damaged = sound
    for index in 4_096..<sound.count { damaged[index] = 0xA5 }
    try scratch.write(damaged, to: "c.db")
    try scratch.write(log, to: "c.db-wal")
    let (store, kept) = try await open(key: 1)
    await store.close()
    #expect(kept == .damaged(path: path + ".damaged-20270115-080000"))
    #expect(try scratch.bytes("c.db.damaged-20270115-080000") == damaged)
    #expect(try scratch.bytes("c.db.damaged-20270115-080000-wal") == log)
  }

  @Test func whatWasSetAsideGoesWithAShorterTimeInFrontOfTheStoreToo() async throws {
    let aside = "c.db.damaged-20270101-000000"
    let (store, _) = try await open(key: 1)
    let kept = try await KeptMessages(store)
    try scratch.write([1, 2, 3], to: aside)
    _ = try await kept.choose(Retention(publicMessages: .forever, privateMessages: .forever), now: now)
    #expect(try scratch.names().contains(aside), "a longer time takes nothing")
    _ = try await kept.choose(Retention(publicMessages: .session, privateMessages: .forever), now: now)
    #expect(try !scratch.names().contains(aside))
    await store.close()
  }

  @Test func aLogDamagedInTheMiddleIsCopiedAndUsedAsFarAsItGoes() async throws {
    let live = try await ConversationStore.open(at: scratch.path("live.db"), storeKey: key(1))
    try await fill(live, 5)
    let file = try scratch.bytes("live.db")
    var log = try scratch.bytes("live.db-wal")
    await live.close()
    log[log.count / 2] ^= 0x10
    try scratch.write(file, to: "c.db")
    try scratch.write(log, to: "c.db-wal")
    let (store, kept) = try await open(key: 1)
    let name = "c.db.damaged-20270115-080000-wal"
    #expect(kept == .endOfLog(path: scratch.path(name)))
    #expect(try await store.newest(in: .mesh, limit: 9).messages.count < 5)
    await store.close()
    #expect(try scratch.bytes(name) == log)
    #expect(try !scratch.names().contains("c.db.damaged-log"))
  }

  @Test func aStoreOfOtherKeysIsLeftWithItsLog() async throws {
    let store = try await ConversationStore.open(at: scratch.path("live.db"), storeKey: key(1))
    try await fill(store, 5)
    // What a kill leaves: file and log as they are now.
    let (file, log) = (try scratch.bytes("live.db"), try scratch.bytes("live.db-wal"))
    await store.close()
    try scratch.write(file, to: "c.db")
    try scratch.write(log, to: "c.db-wal")
    await #expect(throws: ConversationStoreError.wrongKey(path: path)) { try await open(key: 3) }
    #expect(try scratch.bytes("c.db") == file)
    #expect(try scratch.bytes("c.db-wal") == log)
    let (again, kept) = try await open(key: 1)
    #expect(kept == nil)
    #expect(try await again.newest(in: .mesh, limit: 10).messages.count == 5)
    await again.close()
  }

  @Test func whatIsNoPlainFileIsRefusedAndNothingIsMoved() async throws {
    mkdir(path, 0o700)
    await #expect(throws: ConversationStoreError.storage(.notAPlainFile(path: path))) {
      try await open(key: 1)
    }
    #expect(try scratch.names() == ["c.db"])
  }

  private func open(key number: UInt8) async throws -> (store: ConversationStore, kept: KeptFile?) {
    try await ConversationStore.openOrSetAside(at: path, storeKey: key(number), now: now)
  }

  private func key(_ number: UInt8) -> SecretBytes { SecretBytes([UInt8](repeating: number, count: 32)) }

  private func filled(_ path: String, key number: UInt8, messages: Int) async throws -> [UInt8] {
    let store = try await ConversationStore.open(at: path, storeKey: key(number))
    try await fill(store, messages)
    await store.close()
    return try scratch.bytes(String(path.split(separator: "/").last ?? ""))
  }

  private func logOfAnother(key number: UInt8, messages: Int) async throws -> [UInt8] {
    for name in try scratch.names() where name.hasPrefix("other") { unlink(scratch.path(name)) }
    let store = try await ConversationStore.open(at: scratch.path("other.db"), storeKey: key(number))
    try await fill(store, messages)
    let log = try scratch.bytes("other.db-wal")
    await store.close()
    for name in try scratch.names() where name.hasPrefix("other") { unlink(scratch.path(name)) }
    return log
  }

  private func fill(_ store: ConversationStore, _ messages: Int) async throws {
    for number in 0..<messages {
      let message = ChatMessage(
        id: MessageID("m\(number)"), conversation: .mesh,
        author: MessageAuthor(name: "juno", address: nil, isOwn: false),
        text: String(repeating: "word \(number) ", count: 20),
        sentAt: Timestamp(milliseconds: UInt64(number)), delivery: nil)
      _ = try await store.insert(message, isUnread: false)
    }
  }
}
