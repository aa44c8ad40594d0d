import Foundation
import Testing

/// Starting, and everything that can be in the way of it.
@Suite(.serialized) struct StartProcessTests {
  @Test func aSecondNodeOnAProfileSaysSoAndEnds() async throws {
    let place = try TestPlace()
    _ = try await place.start("alice")
    let second = try await place.refusal(of: "alice")
    #expect(second.status == 1)
    #expect(second.errors.contains("already running") && second.errors.contains("tern link --profile alice"))
  }

  @Test func aCommandWithoutANodeSaysHowToStartOne() async throws {
    let place = try TestPlace()
    let alone = try await place.run(["who", "--profile", "alice"])
    #expect(alone.status == 1)
    #expect(alone.errors.contains("not running") && alone.errors.contains("tern --profile alice"))
    #expect(!FileManager.default.fileExists(atPath: place.dataFolder("alice").path), "a mistyped name")
  }

  @Test func aPortInUseIsSaidInWords() async throws {
    let place = try TestPlace()
    let alice = try await place.start("alice")
    let port = try #require(alice.link?.port)
    let bob = try await place.refusal(of: "bob", more: ["--port", "\(port)"])
    #expect(bob.status == 1)
    #expect(bob.errors.contains("\(port)"), "\(bob.errors)")
  }

  @Test func aDamagedKeyFileIsNeitherUsedNorReplaced() async throws {
    let place = try TestPlace()
    try await place.start("alice").kill()
    let file = place.dataFolder("alice").appending(path: "identity.key")
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: file)
    let refused = try await place.refusal(of: "alice")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("damaged") && refused.errors.contains("--new-identity"))
    #expect(try Data(contentsOf: file) == bytes)

    _ = try await place.start("alice", more: ["--new-identity"])
    #expect(try kept("identity.key.damaged", place) == bytes)
  }

  @Test func aDamagedHistoryIsKeptAsideAndANewOneBegun() async throws {
    let place = try TestPlace()
    try await place.start("alice").kill()
    let file = place.dataFolder("alice").appending(path: "messages.sqlite")
    let garbage = Data(repeating: 0x5A, count: 40_000)
    try garbage.write(to: file)
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    let again = try await place.start("alice")
    #expect(again.errors.contains("is kept at"))
    #expect(try kept("messages.sqlite.damaged", place) == garbage)
    #expect(try await place.run(["send", "still here", "--profile", "alice"]).status == 0)
  }

  @Test func aRemovedControlSocketIsMadeAgainAndCommandsFindIt() async throws {
    let place = try TestPlace()
    _ = try await place.start("alice")
    try FileManager.default.removeItem(at: place.socket("alice").deletingLastPathComponent())
    let early = try await place.run(["who", "--profile", "alice"])
    #expect(early.status == 0 || early.errors.contains("Tern is running"), "\(early.errors)")
    try await eventually("the socket is there again", seconds: 10) {
      try await place.run(["who", "--profile", "alice"]).status == 0
    }
  }

  @Test func nobodyElseCanOpenFoldersFilesOrSocket() async throws {
    let place = try TestPlace()
    _ = try await place.start("alice")
    let data = place.dataFolder("alice")
    #expect(try mode(data) == 0o700)
    #expect(try mode(place.socket("alice").deletingLastPathComponent()) == 0o700)
    #expect(try mode(place.socket("alice")) == 0o600)
    let names = try FileManager.default.contentsOfDirectory(atPath: data.path)
    #expect(names.contains("identity.key") && names.contains("messages.sqlite"))
    for name in names { #expect(try mode(data.appending(path: name)) == 0o600, "\(name)") }
  }

  @Test func thePageListensOnLoopbackOnly() async throws {
    let place = try TestPlace()
    let port = try #require(try await place.start("alice").link?.port)
    let hex = String(format: ":%04X", port)
    let listeners = try ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { path in
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        .map { $0.split(separator: " ").map(String.init) }
        .filter { $0.count > 3 && $0[1].hasSuffix(hex) && $0[3] == "0A" }.map { $0[1] }
    }
    #expect(listeners == ["0100007F" + hex])
  }

  @Test func aTerminatedNodeEndsCleanlyAndRemovesItsSocket() async throws {
    let place = try TestPlace()
    let alice = try await place.start("alice")
    alice.terminate()
    try await eventually("it ends", seconds: 10) { !alice.isRunning }
    #expect(alice.status == 0, "\(alice.errors)")
    #expect(!FileManager.default.fileExists(atPath: place.socket("alice").path))
  }

  private func mode(_ url: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func kept(_ prefix: String, _ place: TestPlace) throws -> Data {
    let folder = place.dataFolder("alice")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let name = try #require(names.first { $0.hasPrefix(prefix) }, "\(names)")
    return try Data(contentsOf: folder.appending(path: name))
  }
}
