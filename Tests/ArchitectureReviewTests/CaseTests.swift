import Foundation
import StrictJSON
import Testing

@testable import ArchitectureReview

/// The cases of the reference vectors, and the fixture against its source.
@Suite struct CaseTests {
  private struct Place: Hashable, Comparable, CustomStringConvertible {
    var path: String
    var line: Int
    var rule: String
    var severity: String
    var description: String { "\(path):\(line) \(rule) \(severity)" }
    static func < (left: Place, right: Place) -> Bool { left.description < right.description }
  }

  @Test func everyCaseIsReviewedExactly() async throws {
    let value = try JSONValue(
      parsing: Array(try Fixture.bytes()), limits: JSONLimits(bytesMax: 1 << 20, depthMax: 16))
    let cases = try #require(value["cases"]?.array)
    var failures: [String] = []
    for item in cases {
      let name = item["name"]?.string ?? ""
      let files = (item["files"]?.array ?? []).map {
        Input(path: $0["path"]?.string ?? "", bytes: Array(($0["content"]?.string ?? "").utf8))
      }
      let review = await Planted.review(files)
      let found = review.findings.filter { $0.state == .open }
        .map { Place(path: $0.path, line: $0.line, rule: $0.rule, severity: $0.severity.rawValue) }
      let expected = (item["expect"]?.array ?? []).map(Self.place)
      if found.sorted() != expected.sorted() { failures.append("\(name): \(found), expected \(expected)") }
      let approved = Set(
        review.approvals.map { Place(path: $0.path, line: $0.line, rule: $0.rule, severity: "") })
      for approval in (item["approved"]?.array ?? []).map(Self.place) where !approved.contains(approval) {
        failures.append("\(name): not approved: \(approval)")
      }
    }
    #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
    #expect(cases.count == 28)
    print("VECTORS suite=archreview_cases cases=\(cases.count)")
  }

  private static func place(_ value: JSONValue) -> Place {
    Place(
      path: value["path"]?.string ?? "", line: Int(value["line"]?.integer ?? 0),
      rule: value["rule"]?.string ?? "", severity: value["severity"]?.string ?? "")
  }

  @Test(.enabled(if: Fixture.sharedIsPresent, "the shared vectors are not beside this checkout"))
  func theFixtureEqualsTheSharedVectors() throws {
    let shared = Fixture.sharedFolder.appending(path: "vectors/airports/archreview_cases.json")
    #expect(try Data(contentsOf: shared) == Fixture.bytes())
  }
}

/// The fixture copy, and the shared original where it is present.
enum Fixture {
  static let sharedFolder: URL = {
    if let path = ProcessInfo.processInfo.environment["TERN_SHARED"] { return URL(filePath: path) }
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return root.deletingLastPathComponent().appending(path: "shared")
  }()

  static var sharedIsPresent: Bool {
    FileManager.default.fileExists(atPath: sharedFolder.appending(path: "vectors").path)
  }

  static func bytes() throws -> Data {
    let url = try #require(Bundle.module.url(forResource: "Fixtures/archreview_cases", withExtension: "json"))
    return try Data(contentsOf: url)
  }
}
