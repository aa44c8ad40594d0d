import Glibc
import Storage
import Testing
import Timebase

@Suite struct OpeningTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test func allFilesArePrivateWhateverTheUmaskWas() async throws {
    await (try Database.open(at: scratch.path("b.db"), migrations: noteSteps)).close()
    chmod(scratch.path("b.db"), 0o664)
    for name in ["a.db", "b.db"] {
      let database = try Database.open(at: scratch.path(name), migrations: noteSteps)
      try await database.write { try addNote("x", $0) }
      for file in [name, name + "-wal", name + "-shm"] {
        #expect(try scratch.mode(file) == 0o600, "\(file)")
      }
      await database.close()
    }
  }

  @Test func ourOwnFileOpensWithTheDurableSettings() async throws {
    let database = try Database.open(at: scratch.path("a.db"), migrations: noteSteps)
    let settings = try await database.write { connection in
      [
        try connection.integer("PRAGMA synchronous"), try connection.integer("PRAGMA foreign_keys"),
        try connection.integer("PRAGMA trusted_schema"), try connection.integer("PRAGMA cell_size_check"),
        try connection.integer("PRAGMA secure_delete"), try connection.integer("PRAGMA user_version"),
      ]
    }
    #expect(settings == [2, 1, 0, 1, 1, 1])
    await database.close()
  }

  @Test func whatIsNotADatabaseIsSaidAndKept() throws {
    let cases: [[UInt8]] = [
      [0], Array("hello".utf8), Array(repeating: 0x41, count: 99), Array(repeating: 0, count: 8_192),
      Array("SQLite format 4\u{0}".utf8) + Array(repeating: 7, count: 4_080),
    ]
    for bytes in cases {
      try scratch.write(bytes, to: "junk.db")
      #expect(throws: StorageError.notADatabase(path: scratch.path("junk.db"))) {
        try Database.open(at: scratch.path("junk.db"), migrations: noteSteps)
      }
      #expect(try scratch.bytes("junk.db") == bytes)
    }
  }

  @Test func damageInsideIsFoundAtOpeningAndTheFileIsKept() async throws {
    let path = scratch.path("a.db")
    let database = try Database.open(at: path, migrations: noteSteps)
    try await database.write { connection in
      for number in 0..<2_000 { try addNote("note number \(number)", connection) }
    }
    await database.close()
    let sound = try scratch.bytes("a.db")
    var scribbled = sound
    for index in 8_192..<12_288 { scribbled[index] = 0xAA }
    for damaged in [scribbled, Array(sound[..<20_480]), Array(sound[..<5_000])] {
      try scratch.write(damaged, to: "a.db")
      do {
        _ = try Database.open(at: path, migrations: noteSteps)
        Issue.record("damage was not noticed")
      } catch StorageError.corrupt {
      }
      #expect(try scratch.bytes("a.db") == damaged)
    }
    try scratch.write(sound, to: "a.db")
    await (try Database.open(at: path, migrations: noteSteps, options: DatabaseOptions(check: .full))).close()
  }

  /// The pages that go are free ones: none of them is missed by a look at the tables.
  @Test func aFileCutShortAtAnyPageIsDamaged() async throws {
    let path = scratch.path("a.db")
    let database = try Database.open(at: path, migrations: noteSteps)
    try await database.write { connection in
      for number in 0..<2_000 { try addNote("note number \(number)", connection) }
    }
    try await database.write { try $0.run("DELETE FROM note WHERE id > 10") }
    await database.close()
    let sound = try scratch.bytes("a.db")
    // Where its two change counters differ, SQLite believes the size of the file and not its header.
    var counted = sound
    counted[27] ^= 1
    let header = DatabaseOptions(check: .header)
    var unseen: [Int] = []
    for count in stride(from: 4_096, to: sound.count, by: 4_096) {
      for file in [sound, counted] {
        let cut = Array(file[..<count])
        try scratch.write(cut, to: "a.db")
        do {
          await (try Database.open(at: path, migrations: noteSteps, options: header)).close()
          unseen.append(count)
        } catch StorageError.corrupt {
        }
        if try scratch.bytes("a.db") != cut { unseen.append(count) }
      }
    }
    #expect(unseen.isEmpty, "\(unseen)")
    try scratch.write(sound, to: "a.db")
    await (try Database.open(at: path, migrations: noteSteps)).close()
  }

  @Test func mendingKeepsTheFileAsItWasFirst() async throws {
    let database = try Database.open(at: scratch.path("a.db"), migrations: noteSteps)
    try await database.write { try addNote("bad", $0) }
    let time = Timestamp(milliseconds: 1_750_000_000_123)
    let none = try await database.mendAfterCopy(
      at: time, look: { _ in Int?.none }, mend: { _, _, _ in 1 }, committed: { _ in })
    #expect(none == nil)
    #expect(try !scratch.names().contains { $0.contains("damaged") })
    let kept = try await database.mendAfterCopy(
      at: time, look: { try noteTexts($0).first },
      mend: { connection, text, kept in
        try connection.run("DELETE FROM note WHERE text = ?", [.text(text)])
        return kept
      }, committed: { _ in })
    #expect(kept == scratch.path("a.db.damaged-20250615-150640"))
    #expect(try await database.read { try noteTexts($0) }.isEmpty)
    await #expect(throws: OurError(number: 5)) {
      try await database.mendAfterCopy(
        at: time, look: { _ in 1 }, mend: { _, _, _ -> Int in throw OurError(number: 5) },
        committed: { _ in })
    }
    await database.close()
    #expect(try scratch.names() == ["a.db", "a.db.damaged-20250615-150640"])
    let copy = try Database.open(at: kept ?? "", migrations: noteSteps)
    #expect(try await copy.read { try noteTexts($0) } == ["bad"])
    await copy.close()
  }

  @Test func aNewerSchemaIsRefusedAndKept() async throws {
    let path = scratch.path("a.db")
    let newer = noteSteps + [Migration(to: 2, script: "CREATE TABLE later (x)")]
    await (try Database.open(at: path, migrations: newer)).close()
    let bytes = try scratch.bytes("a.db")
    #expect(throws: StorageError.schemaTooNew(found: 2, known: 1)) {
      try Database.open(at: path, migrations: noteSteps)
    }
    #expect(try scratch.bytes("a.db") == bytes)
  }

  @Test func aDatabaseOfAnotherProgramIsRefusedAndKept() async throws {
    let path = scratch.path("a.db")
    let options = DatabaseOptions(applicationID: 5)
    await (try Database.open(at: path, migrations: noteSteps, options: options)).close()
    let bytes = try scratch.bytes("a.db")
    #expect(throws: StorageError.notOurs(path: path, applicationID: 5)) {
      try Database.open(at: path, migrations: noteSteps)
    }
    #expect(try scratch.bytes("a.db") == bytes)
  }

  @Test func aMissingFolderIsTold() throws {
    #expect(throws: StorageError.cannotOpen(path: scratch.path("no/a.db"), systemError: ENOENT)) {
      try Database.open(at: scratch.path("no/a.db"), migrations: noteSteps)
    }
    #expect(try scratch.names().isEmpty)
  }

  @Test func anUpgradeThatFailsKeepsTheLastCompleteStep() async throws {
    let path = scratch.path("a.db")
    let failing =
      noteSteps + [
        Migration(to: 2, script: "CREATE TABLE second (x)"),
        Migration(to: 3) { connection in
          try connection.script("CREATE TABLE third (x)")
          throw OurError(number: 3)
        },
      ]
    #expect(throws: StorageError.self) { try Database.open(at: path, migrations: failing) }
    let working =
      Array(failing[..<2]) + [Migration(to: 3, script: "CREATE TABLE third (x, y)")]
    let database = try Database.open(at: path, migrations: working)
    let upgraded = try await database.read { try $0.schema() }
    await database.close()
    let fresh = try Database.open(at: scratch.path("b.db"), migrations: working)
    let expected = try await fresh.read { try $0.schema() }
    await fresh.close()
    #expect(upgraded == expected)
    #expect(expected.contains("CREATE TABLE third (x, y)"))
  }

  @Test func aDamagedFileIsSetAsideWithItsLogAndNothingIsOverwritten() throws {
    let time = Timestamp(milliseconds: 1_750_000_000_123)
    var kept: [String] = []
    for round in 1...3 {
      try scratch.write([UInt8(round)], to: "a.db")
      try scratch.write([UInt8(round), 1], to: "a.db-wal")
      try scratch.write([UInt8(round), 2], to: "a.db-shm")
      kept.append(try DamagedFile.setAside(scratch.path("a.db"), at: time))
    }
    let stem = "a.db.damaged-20250615-150640"
    #expect(kept == [scratch.path(stem), scratch.path(stem + "-2"), scratch.path(stem + "-3")])
    #expect(try scratch.names().count == 9)
    for (round, suffix) in [(1, ""), (2, "-2"), (3, "-3")] {
      #expect(try scratch.bytes(stem + suffix) == [UInt8(round)])
      #expect(try scratch.bytes(stem + suffix + "-wal") == [UInt8(round), 1])
      #expect(try scratch.bytes(stem + suffix + "-shm") == [UInt8(round), 2])
    }
  }

  @Test func settingAsideWhatDoesNotExistIsAnError() throws {
    #expect(throws: StorageError.cannotSetAside(path: scratch.path("a.db"), systemError: ENOENT)) {
      try DamagedFile.setAside(scratch.path("a.db"), at: Timestamp(milliseconds: 0))
    }
  }
}
