import Foundation
import Testing

@testable import tern

@Suite struct ControlSocketPathTests {
  private let data = ProfileFolder(path: "/nowhere/tern/alice")

  @Test func theRuntimeFolderIsUsedWhereItCanBe() throws {
    let runtime = try scratch()
    defer { try? FileManager.default.removeItem(atPath: runtime) }
    let path = try ControlSocketPath.prepare(
      profile: "alice", data: data, environment: ["XDG_RUNTIME_DIR": runtime])
    #expect(path == runtime + "/tern/alice.sock")
  }

  @Test func withoutAUsableRuntimeFolderThereIsOneBelowTmp() throws {
    let runtime = try scratch()
    defer { try? FileManager.default.removeItem(atPath: runtime) }
    try Data().write(to: URL(filePath: runtime + "/file"))
    for environment in [
      [:], ["XDG_RUNTIME_DIR": "relative"], ["XDG_RUNTIME_DIR": runtime + "/file/run"],
      ["XDG_RUNTIME_DIR": "/proc/nothing"], ["XDG_RUNTIME_DIR": runtime + String(repeating: "x", count: 100)],
    ] {
      let path = try ControlSocketPath.prepare(profile: "alice", data: data, environment: environment)
      #expect(path.hasPrefix("/tmp/tern-\(getuid())/") && path.hasSuffix(".sock"), "\(environment)")
      #expect(path.utf8.count <= ControlSocketPath.bytesMax)
    }
  }

  @Test func aCommandLooksWhereTheSocketIs() throws {
    let runtime = try scratch()
    defer { try? FileManager.default.removeItem(atPath: runtime) }
    let environment = ["XDG_RUNTIME_DIR": runtime]
    let prepared = try ControlSocketPath.prepare(profile: "alice", data: data, environment: [:])
    let away = try ControlSocketPath.find(profile: "alice", data: data, environment: environment)
    // The folder below /tmp is there and ours: the node may have been started without the variable.
    #expect(away == prepared)
  }

  @Test func squattersAreToldApartFromFoldersThatCannotBeMade() {
    let words = "\(ProfileProblem.squatted("/tmp/tern-1000"))"
    #expect(words.contains("XDG_RUNTIME_DIR") && words.contains("/tmp/tern-1000"))
    #expect(!words.contains("another profile"))
  }

  private func scratch() throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: "tern-\(UUID().uuidString.prefix(8))")
      .path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }
}
