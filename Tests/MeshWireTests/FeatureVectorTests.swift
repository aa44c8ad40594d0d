import Bytes
import Foundation
import MeshWire
import Testing

/// Goal: what feature modules put on the wire is what every other client puts there.
/// Method: every case of three of the feature vector files, each by the start of its name.
@Suite struct FeatureVectorTests {
  static let names = ["capabilities", "outbox", "gossip-bits"]

  @Test func capabilitiesAreWrittenAndReadAsOtherClientsDo() throws {
    let failures = try FeatureSuite("capabilities").failures { name, inputs, expected in
      if name.hasPrefix("caps-encode-") {
        guard let bits = (inputs["bits"] as? String).flatMap({ UInt64($0) }) else { return false }
        return Capabilities(rawValue: bits).encoded == hex(expected["hex"])
      }
      guard name.hasPrefix("caps-decode-"), let bytes = hex(inputs["hex"]),
        let bits = (expected["bits"] as? String).flatMap({ UInt64($0) })
      else { return false }
      let read = Capabilities(decoding: bytes)
      return read.rawValue == bits && read.encoded == hex(expected["canonical"])
        && Capabilities.isCanonical(bytes) == (read.encoded == bytes)
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func privateMessagesAndReceiptsAreWrittenAndReadAsOtherClientsDo() throws {
    let failures = try FeatureSuite("outbox").failures { name, inputs, expected in
      if name.hasPrefix("delivered-payload-") || name.hasPrefix("read-payload-") {
        guard let id = inputs["messageID"] as? String, let wanted = hex(expected["typedPayload"]) else {
          return false
        }
        let payload: NoisePayload =
          name.hasPrefix("read") ? .readReceipt(messageID: id) : .delivered(messageID: id)
        return try payload.encoded() == wanted && NoisePayload.decode(wanted) == payload
      }
      if let bytes = hex(inputs["hex"]) {
        let read = try? PrivateMessage.decode(bytes)
        if expected["reject"] != nil { return read == nil }
        return read?.messageID == expected["messageID"] as? String
          && read?.text == expected["content"] as? String
      }
      guard let id = inputs["messageID"] as? String, let text = inputs["content"] as? String else {
        return false
      }
      let message = PrivateMessage(messageID: id, text: text)
      guard expected["reject"] == nil else { return (try? message.encoded()) == nil }
      guard let wanted = hex(expected["hex"]) else { return false }
      return try message.encoded() == wanted && PrivateMessage.decode(wanted) == message
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func syncBitsMeanTheTypesTheyMeanElsewhere() throws {
    let failures = try FeatureSuite("gossip-bits").failures { _, inputs, expected in
      guard let bytes = hex(inputs["hex"]) else { return false }
      // A request carries them: reading one is how bits are read.
      let filter: [UInt8] = [1, 0, 1, 7, 2, 0, 4, 0, 0, 0, 1, 3, 0, 0]
      let field: [UInt8] = [4, 0, UInt8(bytes.count)] + bytes
      let types = try SyncRequest.decode(filter + field).types
      if expected["reject"] != nil { return types == nil }
      guard let types, let wanted = expected["messageTypes"] as? [Int] else { return false }
      let named = (0...255).filter { byte in
        let bit = SyncTypes(MessageType(rawValue: UInt8(byte)))
        return !bit.isEmpty && types.isSuperset(of: bit)
      }
      return named == wanted && types.encoded == hex(expected["normalised"])
    }
    #expect(failures.isEmpty, "\(failures)")
  }
}

/// A file of feature vectors, whose cases have a name, inputs and what is expected.
private struct FeatureSuite {
  private let name: String
  private let cases: [[String: Any]]

  init(_ name: String) throws {
    self.name = name
    let root = try JSONSerialization.jsonObject(with: try VectorSuite.bytes(name)) as? [String: Any]
    cases = root?["vectors"] as? [[String: Any]] ?? []
  }

  /// The names of the cases that do not hold; a file without cases does not hold either.
  func failures(_ holds: (String, [String: Any], [String: Any]) throws -> Bool) -> [String] {
    print("VECTORS suite=\(name) cases=\(cases.count)")
    guard !cases.isEmpty else { return ["no cases"] }
    return cases.compactMap { raw in
      let name = raw["name"] as? String ?? "?"
      let inputs = raw["inputs"] as? [String: Any] ?? [:]
      let expected = raw["expected"] as? [String: Any] ?? [:]
      return (try? holds(name, inputs, expected)) == true ? nil : name
    }
  }
}

private func hex(_ value: Any?) -> [UInt8]? { (value as? String).flatMap { [UInt8](hexadecimal: $0) } }
