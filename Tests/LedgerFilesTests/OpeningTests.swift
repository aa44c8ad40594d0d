import Foundation
import Ledger
import Storage
import Testing

@testable import LedgerFiles

@Suite struct OpeningTests {
  static let today = GoldenFile.today

  private func refusal(_ path: String, _ access: LedgerFile.Access = .reading) async -> LedgerError? {
    do {
      let file = try await LedgerFile.open(
        path: path, access: access, today: Self.today,
        options: ForeignOptions(busyTimeoutMilliseconds: 50))
      await file.close()
      return nil
    } catch {
      return error
    }
  }

  private func write(_ bytes: [UInt8], _ scratch: Scratch, _ name: String = "a.mmb") throws -> String {
    try scratch.write(bytes, to: name)
    return scratch.path(name)
  }

  @Test func openingReadingEverythingAndClosingLeavesEveryFileByteIdentical() async throws {
    let scratch = try Scratch()
    let path = try GoldenFile.write(to: scratch)
    try scratch.write([1, 2, 3], to: "golden.mmb.bak")
    let before = try scratch.contents()
    for access in [LedgerFile.Access.reading, .writing] {
      let session = try await LedgerSession.open(path: path, access: access, today: Self.today)
      _ = try await session.book()
      _ = try await session.balances(upTo: nil)
      _ = try await session.journal(JournalFilter(), after: nil, limit: 50)
      _ = try await session.diagnosis()
      _ = try await session.changeCounter()
      #expect(try scratch.contents() == before)
      await session.close()
      #expect(try scratch.contents() == before)
    }
  }

  @Test func whatIsNoMoneyFileIsRefusedInWords() async throws {
    let scratch = try Scratch()
    #expect(await refusal(scratch.path("none.mmb")) == .missing)
    #expect(await refusal(scratch.path("none/none.mmb")) == .missing)
    #expect(await refusal(scratch.folder.path) == .notAFile)
    #expect(await refusal(try write([], scratch)) == .empty)
    #expect(await refusal(try write(Array("hello".utf8), scratch)) == .notADatabase)
    let text = Array(String(repeating: "just a long text file\n", count: 400).utf8)
    #expect(await refusal(try write(Array(text.prefix(4096)), scratch)) == .notADatabase)
    var random = SystemRandomNumberGenerator()
    let noise = (0..<8192).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(await refusal(try write(noise, scratch)) == .encrypted)
    #expect(await refusal(try write(text, scratch, "a.emb")) == .encrypted)
    let other = scratch.path("other.db")
    try ForeignDatabase.create(at: other) { try $0.run("CREATE TABLE note (id INTEGER PRIMARY KEY)") }
    #expect(await refusal(other) == .notALedger)
  }

  @Test func versionsThatCannotBeReadAreRefusedAndLeftAlone() async throws {
    let scratch = try Scratch()
    for version: Int64 in [22, 8, 11, 14, 1_000_000, -1] {
      let path = scratch.path("v\(version).mmb")
      try ForeignDatabase.create(at: path) {
        try $0.run("CREATE TABLE INFOTABLE_V1 (INFOID INTEGER PRIMARY KEY, INFONAME TEXT, INFOVALUE TEXT)")
        try $0.run("PRAGMA user_version = \(version)")
      }
      let before = try scratch.contents()
      let expected: LedgerError =
        version < 0
        ? .notALedger : version > 21 ? .newerVersion(found: version, known: 21) : .unreleasedVersion(version)
      #expect(await refusal(path) == expected)
      #expect(await refusal(path, .writing) == expected)
      #expect(try scratch.contents() == before)
    }
  }

  @Test func aFileCutOffAnywhereIsRefusedAsDamaged() async throws {
    let scratch = try Scratch()
    let path = try GoldenFile.write(to: scratch)
    let whole = try scratch.bytes("golden.mmb")
    for count in [50, 100, 511, 4096, 4097, 100_000, whole.count - 1] {
      try scratch.write(Array(whole.prefix(count)), to: "golden.mmb")
      let error = await refusal(path)
      switch error {
      case .damaged(let reason)?: #expect(reason.contains("cut off"), "\(count)")
      case .notADatabase?: #expect(count < 100)
      default: Issue.record("\(count) bytes: \(String(describing: error))")
      }
    }
  }

  @Test func anotherProgramsLockIsToldAndWaitedFor() async throws {
    let scratch = try Scratch()
    let path = try GoldenFile.write(to: scratch)
    let other = try ForeignDatabase.open(at: path, forWriting: true)
    try await other.look { connection in
      try connection.run("BEGIN EXCLUSIVE")
    }
    #expect(await refusal(path) == .locked)
    try await other.look { _ = try $0.run("ROLLBACK") }
    #expect(await refusal(path) == nil)
    await other.close()
  }
}

extension Scratch {
  /// The names and bytes of all files in the folder.
  func contents() throws -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: try names().map { ($0, try bytes($0)) })
  }
}
