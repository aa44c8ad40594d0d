import Foundation
import Testing

/// Vector files kept as data, and the folder they came from where it is at hand.
enum Fixtures {
  /// File name without extension, and its place under the shared vectors.
  static let origins = [
    "noise-xx": "mesh", "noise-xx-generic": "mesh", "xchacha20poly1305": "nostr",
  ]

  static func data(_ name: String) throws -> Data {
    let url = try #require(
      Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Fixtures"))
    return try Data(contentsOf: url)
  }

  static func decoded<Content: Decodable>(_ name: String, as type: Content.Type) throws -> Content {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: data(name))
  }

  /// `TERN_SHARED`, by default beside the checkout; nothing where there is no such folder.
  static let sharedVectors: URL? = {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let shared =
      ProcessInfo.processInfo.environment["TERN_SHARED"].map { URL(filePath: $0) }
      ?? package.deletingLastPathComponent().appending(path: "shared")
    let vectors = shared.appending(path: "vectors")
    return FileManager.default.fileExists(atPath: vectors.path) ? vectors : nil
  }()
}

@Suite struct FixtureTests {
  @Test(.enabled(if: Fixtures.sharedVectors != nil, "the shared vectors are not at hand"))
  func fixturesAreTheSharedVectors() throws {
    let vectors = try #require(Fixtures.sharedVectors)
    for (name, folder) in Fixtures.origins.sorted(by: { $0.key < $1.key }) {
      let origin = vectors.appending(path: "\(folder)/\(name).json")
      #expect(try Data(contentsOf: origin) == Fixtures.data(name), "\(name) differs")
    }
  }
}
