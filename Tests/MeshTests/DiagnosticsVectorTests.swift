import Bytes
import Foundation
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: pings are written, read and answered as every other client does.
/// Method: every case of `diagnostics.json`, and the `ping-budget-` cases of `scenarios.json`.
struct DiagnosticsVectorTests {
  @Test func pingsAndHopsAreAsTheVectorsSay() throws {
    let cases = try FeatureFile("diagnostics").cases
    let failures = cases.filter { !holds($0) }.compactMap { $0["name"] as? String }
    print("VECTORS suite=diagnostics cases=\(cases.count)")
    #expect(!cases.isEmpty && failures.isEmpty, "\(failures)")
  }

  @Test func theBudgetAnswersAsTheVectorsSay() throws {
    let cases = try FeatureFile("scenarios").cases.filter {
      ($0["name"] as? String)?.hasPrefix("ping-budget-") == true
    }
    let failures = cases.filter { !holdsBudget($0) }.compactMap { $0["name"] as? String }
    print("VECTORS suite=scenarios/ping-budget cases=\(cases.count)")
    #expect(!cases.isEmpty && failures.isEmpty, "\(failures)")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: FeatureFile.shared.path)))
  func fixturesAreTheSharedFilesByteForByte() throws {
    for name in ["diagnostics", "scenarios"] {
      let shared = FeatureFile.shared.appending(path: "\(name).json")
      #expect(try Data(contentsOf: shared) == FeatureFile.bytes(name), "\(name)")
    }
  }

  private func holds(_ raw: [String: Any]) -> Bool {
    let name = raw["name"] as? String ?? ""
    let inputs = raw["inputs"] as? [String: Any] ?? [:]
    let expected = raw["expected"] as? [String: Any] ?? [:]
    if let bytes = (inputs["hex"] as? String).flatMap({ [UInt8](hexadecimal: $0) }) {
      let read = PingPayload(decoding: bytes)
      if expected["reject"] != nil { return read == nil }
      return read?.nonce == number(expected["nonce"])
        && read.map { Int($0.originTTL) } == expected["originTTL"] as? Int
    }
    guard let origin = inputs["originTTL"] as? Int else { return false }
    if name.hasPrefix("hops-") {
      guard let received = inputs["receivedTTL"] as? Int else { return false }
      let payload = PingPayload(nonce: 0, originTTL: UInt8(origin))
      return payload.hops(receivedTTL: UInt8(received)) == expected["hops"] as? Int
    }
    guard let nonce = number(inputs["nonce"]) else { return false }
    let payload = PingPayload(nonce: nonce, originTTL: UInt8(origin))
    return payload.encoded.hexadecimal == expected["hex"] as? String
  }

  private func holdsBudget(_ raw: [String: Any]) -> Bool {
    guard let inputs = raw["inputs"] as? [String: Any], let times = inputs["arrivalSeconds"] as? [NSNumber],
      inputs["sameIngressLink"] as? Bool == true,
      let wanted = (raw["expected"] as? [String: Any])?["answered"] as? [Bool]
    else { return false }
    var budget = PingBudget()
    let answered = times.map { seconds in
      let moment = Instant(nanoseconds: 0) + .milliseconds(Int(seconds.doubleValue * 1_000))
      return budget.admit(.peer(PeerID(rawValue: 1)), at: moment)
    }
    return answered == wanted
  }

  private func number(_ value: Any?) -> UInt64? { (value as? String).flatMap { UInt64($0, radix: 16) } }
}

/// One file of feature vectors.
private struct FeatureFile {
  let cases: [[String: Any]]

  init(_ name: String) throws {
    let root = try JSONSerialization.jsonObject(with: try Self.bytes(name)) as? [String: Any]
    cases = root?["vectors"] as? [[String: Any]] ?? []
  }

  static func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Fixtures/\(name).json"))
  }

  static var shared: URL {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let shared =
      ProcessInfo.processInfo.environment["TERN_SHARED"].map { URL(filePath: $0) }
      ?? root.deletingLastPathComponent().appending(path: "shared")
    return shared.appending(path: "vectors/features")
  }
}
