import Foundation
import Testing

/// Whatever happened to a file: what is left of it is kept, and the person is told.
@Suite(.serialized) struct DamageProcessTests {
  enum Damage: CaseIterable {
    case empty, cut, garbage

    func done(to bytes: Data) -> Data {
      switch self {
      case .empty: Data()
      case .cut: bytes.prefix(bytes.count / 2)
      case .garbage: Data(repeating: 0x5A, count: bytes.count)
      }
    }
  }

  @Test(arguments: Damage.allCases) func aDamagedKeyFileIsRefusedAndLaterKeptAside(damage: Damage)
    async throws
  {
    let place = try TestPlace()
    try await place.start("alice").kill()
    let file = place.dataFolder("alice").appending(path: "identity.key")
    let bytes = damage.done(to: try Data(contentsOf: file))
    try bytes.write(to: file)
    let refused = try await place.refusal(of: "alice")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("identity.key") && refused.errors.contains("--new-identity"))
    #expect(try Data(contentsOf: file) == bytes)
    _ = try await place.start("alice", more: ["--new-identity"])
    #expect(try place.kept("identity.key", "alice").contains(bytes))
  }

  @Test(arguments: [Damage.empty, .garbage]) func aDamagedHistoryIsKeptAside(damage: Damage) async throws {
    let place = try TestPlace()
    let first = try await place.start("alice")
    #expect(try await place.run(["send", "before", "--profile", "alice"]).status == 0)
    first.terminate()
    try await eventually("it ends", seconds: 10) { !first.isRunning }
    let file = place.dataFolder("alice").appending(path: "messages.sqlite")
    let bytes = damage.done(to: try Data(contentsOf: file))
    try bytes.write(to: file)
    let again = try await place.start("alice")
    #expect(again.errors.contains("is kept at"), "\(again.errors)")
    #expect(try place.kept("messages.sqlite", "alice").contains(bytes))
    #expect(try await place.run(["send", "still here", "--profile", "alice"]).status == 0)
  }
}

extension TestPlace {
  /// The contents of everything that was put aside of a file.
  func kept(_ name: String, _ profile: String) throws -> [Data] {
    let folder = dataFolder(profile)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix(name + ".") }.map { try Data(contentsOf: folder.appending(path: $0)) }
  }
}
