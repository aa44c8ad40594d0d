import ConversationModel
import Cryptography
import Storage
import Testing
import Timebase

@testable import ConversationStore

/// Trust, blocks and favourites over reopening, their cap, and what a copied file shows.
@Suite struct RelationTests {
  let scratch: Scratch
  let told = Told()

  init() throws {
    scratch = try Scratch()
  }

  @Test func trustIsKeptAndTakenBack() async throws {
    var store = try await open()
    let full = TrustRecord(
      fingerprint: print(2), signingKey: [UInt8](repeating: 3, count: 32), verifiedAt: at(5), isTrusted: true,
      batchSentAt: at(6),
      vouchers: (0..<8).map {
        TrustRecord.Voucher(fingerprint: print(UInt8(10 + $0)), statedAt: at(UInt64($0)))
      })
    let bare = TrustRecord(fingerprint: print(1))
    try await store.keep([.kept(full), .kept(bare), .kept(TrustRecord(fingerprint: print(3)))])
    try await store.keep([.removed(fingerprint: print(3)), .removed(fingerprint: print(4))])
    await store.close()
    store = try await open()
    #expect(try await store.trustRecords() == [bare, full])
    try await store.keep([.kept(TrustRecord(fingerprint: print(2), isTrusted: true))])
    #expect(try await store.trustRecords() == [bare, TrustRecord(fingerprint: print(2), isTrusted: true)])
    await store.close()
  }

  @Test func aBlockTakesOurFavouriteMarkInTheSameCommit() async throws {
    var store = try await open()
    try await store.keep(favourite(1, ours: true, theirs: true))
    try await store.keep(favourite(2, ours: true))
    try await store.block(BlockRecord(fingerprint: print(1), name: "mallory"))
    try await store.block(BlockRecord(fingerprint: print(2), name: ""))
    try await store.unblock(fingerprint: print(2))
    await store.close()
    store = try await open()
    #expect(try await store.blocked() == [BlockRecord(fingerprint: print(1), name: "mallory")])
    #expect(try await store.favourites() == [favourite(1, ours: false, theirs: true)])
    await store.close()
  }

  @Test func aFavouriteWithoutMarksGoes() async throws {
    let store = try await open()
    try await store.keep(favourite(1, ours: true))
    try await store.keep(favourite(1, ours: false))
    #expect(try await store.favourites().isEmpty)
    await store.close()
  }

  @Test func strangersWhoFavourUsDoNotFillTheStore() async throws {
    let store = try await open(StoreLimits(favouritesOfTheirsMax: 20))
    try await store.keep(favourite(0, ours: true))
    for number in 1...60 { try await store.keep(favourite(UInt8(number), ours: false, theirs: true)) }
    // Heard of again: the last to go.
    try await store.keep(favourite(41, ours: false, theirs: true))
    try await store.keep(favourite(61, ours: false, theirs: true))
    let kept = try await store.favourites().map(\.fingerprint)
    #expect(kept == ([0, 41] + (43...61)).map { print($0) })
    await store.close()
  }

  @Test func aCopiedFileTellsNobodysNameOrFingerprint() async throws {
    let store = try await open()
    try await store.keep([.kept(TrustRecord(fingerprint: print(0xAB), isTrusted: true))])
    try await store.block(BlockRecord(fingerprint: print(0xAC), name: "mallory"))
    try await store.keep(favourite(0xAD, ours: true))
    await store.close()
    let bytes = try scratch.bytes("c.db")
    for secret in ["mallory", "friend", print(0xAB), print(0xAC), print(0xAD)] {
      #expect(!bytes.holds(Array(secret.utf8)), "\(secret)")
    }
  }

  @Test(arguments: RelationKind.allCases)
  func aDamagedRowIsLeftOutAndTold(kind: RelationKind) async throws {
    var store = try await open()
    try await store.keep([
      .kept(TrustRecord(fingerprint: print(1))), .kept(TrustRecord(fingerprint: print(2))),
    ])
    for number in [UInt8(1), 2] {
      try await store.block(BlockRecord(fingerprint: print(number), name: "m"))
      try await store.keep(favourite(number, ours: true))
    }
    await store.close()
    let database = try Database.open(at: scratch.path("c.db"), migrations: Schema.migrations)
    try await database.write { connection in
      try connection.run(
        """
        UPDATE relation SET sealed = substr(sealed, 2) WHERE sequence =
        (SELECT min(sequence) FROM relation WHERE kind = ?)
        """, [.integer(kind.rawValue)])
    }
    await database.close()
    store = try await open()
    #expect(try await store.trustRecords().count == (kind == .trust ? 1 : 2))
    #expect(try await store.blocked().count == (kind == .block ? 1 : 2))
    #expect(try await store.favourites().count == (kind == .favourite ? 1 : 2))
    #expect(told.losses.map(\.relations) == [1])
    #expect(told.losses.allSatisfy { "\($0)".contains("1 mark of trust, block or favourite") })
    await store.close()
  }

  private func print(_ number: UInt8) -> String {
    String(repeating: (number < 16 ? "0" : "") + String(number, radix: 16), count: 32)
  }

  private func at(_ milliseconds: UInt64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  private func favourite(_ number: UInt8, ours: Bool, theirs: Bool = false) -> FavouriteRecord {
    FavouriteRecord(
      fingerprint: print(number), noiseKey: [UInt8](repeating: number, count: 32), npub: "npub1x",
      nickname: "friend", isFavourite: ours, isFavouriteOfTheirs: theirs, updatedAt: at(7))
  }

  private func open(_ limits: StoreLimits = StoreLimits()) async throws -> ConversationStore {
    try await ConversationStore.open(
      at: scratch.path("c.db"), storeKey: SecretBytes([UInt8](repeating: 1, count: 32)), limits: limits,
      losses: LossReport(now: { Timestamp(milliseconds: 0) }, tell: { [told] in told.add($0) }))
  }
}
