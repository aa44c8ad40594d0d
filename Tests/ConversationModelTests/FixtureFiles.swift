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

  /// The cases of a file of `vectors/features`.
  static func features(_ name: String) throws -> [FeatureCase] {
    let vectors = try #require(try object("features/\(name)")["vectors"] as? [[String: Any]])
    return vectors.map { vector in
      FeatureCase(
        name: vector["name"] as? String ?? "", inputs: vector["inputs"] as? [String: Any] ?? [:],
        expected: vector["expected"] as? [String: Any] ?? [:])
    }
  }
}

/// One case of a file of `vectors/features`.
struct FeatureCase {
  var name: String
  var inputs: [String: Any]
  var expected: [String: Any]
}

@Suite struct FixtureTests {
  @Test(.enabled(if: FixtureFiles.sharedIsPresent, "the shared vectors are not beside this checkout"))
  func fixturesEqualTheSharedVectors() throws {
    for (folder, names) in Self.fixtures {
      for name in names {
        let shared = FixtureFiles.sharedFolder.appending(path: "vectors/\(folder)/\(name).json")
        #expect(try Data(contentsOf: shared) == FixtureFiles.bytes("\(folder)/\(name)"), "\(name) differs")
      }
    }
  }

  private static let fixtures = [
    (
      "nostr",
      [
        "cashu", "chat-text", "content-keys-and-digests", "palette", "rate-limiter", "state-tables",
        "verification-and-vouch",
      ]
    ), ("features", ["cashu", "scenarios", "verify", "vouch"]),
  ]
}
