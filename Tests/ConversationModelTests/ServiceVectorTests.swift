import ConversationModel
import Foundation
import Testing
import Timebase

@Suite struct ServiceVectorTests {
  @Test func floodControlFollowsTheVectors() throws {
    let scenarios = try #require(FixtureFiles.object("nostr/rate-limiter")["scenarios"] as? [[String: Any]])
    var failures: [String] = []
    var steps = 0
    for scenario in scenarios {
      var flood = FloodControl()
      for step in scenario["steps"] as? [[String: Any]] ?? [] {
        steps += 1
        let seconds = try #require(step["t"] as? Double)
        let isAllowed = flood.admits(
          sender: step["sender"] as? String ?? "", contentKey: step["content"] as? String ?? "",
          proofOfWorkBits: step["pow_bits"] as? Int ?? 0,
          at: Instant(nanoseconds: UInt64(seconds * 1e9)))
        if isAllowed != step["allow"] as? Bool { failures.append("\(scenario["name"] ?? "") \(step)") }
      }
      let counts = scenario["final_bucket_counts"] as? [String: Int] ?? [:]
      if flood.bucketCounts.senders != counts["sender"] || flood.bucketCounts.contents != counts["content"] {
        failures.append("\(scenario["name"] ?? ""): buckets \(flood.bucketCounts)")
      }
    }
    print("VECTORS suite=rate-limiter cases=\(steps)")
    #expect(scenarios.count >= 6)
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func contentKeysFollowTheVectors() throws {
    let cases = try #require(
      FixtureFiles.object("nostr/content-keys-and-digests")["content_keys"] as? [[String: Any]])
    let failures = cases.filter { ContentKey.of($0["text"] as? String ?? "") != $0["key"] as? String }
    print("VECTORS suite=content-keys cases=\(cases.count)")
    #expect(!cases.isEmpty)
    #expect(failures.isEmpty, "\(failures)")
  }
}
