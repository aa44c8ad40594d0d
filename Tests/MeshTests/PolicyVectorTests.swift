import Foundation
import MeshWire
import Testing

@testable import Mesh

/// Goal: the relay decision and the fan-out choice are those of every other client.
/// Method: every case of `policy.json`.
struct PolicyVectorTests {
  @Test func everyRelayDecisionAndFanoutSubsetIsAsTheVectorsSay() throws {
    let suite = try PolicySuite()
    let failures = suite.cases.compactMap { $0.fault }
    print("VECTORS suite=policy cases=\(suite.cases.count)")
    #expect(failures.isEmpty, "\(failures.prefix(5)), \(failures.count) in all")
    #expect(suite.cases.count == suite.count)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: PolicySuite.sharedFile.path)))
  func fixtureIsTheSharedFileByteForByte() throws {
    #expect(try Data(contentsOf: PolicySuite.sharedFile) == PolicySuite.bytes())
  }
}

private struct PolicySuite {
  let cases: [PolicyCase]
  let count: Int

  init() throws {
    let root = try JSONSerialization.jsonObject(with: try Self.bytes()) as? [String: Any]
    cases = (root?["vectors"] as? [[String: Any]] ?? []).map { PolicyCase(raw: $0) }
    count = root?["count"] as? Int ?? -1
  }

  static func bytes() throws -> Data {
    try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Fixtures/policy.json"))
  }

  static var sharedFile: URL {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let shared =
      ProcessInfo.processInfo.environment["TERN_SHARED"].map { URL(filePath: $0) }
      ?? root.deletingLastPathComponent().appending(path: "shared")
    return shared.appending(path: "vectors/mesh/policy.json")
  }
}

private struct PolicyCase {
  let raw: [String: Any]

  /// What is wrong, or nothing.
  var fault: String? {
    let inputs = raw["inputs"] as? [String: Any] ?? [:]
    let expected = raw["expected"] as? [String: Any] ?? [:]
    let isRight =
      switch raw["op"] as? String {
      case "relay_decision": holds(relay: inputs, expected)
      case "fanout_subset": holds(fanout: inputs, expected)
      default: false
      }
    return isRight ? nil : raw["name"] as? String ?? "unnamed"
  }

  private func holds(relay inputs: [String: Any], _ expected: [String: Any]) -> Bool {
    guard let type = inputs["type"] as? Int, let ttl = inputs["ttl"] as? Int,
      let degree = inputs["degree"] as? Int, let isDirected = inputs["directed"] as? Bool,
      let isFromSelf = inputs["sender_is_self"] as? Bool,
      let isForSelf = inputs["recipient_is_self"] as? Bool, let isRelayed = expected["relay"] as? Bool
    else { return false }
    let decision = RelayPolicy.decide(
      RelayPolicy.Question(
        type: MessageType(rawValue: UInt8(type)), ttl: UInt8(ttl), degree: degree,
        isDirected: isDirected, isFromSelf: isFromSelf, isForSelf: isForSelf))
    guard isRelayed else { return decision == nil }
    return decision.map { Int($0.ttl) } == expected["new_ttl"] as? Int
      && (decision?.delayMilliseconds.lowerBound).map { Int($0) } == expected["delay_ms_min"] as? Int
      && (decision?.delayMilliseconds.upperBound).map { Int($0) } == expected["delay_ms_max"] as? Int
  }

  private func holds(fanout inputs: [String: Any], _ expected: [String: Any]) -> Bool {
    guard let names = inputs["link_ids"] as? [String], let seed = inputs["seed"] as? String else {
      return false
    }
    return FanoutSubset.size(of: names.count) == expected["k"] as? Int
      && FanoutSubset.choose(from: names, seed: seed) == expected["selected"] as? [String]
  }
}
