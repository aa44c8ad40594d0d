import Glibc
import Testing

@testable import Storage

/// A file that has its name when it is whole.
@Suite struct NewFileTests {
  let scratch: Scratch
  let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch.path("out.csv")
  }

  @Test func theNameComesWithAllBytesAndNothingElseStays() throws {
    let file = try NewFile(for: path)
    try file.write([1, 2, 3])
    try file.write([UInt8](repeating: 9, count: 300_000))
    #expect(try !scratch.names().contains("out.csv"))
    #expect(try file.bytes(at: 2, count: 2) == [3, 9])
    #expect(try file.bytes(at: 300_000, count: 50) == [9, 9, 9])
    try file.publish()
    #expect(try scratch.names() == ["out.csv"])
    #expect(try scratch.bytes("out.csv") == [1, 2, 3] + [UInt8](repeating: 9, count: 300_000))
    #expect(try scratch.mode("out.csv") == 0o600)
  }

  @Test func aFileThatIsLetGoLeavesNothing() throws {
    func begin() throws {
      let file = try NewFile(for: path)
      try file.write([1])
    }
    try begin()
    #expect(try scratch.names().isEmpty)
  }

  @Test func aFileThatHasTheNameIsNotReplacedWheneverItCame() throws {
    let file = try NewFile(for: path)
    try file.write([1])
    try scratch.write([7], to: "out.csv")
    do {
      try file.publish()
      Issue.record("a file was replaced")
    } catch {
      #expect(error == .cannotOpen(path: path, systemError: EEXIST))
    }
    do {
      _ = try NewFile(for: path)
      Issue.record("a file was begun")
    } catch {
      #expect(error == .cannotOpen(path: path, systemError: EEXIST))
    }
    #expect(try scratch.names() == ["out.csv"])
    #expect(try scratch.bytes("out.csv") == [7])
  }

  @Test func aLinkToNowhereIsAFileOfThatName() throws {
    symlink("nowhere", path)
    do {
      _ = try NewFile(for: path)
      Issue.record("a file was begun")
    } catch {
      #expect(error == .cannotOpen(path: path, systemError: EEXIST))
    }
    #expect(access(scratch.path("nowhere"), F_OK) != 0)
  }

  @Test func aMissingFolderIsTold() throws {
    let lost = scratch.path("no/out.csv")
    do {
      _ = try NewFile(for: lost)
      Issue.record("a file was begun")
    } catch {
      #expect(error == .cannotOpen(path: lost, systemError: ENOENT))
    }
  }

  @Test func theFolderOfARepairIsPrivateAndGoesWithItsCopies() throws {
    try scratch.write([1, 2], to: "a.db")
    try scratch.write([3], to: "a.db-wal")
    try scratch.write([4], to: "a.db-shm")
    let folder = try PrivateFolder()
    var status = stat()
    #expect(stat(folder.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
    let copy = try folder.copyDatabase(scratch.path("a.db"))
    #expect(stat(copy, &status) == 0 && status.st_size == 2 && status.st_mode & 0o777 == 0o600)
    #expect(stat(copy + "-wal", &status) == 0 && status.st_size == 1)
    #expect(access(copy + "-shm", F_OK) != 0, "SQLite makes the index of the log anew")
    folder.remove()
    #expect(access(folder.path, F_OK) != 0)
    #expect(try scratch.names() == ["a.db", "a.db-shm", "a.db-wal"])
  }

  @Test func aDatabaseThatIsNotThereCannotBeCopied() throws {
    let folder = try PrivateFolder()
    defer { folder.remove() }
    #expect(throws: StorageError.cannotOpen(path: scratch.path("a.db"), systemError: ENOENT)) {
      try folder.copyDatabase(scratch.path("a.db"))
    }
  }
}
