import AirportData
import Aviation
import Foundation
import StrictJSON
import Testing

/// The sample databases beside the checkout, which are never committed, and the cases that name them.
///
/// Each database is read once for all tests.
actor SampleAirports {
  static let shared = SampleAirports()

  private var loading: [String: Task<KnownAirports, any Error>] = [:]

  /// Everything of one database.
  static func known(_ database: String) async throws -> KnownAirports {
    try await shared.load(database).value
  }

  private func load(_ database: String) -> Task<KnownAirports, any Error> {
    if let running = loading[database] { return running }
    let task = Task {
      let path = Self.folder.appending(path: database).path
      let loaded = try await AirportDatabase.load(path, selection: .everything)
      return KnownAirports(
        airports: loaded.airports, borderCrossings: loaded.borderCrossings, waypoints: loaded.waypoints)
    }
    loading[database] = task
    return task
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let folder: URL = {
    let named = ProcessInfo.processInfo.environment["TERN_SHARED"].map { URL(filePath: $0) }
    return (named ?? root.deletingLastPathComponent().appending(path: "shared"))
      .appending(path: "vectors/airports")
  }()

  static var arePresent: Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: "airports_full.db").path)
  }

  static let absence: Comment = "the sample databases are not beside this checkout"

  /// The cases of a file; its committed copy stands with the tests of Aviation.
  static func cases(_ name: String) throws -> [JSONValue] {
    let file = root.appending(path: "Tests/AviationTests/Fixtures/\(name).json")
    return try #require(try JSONValue(parsing: Data(contentsOf: file))["cases"]?.array)
  }
}

/// Collects what differs in one file of cases, so that a whole file is one expectation.
struct CaseSuite {
  let name: String
  private(set) var cases = 0
  private(set) var failures: [String] = []

  init(_ name: String) { self.name = name }

  mutating func begin() { cases += 1 }

  mutating func check<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) {
    if found != expected { failures.append("\(what): \(found) instead of \(expected)") }
  }

  mutating func check(_ found: Double, _ expected: Double?, within tolerance: Double, _ what: String) {
    guard let expected, abs(found - expected) <= tolerance else {
      failures.append("\(what): \(found) instead of \(String(describing: expected))")
      return
    }
  }

  func report() {
    print("VECTORS suite=airports-\(name) cases=\(cases)")
    #expect(cases > 0)
    #expect(failures.isEmpty, "\(failures.prefix(20).joined(separator: "\n"))")
  }
}

extension JSONValue {
  /// The texts of an array.
  func texts(_ name: String) -> [String] { self[name]?.array?.compactMap(\.string) ?? [] }

  func text(_ name: String) -> String { self[name]?.string ?? "?" }

  func real(_ name: String) -> Double { self[name]?.double ?? .nan }

  func count(_ name: String) -> Int { self[name]?.integer.map(Int.init) ?? -1 }
}
