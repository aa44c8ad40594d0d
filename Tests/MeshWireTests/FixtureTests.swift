import Foundation
import Testing

@Suite struct FixtureTests {
  @Test(.enabled(if: SharedVectors.arePresent))
  func fixturesAreTheSharedVectorsByteForByte() throws {
    let different = try VectorSuite.names.filter { try SharedVectors.bytes($0) != VectorSuite.bytes($0) }
    #expect(different.isEmpty, "\(different)")
    let features = try FeatureVectorTests.names.filter {
      try SharedVectors.bytes($0, in: "features") != VectorSuite.bytes($0)
    }
    #expect(features.isEmpty, "\(features)")
    let digests = DigestVectorTests.name
    #expect(try SharedVectors.bytes(digests, in: "nostr") == VectorSuite.bytes(digests))
  }
}

/// The folder of shared vectors beside the repository, where there is one.
private enum SharedVectors {
  static var arePresent: Bool { FileManager.default.fileExists(atPath: vectors.path) }

  static func bytes(_ name: String, in room: String = "mesh") throws -> Data {
    try Data(contentsOf: vectors.appendingPathComponent("\(room)/\(name).json"))
  }

  private static var vectors: URL {
    let shared =
      ProcessInfo.processInfo.environment["TERN_SHARED"].map { URL(fileURLWithPath: $0) }
      ?? packageRoot.deletingLastPathComponent().appendingPathComponent("shared")
    return shared.appendingPathComponent("vectors")
  }

  private static var packageRoot: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }
}
