import Glibc
import Testing

@testable import Storage

/// Files of other programs: read without a trace, written as they are, copied and made whole.
@Suite struct ForeignDatabaseTests {
  let scratch: Scratch
  let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch.path("a.mmb")
  }

  @Test func aNewFileAppearsWholeAndIsPrivate() async throws {
    try make(rows: 3)
    #expect(try scratch.names() == ["a.mmb"])
    #expect(try scratch.mode("a.mmb") == 0o600)
    #expect(try await rows(of: .open(at: path, forWriting: false)) == 3)
  }

  @Test func aFillingThatFailsLeavesNoFile() throws {
    #expect(throws: OurError(number: 1)) {
      try ForeignDatabase.create(at: path) { connection in
        try connection.script("CREATE TABLE row (text TEXT)")
        throw OurError(number: 1)
      }
    }
    #expect(try scratch.names().isEmpty)
  }

  @Test func aFileThatIsThereIsNotReplacedByANewOne() throws {
    try scratch.write([1, 2, 3], to: "a.mmb")
    #expect(throws: StorageError.cannotOpen(path: path, systemError: EEXIST)) { try make(rows: 1) }
    #expect(try scratch.bytes("a.mmb") == [1, 2, 3])
    #expect(try scratch.names() == ["a.mmb"])
  }

  @Test func readingLeavesFileAndFolderAsTheyWere() async throws {
    try make(rows: 50)
    let bytes = try scratch.bytes("a.mmb")
    let database = try ForeignDatabase.open(at: path, forWriting: false)
    #expect(database.place == .file)
    #expect(try await count(database) == 50)
    await #expect(throws: StorageError.self) {
      try await database.read { try $0.run("DELETE FROM row") }
    }
    await database.close()
    await #expect(throws: StorageError.closed) { try await count(database) }
    #expect(try scratch.bytes("a.mmb") == bytes)
    #expect(try scratch.names() == ["a.mmb"])
  }

  @Test func aWriteIsInTheFileAndAFailedOneIsNot() async throws {
    try make(rows: 1)
    let database = try ForeignDatabase.open(at: path, forWriting: true)
    try await database.write { try addRows(2, $0) }
    await #expect(throws: OurError(number: 2)) {
      try await database.write { connection in
        try addRows(1, connection)
        throw OurError(number: 2)
      }
    }
    #expect(try await count(database) == 3)
    await database.close()
    #expect(try await rows(of: .open(at: path, forWriting: false)) == 3)
    #expect(try scratch.names() == ["a.mmb"], "no log is begun beside another program's file")
  }

  @Test func aCopyInMemoryChangesAndTheFileDoesNot() async throws {
    try make(rows: 4)
    let bytes = try scratch.bytes("a.mmb")
    let copy = try ForeignDatabase.copy(of: path) { try addRows(3, $0) }
    #expect(copy.place == .memory)
    #expect(try await rows(of: copy) == 7)
    #expect(try scratch.bytes("a.mmb") == bytes)
  }

  @Test func aFileWithALogIsRepairedInACopy() async throws {
    let database = try Database.open(at: scratch.path("live.db"), migrations: noteSteps)
    for number in 0..<20 { try await database.write { try addNote("\(number)", $0) } }
    // What a program leaves that is killed.
    for ending in ["", "-wal"] { try scratch.write(scratch.bytes("live.db" + ending), to: "a.mmb" + ending) }
    await database.close()
    let before = try ["a.mmb", "a.mmb-wal"].map { try scratch.bytes($0) }
    let copy = try ForeignDatabase.open(at: path, forWriting: false)
    #expect(copy.place == .memory)
    #expect(try await copy.read { try noteTexts($0) }.count == 20)
    await copy.close()
    #expect(try ["a.mmb", "a.mmb-wal"].map { try scratch.bytes($0) } == before)
    #expect(try scratch.names() == ["a.mmb", "a.mmb-wal", "live.db"])
  }

  @Test func aFileCutOffAnywhereIsRefused() throws {
    try make(rows: 600)
    let sound = try scratch.bytes("a.mmb")
    #expect(sound.count > 5 * 4_096)
    var accepted: [Int] = []
    for count in Array(stride(from: 4_096, to: sound.count, by: 4_096)) + [1, 99, 100, sound.count - 1] {
      try scratch.write(Array(sound[..<count]), to: "a.mmb")
      if (try? ForeignDatabase.open(at: path, forWriting: false)) != nil { accepted.append(count) }
      #expect(try scratch.bytes("a.mmb").count == count)
    }
    #expect(accepted.isEmpty, "\(accepted)")
  }

  @Test func whatIsNoFileOfADatabaseIsNamedAsWhatItIs() throws {
    #expect(throws: StorageError.cannotOpen(path: path, systemError: ENOENT)) { try open() }
    mkdir(path, 0o700)
    #expect(throws: StorageError.notAPlainFile(path: path)) { try open() }
    rmdir(path)
    try scratch.write([], to: "a.mmb")
    #expect(throws: StorageError.empty(path: path)) { try open() }
    try scratch.write([UInt8](repeating: 0x41, count: 5_000), to: "a.mmb")
    #expect(throws: StorageError.notADatabase(path: path)) { try open() }
  }

  // MARK: Backups

  @Test func aBackupHasTheBytesOfTheFile() async throws {
    try make(rows: 300)
    let database = try ForeignDatabase.open(at: path, forWriting: true)
    let copy = scratch.path("a.bak")
    let isEqual = try await database.write { connection in
      _ = try connection.integer("PRAGMA schema_version")
      try connection.copyFile(to: copy)
      return connection.equalsFile(at: copy)
    }
    #expect(isEqual)
    #expect(try scratch.bytes("a.bak") == scratch.bytes("a.mmb"))
    #expect(try scratch.mode("a.bak") == 0o600)
    try await database.write { try addRows(1, $0) }
    let isStillEqual = try await database.write { $0.equalsFile(at: copy) }
    #expect(!isStillEqual)
    await database.close()
  }

  @Test func aBackupNeverReplacesAFile() async throws {
    try make(rows: 3)
    try scratch.write([7], to: "a.bak")
    let database = try ForeignDatabase.open(at: path, forWriting: true)
    let copy = scratch.path("a.bak")
    await #expect(throws: StorageError.cannotOpen(path: copy, systemError: EEXIST)) {
      try await database.write { try $0.copyFile(to: copy) }
    }
    let equals = try await database.write { connection in
      ["a.bak", "nothing", "."].map { connection.equalsFile(at: scratch.path($0)) }
    }
    #expect(equals == [false, false, false])
    await database.close()
    #expect(try scratch.bytes("a.bak") == [7])
    #expect(try scratch.names() == ["a.bak", "a.mmb"])
  }

  private func open() throws { _ = try ForeignDatabase.open(at: path, forWriting: false) }

  private func make(rows: Int) throws {
    try ForeignDatabase.create(at: path) { connection in
      try connection.script("CREATE TABLE row (text TEXT)")
      try addRows(rows, connection)
    }
  }

  private func rows(of database: ForeignDatabase) async throws -> Int64? {
    let rows = try await count(database)
    await database.close()
    return rows
  }

  private func count(_ database: ForeignDatabase) async throws -> Int64? {
    try await database.read { try $0.integer("SELECT count(*) FROM row") }
  }
}

private func addRows(_ count: Int, _ connection: Connection) throws {
  for number in 0..<count {
    try connection.run(
      "INSERT INTO row (text) VALUES (?)", [.text(String(repeating: "row \(number) ", count: 6))])
  }
}
