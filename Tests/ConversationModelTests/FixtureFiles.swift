import Foundation
import Testing

/// Reads the fixture copies, and the shared originals where they are present.
enum FixtureFiles {
  static let sharedFolder: URL = {
    if let path = ProcessInfo.processInfo.environment["TERN_SHARED"] { return URL(filePath: path) }
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return root.deletingLastPathComponent().appending(path: "shared")
  }()

  static var sharedIsPresent: Bool {
    FileManager.default.fileExists(atPath: sharedFolder.appending(path: "vectors").path)
  }

  static func bytes(_ name: String) throws -> Data {
    let url = try #require(Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "json"))
    return try Data(contentsOf: url)
  }

  static func object(_ name: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: bytes(name)) as? [String: Any])
  }
}

@Suite struct FixtureTests {
  @Test(.enabled(if: FixtureFiles.sharedIsPresent, "the shared vectors are not beside this checkout"))
  func fixturesEqualTheSharedVectors() throws {
    for name in ["state-tables", "rate-limiter", "chat-text", "content-keys-and-digests", "palette"] {
      let shared = FixtureFiles.sharedFolder.appending(path: "vectors/nostr/\(name).json")
      #expect(try Data(contentsOf: shared) == FixtureFiles.bytes(name), "\(name) differs")
    }
    let scenarios = FixtureFiles.sharedFolder.appending(path: "vectors/features/scenarios.json")
    #expect(try Data(contentsOf: scenarios) == FixtureFiles.bytes("scenarios"), "scenarios differs")
  }
}
