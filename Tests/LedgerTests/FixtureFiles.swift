import Foundation
import StrictJSON
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
    FileManager.default.fileExists(atPath: sharedFolder.appending(path: "vectors/money").path)
  }

  static func bytes(_ name: String) throws -> Data {
    let url = try #require(Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "json"))
    return try Data(contentsOf: url)
  }

  static func json(_ name: String) throws -> JSONValue { try JSONValue(parsing: bytes(name)) }
}

/// Collects the failures of one vector suite, so that a whole suite is one expectation.
struct VectorSuite {
  let name: String
  private(set) var cases = 0
  private(set) var failures: [String] = []

  init(_ name: String) { self.name = name }

  mutating func check<Value: Equatable>(_ found: Value, _ expected: Value, _ what: @autoclosure () -> String)
  {
    cases += 1
    if found != expected { failures.append("\(what()): \(found) instead of \(expected)") }
  }

  func report() {
    print("VECTORS suite=money-\(name) cases=\(cases)")
    #expect(cases > 0)
    #expect(failures.isEmpty, "\(failures.prefix(20).joined(separator: "\n"))")
  }
}

@Suite struct FixtureTests {
  @Test(.enabled(if: FixtureFiles.sharedIsPresent, "the shared vectors are not beside this checkout"))
  func fixturesEqualTheSharedVectors() throws {
    for name in FixtureFiles.copies {
      let shared = FixtureFiles.sharedFolder.appending(path: "vectors/money/\(name).json")
      #expect(try Data(contentsOf: shared) == FixtureFiles.bytes(name), "\(name) differs")
    }
  }
}
