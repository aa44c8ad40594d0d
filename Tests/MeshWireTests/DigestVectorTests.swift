import Bytes
import Foundation
import MeshWire
import Testing
import Timebase

/// Ids and fingerprints as other clients work them out, from the vectors of the application layer.
@Suite struct DigestVectorTests {
  static let name = "content-keys-and-digests"

  @Test func stableIDsAreThoseOfOtherClients() throws {
    let failures = try cases("mesh_stable_ids", count: 5).filter { item in
      let sender = try #require(PeerID(hexadecimal: item["sender_id_hex"] as? String ?? ""))
      let moment = Timestamp(milliseconds: item["timestamp_ms"] as? UInt64 ?? 0)
      let id = publicMessageID(sender: sender, timestamp: moment, text: item["content"] as? String ?? "")
      return id != item["stable_id"] as? String
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func fingerprintsAreThoseOfOtherClients() throws {
    let failures = try cases("fingerprints", count: 4).filter { item in
      let key = try #require([UInt8](hexadecimal: item["noise_static_key"] as? String ?? ""))
      let fingerprint = Fingerprint(hashing: key)
      return fingerprint.description != item["fingerprint"] as? String
        || fingerprint.peerID.description != item["short_peer_id"] as? String
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  private func cases(_ section: String, count: Int) throws -> [[String: Any]] {
    let root = try JSONSerialization.jsonObject(with: try VectorSuite.bytes(Self.name)) as? [String: Any]
    let cases = try #require(root?[section] as? [[String: Any]])
    try #require(cases.count == count)
    print("VECTORS suite=\(Self.name).\(section) cases=\(count)")
    return cases
  }
}
