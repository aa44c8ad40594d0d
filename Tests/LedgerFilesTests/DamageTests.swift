import Foundation
import Ledger
import Storage
import Testing

@testable import LedgerFiles

/// Files that something happened to.
@Suite struct DamageTests {
  private static func readEverything(_ path: String) async throws {
    let session = try await LedgerSession.open(path: path, today: GoldenFile.today)
    do {
      _ = try await session.balances(upTo: nil)
      _ = try await session.journal(JournalFilter(), after: nil, limit: 50)
      _ = try await session.monthTotals(within: CalendarDate.first...CalendarDate.last)
      _ = try await session.diagnosis()
      _ = try await session.damage()
      await session.close()
    } catch {
      await session.close()
      throw error
    }
  }

  @Test func damagedImagesAreReadOrRefusedAndLeftAlone() async throws {
    let scratch = try Scratch()
    let path = try GoldenFile.write(to: scratch)
    let whole = try scratch.bytes("golden.mmb")
    var random = SeededNumbers(seed: 77)
    var refused = 0
    for _ in 0..<60 {
      var image = whole
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        image[Int.random(in: 16..<image.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      try scratch.write(image, to: "golden.mmb")
      do {
        try await Self.readEverything(path)
      } catch {
        refused += 1
        #expect(error is LedgerError)
      }
      #expect(try scratch.contents() == ["golden.mmb": image])
    }
    #expect(refused > 0)
  }

  @Test func aFileStoppedInTheMiddleOfAWriteIsReadAsItWasBefore() async throws {
    let scratch = try Scratch()
    let path = try GoldenFile.write(to: scratch)
    let before = try await LedgerSession.open(path: path, today: GoldenFile.today)
    let book = try await before.book()
    await before.close()
    let writer = try ForeignDatabase.open(at: path, forWriting: true)
    let crashed = try Scratch()
    try await writer.look { connection in
      try connection.run("PRAGMA cache_size = 1")
      try connection.run("BEGIN IMMEDIATE")
      try connection.run("PRAGMA user_version = 20")
      try connection.run("UPDATE CURRENCYFORMATS_V1 SET BASECONVRATE = 7")
      try connection.run("UPDATE CHECKINGACCOUNT_V1 SET TRANSAMOUNT = 1")
      // What a kill here would leave: pages written, and the journal that undoes them.
      for name in try scratch.names() { try crashed.write(try scratch.bytes(name), to: name) }
      try connection.run("ROLLBACK")
    }
    await writer.close()
    let left = try crashed.contents()
    #expect(left.keys.sorted() == ["golden.mmb", "golden.mmb-journal"])
    #expect(try left["golden.mmb"] != scratch.bytes("golden.mmb"))
    let session = try await LedgerSession.open(
      path: crashed.path("golden.mmb"), today: GoldenFile.today)
    #expect(try await session.book() == book)
    await session.close()
    #expect(try crashed.contents() == left)
    // The header may be written before the pages it counts: the file is then shorter than it says.
    var image = try #require(left["golden.mmb"])
    image[30] = 9
    try crashed.write(image, to: "golden.mmb")
    let short = try await LedgerSession.open(path: crashed.path("golden.mmb"), today: GoldenFile.today)
    #expect(try await short.book() == book)
    await short.close()
    let writing = try await LedgerSession.open(
      path: crashed.path("golden.mmb"), access: .writing, today: GoldenFile.today)
    #expect(try await writing.book() == book)
    #expect(try await writing.damage().isEmpty)
    await writing.close()
    #expect(try crashed.names() == ["golden.mmb"])
  }

  @Test func aFileWithALogIsReadWithWhatTheLogHolds() async throws {
    let scratch = try Scratch()
    let path = try GoldenFile.write(to: scratch)
    let writer = try ForeignDatabase.open(at: path, forWriting: true)
    try await writer.look { connection in
      try connection.run("PRAGMA journal_mode = WAL")
      try connection.run("INSERT INTO TAG_V1 (TAGNAME, ACTIVE) VALUES ('logged', 1)")
    }
    let copied = try Scratch()
    for name in try scratch.names() { try copied.write(try scratch.bytes(name), to: name) }
    await writer.close()
    let left = try copied.contents()
    #expect(left.keys.contains("golden.mmb-wal"))
    let session = try await LedgerSession.open(path: copied.path("golden.mmb"), today: GoldenFile.today)
    #expect(try await session.rows(of: Tag.self).contains { $0.name == "logged" })
    await session.close()
    #expect(try copied.contents() == left)
    #expect(try scratch.names() == ["golden.mmb"])
  }

  /// The file says of itself that it uses no log: it was put back from before, or the log was left over.
  /// SQLite reads a log that lies there all the same.
  @Test func aStrayLogIsReadAsTheDatabaseDoesAndLeavesTheFolderAsItWas() async throws {
    let scratch = try Scratch()
    let path = try GoldenFile.write(to: scratch)
    let plain = try scratch.bytes("golden.mmb")
    let writer = try ForeignDatabase.open(at: path, forWriting: true)
    try await writer.look { connection in
      try connection.run("PRAGMA journal_mode = WAL")
      try connection.run("INSERT INTO TAG_V1 (TAGNAME, ACTIVE) VALUES ('logged', 1)")
    }
    let log = try scratch.bytes("golden.mmb-wal")
    await writer.close()
    let cases: [(name: String, log: [UInt8], isSeen: Bool)] = [
      ("whole", log, true), ("empty", [], false), ("cut off", Array(log.prefix(40)), false),
      ("noise", Array(repeating: 0x37, count: 5_000), false),
    ]
    for one in cases {
      let copied = try Scratch()
      try copied.write(plain, to: "golden.mmb")
      try copied.write(one.log, to: "golden.mmb-wal")
      let left = try copied.contents()
      let session = try await LedgerSession.open(path: copied.path("golden.mmb"), today: GoldenFile.today)
      let isSeen = try await session.rows(of: Tag.self).contains { $0.name == "logged" }
      #expect(isSeen == one.isSeen, "\(one.name)")
      #expect(try await session.damage().isEmpty, "\(one.name)")
      #expect(try copied.contents() == left, "\(one.name), while it is open")
      await session.close()
      #expect(try copied.contents() == left, "\(one.name)")
    }
  }

  @Test func aPipeInThePlaceOfALogIsRefusedAndNotWaitedFor() async throws {
    let scratch = try Scratch()
    let path = try GoldenFile.write(to: scratch)
    #expect(mkfifo(path + "-wal", 0o600) == 0)
    await #expect(throws: LedgerError.notAFile) {
      try await LedgerSession.open(path: path, today: GoldenFile.today)
    }
    #expect(try scratch.names() == ["golden.mmb", "golden.mmb-wal"])
  }
}
