import Foundation
import Testing

@Suite struct FixtureTests {
  @Test(.enabled(if: SharedVectors.arePresent))
  func fixturesAreTheSharedVectorsByteForByte() throws {
    let different = try VectorSuite.names.filter { try SharedVectors.bytes($0) != VectorSuite.bytes($0) }
    #expect(different.isEmpty, "\(different)")
  }
}

/// The folder of shared vectors beside the repository, where there is one.
private enum SharedVectors {
  static var arePresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

  static func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: folder.appendingPathComponent("\(name).json"))
  }

  private static var folder: URL {
    let shared =
      ProcessInfo.processInfo.environment["TERN_SHARED"].map { URL(fileURLWithPath: $0) }
      ?? packageRoot.deletingLastPathComponent().appendingPathComponent("shared")
    return shared.appendingPathComponent("vectors/mesh")
  }

  private static var packageRoot: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }
}
