import Cryptography
import Foundation
import Mesh
import Testing
import Timebase
import TransportPorts

@testable import MeshNode

/// What the engine wants kept outlives the node; what it says of the network is found by type.
@Suite struct StateTests {
  private let clock = RunningClock()
  private let folder = FileManager.default.temporaryDirectory.appending(path: "tern-\(UUID().uuidString)")

  @Test func whatWasSaidIsHandedOnByTheNextRun() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try await framesKept(key: 1, saying: "one") == 1)
    // Had the second run not taken up what the first one left, it would have kept its own words alone.
    #expect(try await framesKept(key: 1, saying: "two") == 2)
  }

  @Test func underOtherKeysNothingIsThere() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try await framesKept(key: 1, saying: "one") == 1)
    #expect(try await framesKept(key: 2, saying: "two") == 1)
  }

  @Test func theFileDoesNotShowWhatIsInIt() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await framesKept(key: 1, saying: "runway is clear")
    let bytes = try Data(contentsOf: folder.appending(path: "mesh.sqlite"))
    #expect(bytes.range(of: Data("runway".utf8)) == nil)
  }

  @Test func aDamagedFileGoesAside() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("this is no database of anybody, and long enough".utf8)
      .write(to: folder.appending(path: "mesh.sqlite"))
    #expect(try await framesKept(key: 1, saying: "one") == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.contains { $0.contains(".damaged-") })
  }

  @Test func diagnosticsAreFoundByTypeAndAPingWithoutALinkIsNotSent() async throws {
    let node = MeshNode(
      identity: try testIdentity(1), nickname: "juno", known: [], links: SilentLinks(),
      seed: [UInt8](repeating: 7, count: 32), clock: { [clock] in clock.now })
    let transport: any CoreTransport = node
    let diagnostics = try #require(transport as? any DiagnosticTransport)
    try await node.start()
    let peer = try #require(PeerAddress("00112233aabbccdd"))
    #expect(await diagnostics.ping(peer) == .notSent)
    #expect(await diagnostics.trace(peer) == nil)
    #expect(await diagnostics.neighbourhood().isEmpty)
    await node.stop()
    #expect(await diagnostics.ping(peer) == .notSent)
  }

  @Test func aValueWithoutBytesIsForgotten() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try open(key: 1)
    try await file.keep(["module a": [1, 2], "module b": [3]])
    try await file.keep(["module a": []])
    let values = try await file.values()
    #expect(values.map(\.name) == ["module b"] && values.map(\.value) == [[3]])
    await file.close()
  }

  @Test func aDamagedFileIsKeptAndItsPlaceIsTold() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    await (try open(key: 1)).close()
    let path = folder.appending(path: "mesh.sqlite")
    try Data(repeating: 0x5A, count: 10_000).write(to: path)
    let file = try open(key: 1)
    let kept = try #require(file.keptPath)
    #expect(kept.hasPrefix(path.path + ".damaged-"))
    #expect(try Data(contentsOf: URL(filePath: kept)) == Data(repeating: 0x5A, count: 10_000))
    try await file.keep(["module a": [1]])
    await file.close()
    let again = try open(key: 1)
    #expect(again.keptPath == nil)
    await again.close()
  }

  @Test func anArchiveSurvivesItsCodingAndACutOneGivesItsWholeFrames() {
    let frames: [[UInt8]] = [[1, 2, 3], [], [4]]
    let bytes = ArchiveCoding.encode(frames)
    #expect(ArchiveCoding.frames(bytes) == frames)
    #expect(ArchiveCoding.frames(Array(bytes.dropLast())) == [[1, 2, 3], []])
    #expect(ArchiveCoding.frames([0xFF, 0xFF, 0xFF, 0xFF, 1]).isEmpty)
  }

  /// Runs a node on the file that says something; answers how many frames the file holds afterwards.
  private func framesKept(key: UInt8, saying text: String) async throws -> Int {
    let file = try open(key: key)
    let node = MeshNode(
      identity: try testIdentity(1), nickname: "juno", known: [], links: SilentLinks(),
      seed: [UInt8](repeating: 7, count: 32), state: file, clock: { [clock] in clock.now })
    try await node.start()
    await node.sendPublic(text, at: clock.now.unix)
    await node.stop()
    let archive = try await file.values().first { $0.name == MeshStateFile.archiveName }
    await file.close()
    return archive.map { ArchiveCoding.frames($0.value).count } ?? 0
  }

  private func open(key: UInt8) throws -> MeshStateFile {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try MeshStateFile(
      path: folder.appending(path: "mesh.sqlite").path,
      storeKey: SecretBytes([UInt8](repeating: key, count: 32)), now: clock.now.unix)
  }
}
