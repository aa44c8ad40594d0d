import Foundation
import Glibc
import Storage
import Testing
import Timebase

/// What may stand where a database of ours should be, and what is done about it: nothing, in words.
@Suite struct StrangeFileTests {
  let scratch: Scratch
  let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch.path("a.db")
  }

  @Test func anEmptyFileIsALossAndIsSaid() async throws {
    try scratch.write([], to: "a.db")
    #expect(throws: StorageError.empty(path: path)) { try open() }
    #expect(try scratch.names() == ["a.db"])
    #expect(try scratch.bytes("a.db").isEmpty)
  }

  @Test func aCreationThatWasKilledGoesOnWithoutAWord() async throws {
    for leftovers in [["a.db.new"], ["a.db.new", "a.db"]] {
      for name in leftovers { try scratch.write([], to: name) }
      let database = try open()
      try await database.write { try addNote("first", $0) }
      await database.close()
      #expect(try scratch.names() == ["a.db"])
      // From now on an empty file is a loss again.
      try scratch.write([], to: "a.db")
      #expect(throws: StorageError.empty(path: path)) { try open() }
      unlink(path)
    }
  }

  @Test func whatIsNoPlainFileIsNotTouched() async throws {
    await (try open()).close()
    let sound = try scratch.bytes("a.db")
    try scratch.write(sound, to: "real.db")
    for kind in ["folder", "pipe", "link", "dangling link"] {
      unlink(path)
      switch kind {
      case "folder": mkdir(path, 0o700)
      case "pipe": mkfifo(path, 0o600)
      case "link": symlink("real.db", path)
      default: symlink("nothing", path)
      }
      #expect(throws: StorageError.notAPlainFile(path: path), "\(kind)") { try open() }
      if kind == "folder" { rmdir(path) }
    }
    #expect(try scratch.bytes("real.db") == sound)
    unlink(path)
    try scratch.write(sound, to: "a.db")
    for ending in ["-wal", "-shm", "-journal"] {
      mkfifo(path + ending, 0o600)
      #expect(throws: StorageError.notAPlainFile(path: path + ending)) { try open() }
      unlink(path + ending)
    }
    await (try open()).close()
  }

  @Test func aFileWithoutPermissionIsToldAndKept() async throws {
    await (try open()).close()
    let bytes = try scratch.bytes("a.db")
    chmod(path, 0o444)
    try asAnOrdinaryUser {
      let readable = Glibc.open(path, O_RDONLY)
      #expect(readable >= 0, "what fails below must fail for the file's mode alone")
      close(readable)
    }
    chmod(path, 0)
    try asAnOrdinaryUser {
      #expect(throws: StorageError.cannotOpen(path: path, systemError: EACCES)) { try open() }
    }
    chmod(path, 0o600)
    #expect(try scratch.bytes("a.db") == bytes)
    await (try open()).close()
  }

  /// Does something with the rights of somebody to whom modes apply. Root may open every file, so root's
  /// thread, and no other, asks for files as nobody meanwhile; that also takes root's exemptions off it.
  private func asAnOrdinaryUser(_ body: () throws -> Void) throws {
    guard geteuid() == 0 else { return try body() }
    typealias SetUser = @convention(c) (uid_t) -> Int32
    let symbol = try #require(dlsym(nil, "setfsuid"), "the C library has it, its Swift module does not")
    let setUser = unsafeBitCast(symbol, to: SetUser.self)
    _ = setUser(65_534)
    defer { _ = setUser(0) }
    try #require(setUser(65_534) == 65_534, "root cannot ask as nobody here")
    try body()
  }

  @Test func theSentencesNameTheFileAndTheReason() {
    let error = StorageError.cannotOpen(path: "/x/a.db", systemError: EACCES)
    #expect("\(error)".contains("/x/a.db") && "\(error)".contains("Permission denied"))
    #expect("\(StorageError.empty(path: "/x"))".contains("empty"))
    #expect("\(StorageError.notAPlainFile(path: "/x"))".contains("move it away"))
  }

  /// SQLite itself would read the other file's pages, and write them over ours when it closes.
  @Test func aForeignLogNeverReachesTheFile() async throws {
    try await fill(path, "ours")
    let ours = try scratch.bytes("a.db")
    let log = try await logOfAnother(rows: 300)
    try scratch.write(log, to: "a.db-wal")
    do {
      let database = try Database.open(at: path, migrations: noteSteps) { connection throws(StorageError) in
        let first = try connection.integer("SELECT count(*) FROM note WHERE text LIKE 'ours%'")
        guard first == 300 else { throw .sealBroken(context: "key check") }
      }
      await database.close()
      Issue.record("a foreign log was accepted")
    } catch {
      #expect(try scratch.bytes("a.db") == ours, "\(error)")
      #expect(try scratch.bytes("a.db-wal") == log)
    }
    let kept = try DamagedFile.setAsideLog(path, at: Timestamp(milliseconds: 1_750_000_000_123))
    #expect(kept == path + ".damaged-20250615-150640-wal")
    let database = try open()
    let count = try await database.read { try $0.integer("SELECT count(*) FROM note") }
    #expect(count == 300)
    await database.close()
    #expect(try scratch.bytes("a.db.damaged-20250615-150640-wal") == log)
    #expect(try DamagedFile.setAsideLog(path, at: Timestamp(milliseconds: 0)) == nil)
  }

  @Test func ourOwnLogOfAKilledProcessIsMerged() async throws {
    let database = try open()
    for number in 0..<300 { try await database.write { try addNote("ours \(number)", $0) } }
    // What a kill leaves: file and log as they are now.
    let (file, log) = (try scratch.bytes("a.db"), try scratch.bytes("a.db-wal"))
    await database.close()
    #expect(!log.isEmpty)
    try scratch.write(file, to: "b.db")
    try scratch.write(log, to: "b.db-wal")
    let again = try Database.open(at: scratch.path("b.db"), migrations: noteSteps)
    let count = try await again.read { try $0.integer("SELECT count(*) FROM note") }
    #expect(count == 300)
    await again.close()
    #expect(try !scratch.names().contains("b.db-wal"), "merged when it was closed")
  }

  /// Python's own SQLite in another process: not our code, and not our locks.
  @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "needs python3"))
  func anotherProcessAndWeShareTheFile() async throws {
    let database = try Database.open(
      at: path, migrations: noteSteps, options: DatabaseOptions(busyTimeoutMilliseconds: 1))
    try await database.write { try addNote("ours", $0) }
    let script = """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute("BEGIN IMMEDIATE")
      c.execute("INSERT INTO note (text) VALUES ('theirs')")
      print("held", flush=True)
      sys.stdin.readline()
      c.execute("COMMIT")
      print("done", c.execute("SELECT count(*) FROM note").fetchone()[0], flush=True)
      sys.stdin.readline()
      """
    let other = try OtherProcess("/usr/bin/python3", ["-c", script, path])
    #expect(try other.line() == "held")
    do {
      try await database.write { try addNote("ours too", $0) }
      Issue.record("two writers at once")
    } catch StorageError.busy {
    }
    let count = try await database.read { try $0.integer("SELECT count(*) FROM note") }
    #expect(count == 1, "readers go on, on the last commit")
    try other.say("go")
    #expect(try other.line() == "done 2")
    try await database.write { try addNote("ours too", $0) }
    let texts = try await database.read { try noteTexts($0) }
    #expect(texts == ["ours", "theirs", "ours too"])
    await database.close()
    try other.say("end")
    other.wait()
  }

  private func open() throws -> Database { try Database.open(at: path, migrations: noteSteps) }

  private func fill(_ path: String, _ word: String, rows: Int = 300) async throws {
    let database = try Database.open(at: path, migrations: noteSteps)
    try await database.write { connection in
      for number in 0..<rows { try addNote("\(word) \(number)", connection) }
    }
    await database.close()
  }

  /// The log that another database with the same tables has while it is open.
  private func logOfAnother(rows: Int) async throws -> [UInt8] {
    let other = try Database.open(at: scratch.path("other.db"), migrations: noteSteps)
    try await other.write { connection in
      for number in 0..<rows { try addNote("theirs \(number)", connection) }
    }
    let log = try scratch.bytes("other.db-wal")
    await other.close()
    return log
  }
}

/// A program that talks by lines.
private final class OtherProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ program: String, _ arguments: [String]) throws {
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  func line() throws -> String {
    var bytes: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func say(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((text + "\n").utf8))
  }

  func wait() { process.waitUntilExit() }
}
