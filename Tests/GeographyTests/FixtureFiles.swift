import Foundation
import StrictJSON
import Testing

/// Reads the fixture copies, and the shared originals where they are present.
enum FixtureFiles {
  static let sharedFolder: URL = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let beside = root.deletingLastPathComponent().appending(path: "shared")
    let named = ProcessInfo.processInfo.environment["TERN_SHARED"].map { URL(filePath: $0) }
    return (named ?? beside).appending(path: "vectors/airports")
  }()

  static var sharedIsPresent: Bool { FileManager.default.fileExists(atPath: sharedFolder.path) }

  static func bytes(_ name: String) throws -> Data {
    let url = try #require(Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "json"))
    return try Data(contentsOf: url)
  }

  static func json(_ name: String) throws -> JSONValue { try JSONValue(parsing: bytes(name)) }

  /// The names of all fixtures, without `.json`.
  static func names() throws -> [String] {
    let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
  }
}

/// Collects the failures of one vector suite, so that a whole suite is one expectation.
struct VectorSuite {
  let name: String
  private(set) var cases = 0
  private(set) var failures: [String] = []

  init(_ name: String) { self.name = name }

  /// Counts the case that the checks after it belong to.
  mutating func begin() { cases += 1 }

  mutating func check<Value: Equatable>(_ found: Value, _ expected: Value, _ what: @autoclosure () -> String)
  {
    if found != expected { failures.append("\(what()): \(found) instead of \(expected)") }
  }

  mutating func check(
    _ found: Double, _ expected: Double, within tolerance: Double, _ what: @autoclosure () -> String
  ) {
    if !(abs(found - expected) <= tolerance) {
      failures.append("\(what()): \(found) instead of \(expected)")
    }
  }

  func report() {
    print("VECTORS suite=airports-\(name) cases=\(cases)")
    #expect(cases > 0)
    #expect(failures.isEmpty, "\(failures.prefix(20).joined(separator: "\n"))")
  }
}

@Suite struct FixtureTests {
  @Test(.enabled(if: FixtureFiles.sharedIsPresent, "the shared vectors are not beside this checkout"))
  func fixturesEqualTheSharedVectors() throws {
    for name in try FixtureFiles.names() {
      let shared = FixtureFiles.sharedFolder.appending(path: "\(name).json")
      #expect(try Data(contentsOf: shared) == FixtureFiles.bytes(name), "\(name) differs")
    }
  }
}
