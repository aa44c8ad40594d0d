import Bytes
import Foundation
import MeshWire
import Testing
import Timebase

/// Goal: what feature modules put on the wire is what every other client puts there.
/// Method: every case of five of the feature vector files, each by the start of its name.
@Suite struct FeatureVectorTests {
  static let names = ["capabilities", "outbox", "gossip-bits", "verify", "vouch"]

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

  /// Codes shown as text (`qr-`) are not on this wire.
  @Test func challengesAndAnswersAreWrittenAndReadAsOtherClientsDo() throws {
    let suite = try FeatureSuite("verify", part: "frames") { !$0.hasPrefix("qr-") }
    let failures = suite.failures { name, inputs, expected in
      if let body = hex(inputs["hex"]) { return (try? VerifyChallenge.decode(body)) == nil }
      if let body = hex(inputs["payload"]) {
        return try VerifyResponse.decode(body).encoded() == body
      }
      guard let key = inputs["noiseKeyHex"] as? String, let nonce = hex(inputs["nonceA"]),
        let typed = hex(expected["typedPayload"]), let type = NoisePayloadType(wire: typed[0])
      else { return false }
      let challenge = VerifyChallenge(noiseKeyText: key, nonce: nonce)
      let body = Array(typed.dropFirst())
      guard let signature = hex(expected["signature"]) else {
        return try type == .module(.verifyChallenge) && challenge.encoded() == body
          && VerifyChallenge.decode(body + [9]) == challenge
      }
      let response = VerifyResponse(to: challenge, signature: signature)
      return try type == .module(.verifyResponse) && response.encoded() == body
        && VerifyResponse.decode(body + [9]) == response
    }
    #expect(suite.count == 8 && failures.isEmpty, "\(failures)")
  }

  /// How long a vouch holds (`expiry-`) is not said on this wire.
  @Test func vouchesAreWrittenAndReadAsOtherClientsDo() throws {
    let suite = try FeatureSuite("vouch", part: "frames") { !$0.hasPrefix("expiry-") }
    let failures = suite.failures { name, inputs, expected in
      if let body = hex(inputs["hex"]) {
        let read = VouchBatch.decode(body)
        // The forged one is well-formed.
        return read.count == expected["acceptedEntries"] as? Int ?? 1
      }
      guard let fingerprint = hex(inputs["voucheeFingerprint"]), let key = hex(inputs["voucheeSigningKey"]),
        let time = inputs["timestampMs"] as? UInt64, let signature = hex(expected["signature"]),
        let wanted = hex(expected["attestation"]), let batch = hex(expected["batch"])
      else { return false }
      let attestation = VouchAttestation(
        fingerprint: fingerprint, signingKey: key, statedAt: Timestamp(milliseconds: time),
        signature: signature)
      return try attestation.encoded() == wanted && VouchBatch.encoded([attestation]) == batch
        && VouchBatch.decode(batch) == [attestation]
    }
    #expect(suite.count == 9 && failures.isEmpty, "\(failures)")
  }

  @Test func whatHasNoPlaceInAChallengeOrAVouchIsNotWritten() {
    let key = String(repeating: "a", count: 64)
    let nonce = [UInt8](repeating: 1, count: 16)
    #expect(throws: MeshWireError.invalid(.noiseKey, at: 2)) {
      try VerifyChallenge(noiseKeyText: key + "a", nonce: nonce).encoded()
    }
    #expect(throws: MeshWireError.invalid(.nonce, at: 68)) {
      try VerifyChallenge(noiseKeyText: key, nonce: nonce + [1]).encoded()
    }
    #expect(throws: MeshWireError.invalid(.signature, at: 86)) {
      try VerifyResponse(to: VerifyChallenge(noiseKeyText: key, nonce: nonce), signature: [1]).encoded()
    }
    let vouch = VouchAttestation(
      fingerprint: [UInt8](repeating: 1, count: 32), signingKey: [UInt8](repeating: 1, count: 32),
      statedAt: Timestamp(milliseconds: 1), signature: [UInt8](repeating: 1, count: 64))
    #expect(throws: MeshWireError.missing(.attestation)) { try VouchBatch.encoded([]) }
    #expect(throws: MeshWireError.tooLong(.attestation, count: 17, limit: 16)) {
      try VouchBatch.encoded([VouchAttestation](repeating: vouch, count: 17))
    }
  }

  @Test func aStatementMayHaveItsFieldsInAnyOrderAndOthersBesides() throws {
    let vouch = VouchAttestation(
      fingerprint: [UInt8](repeating: 1, count: 32), signingKey: [UInt8](repeating: 2, count: 32),
      statedAt: Timestamp(milliseconds: 77), signature: [UInt8](repeating: 3, count: 64))
    let bytes = try vouch.encoded()
    let turned = Array(bytes[34...]) + [9, 1, 0] + Array(bytes[..<34])
    #expect(VouchBatch.decode([1, 0, UInt8(turned.count)] + turned) == [vouch])
    let short = Array(bytes[34...]) + [1, 2, 0, 0]
    #expect(VouchBatch.decode([1, 0, UInt8(short.count)] + short).isEmpty)
  }
}

/// A file of feature vectors, whose cases have a name, inputs and what is expected.
private struct FeatureSuite {
  private let name: String
  private let cases: [[String: Any]]

  var count: Int { cases.count }

  /// With a `part`, the cases whose names it takes.
  init(_ name: String, part: String? = nil, takes: (String) -> Bool = { _ in true }) throws {
    self.name = part.map { name + "." + $0 } ?? name
    let root = try JSONSerialization.jsonObject(with: try VectorSuite.bytes(name)) as? [String: Any]
    let all = root?["vectors"] as? [[String: Any]] ?? []
    cases = all.filter { takes($0["name"] as? String ?? "") }
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
