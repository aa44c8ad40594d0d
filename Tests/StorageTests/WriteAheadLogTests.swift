import Storage
import Testing
import Timebase

/// A log that is damaged in the middle is told from one with a torn end, without opening it.
@Suite struct WriteAheadLogTests {
  let scratch: Scratch
  let path: String
  let now = Timestamp(milliseconds: 1_800_000_000_000)

  init() throws {
    scratch = try Scratch()
    path = scratch.path("a.db")
  }

  /// A database with a log of some changes, as a process that was killed leaves it.
  private func killed(changes: Int) async throws -> [UInt8] {
    let database = try Database.open(at: scratch.path("live.db"), migrations: noteSteps)
    try await database.mergeLog()
    for change in 0..<changes { try await database.write { try addNote("note \(change)", $0) } }
    let log = try scratch.bytes("live.db-wal")
    try scratch.write(try scratch.bytes("live.db"), to: "a.db")
    await database.close()
    return log
  }

  @Test func damageInTheMiddleIsSeenAndATornEndIsNot() async throws {
    let log = try await killed(changes: 12)
    let frames = (log.count - 32) / (24 + 4_096)
    #expect(frames >= 12)
    for frame in 0..<frames {
      var bytes = log
      bytes[32 + frame * (24 + 4_096) + frame * 613 % (24 + 4_096)] ^= 0x10
      try scratch.write(bytes, to: "a.db-wal")
      let isInMiddle = frame < frames - 4
      if isInMiddle { #expect(WriteAheadLog.isDamaged(besides: path), "frame \(frame)") }
      if frame == frames - 1 { #expect(!WriteAheadLog.isDamaged(besides: path)) }
    }
    for count in stride(from: 0, through: log.count, by: 997) {
      try scratch.write(Array(log[..<count]), to: "a.db-wal")
      #expect(!WriteAheadLog.isDamaged(besides: path), "cut at \(count)")
    }
    try scratch.write(log, to: "a.db-wal")
    #expect(!WriteAheadLog.isDamaged(besides: path))
  }

  @Test func anythingElseIsReadWithoutATrap() throws {
    #expect(!WriteAheadLog.isDamaged(besides: path), "there is none")
    for count in [0, 1, 31, 32, 33, 600, 9_000] {
      try scratch.write((0..<count).map { UInt8(truncatingIfNeeded: $0 * 131 + 7) }, to: "a.db-wal")
      #expect(WriteAheadLog.isDamaged(besides: path) == (count >= 32 + 512), "\(count)")
    }
  }

  @Test func aCopyIsKeptAndTheLogStays() async throws {
    let log = try await killed(changes: 3)
    try scratch.write(log, to: "a.db-wal")
    #expect(try WriteAheadLog.copy(besides: path))
    let kept = try WriteAheadLog.keepCopy(besides: path, at: now)
    #expect(kept == path + ".damaged-20270115-080000-wal")
    #expect(try scratch.bytes("a.db.damaged-20270115-080000-wal") == log)
    #expect(try scratch.bytes("a.db-wal") == log)
  }

  @Test func onlyWhatWasSetAsideIsForgotten() throws {
    for name in ["a.db", "a.db-wal", "a.db.damaged-1", "a.db.damaged-1-wal", "b.db.damaged-1", "a.db.copy"] {
      try scratch.write([1], to: name)
    }
    DamagedFile.forget(besides: path, lastWrittenBefore: Timestamp(milliseconds: 1_000_000))
    #expect(try scratch.names().count == 6, "nothing is that old")
    DamagedFile.forget(besides: path)
    #expect(try scratch.names().sorted() == ["a.db", "a.db-wal", "a.db.copy", "b.db.damaged-1"])
  }
}
