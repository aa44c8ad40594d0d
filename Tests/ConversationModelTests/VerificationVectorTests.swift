import Bytes
import ConversationModel
import Cryptography
import Foundation
import Testing
import Timebase
import TransportPorts

/// Codes, answers and vouches as the vectors have them. Cases about the frames around them (types 0x10, 0x11
/// and 0x12) are the wire's and are not counted here.
@Suite struct VerificationVectorTests {
  @Test func codesOfTheMeshVectorsAreMadeAndRead() throws {
    var failures: [String] = []
    var count = 0
    for item in try FixtureFiles.features("verify") where item.name.hasPrefix("qr-") {
      count += 1
      if item.name == "qr-freshness" {
        failures += try freshness(item)
      } else if let url = item.inputs["url"] as? String {
        if accepts(url, at: 1_770_000_000) { failures.append(item.name) }
      } else if try !isMade(item.inputs, as: item.expected, names: ("canonical", "url")) {
        failures.append(item.name)
      }
    }
    print("VECTORS suite=features/verify.codes cases=\(count)")
    #expect(count == 8)
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func answersOfTheMeshVectorsAreSignedAndChecked() throws {
    var failures: [String] = []
    var count = 0
    for item in try FixtureFiles.features("verify") where item.name.hasPrefix("response-") {
      count += 1
      if item.name == "response-badsig" {
        // 01 40 key text, 02 10 nonce, 03 40 signature.
        let payload = try bytes(item.inputs["payload"])
        let answer = VerificationAnswer(
          noiseKeyText: String(decoding: payload[2..<66], as: UTF8.self), nonce: Array(payload[68..<84]),
          signature: Array(payload[86...]))
        if answer.isValid(under: try bytes(item.inputs["signingPub"])) { failures.append(item.name) }
        continue
      }
      let challenge = VerificationChallenge(
        noiseKeyText: item.inputs["noiseKeyHex"] as? String ?? "", nonce: try bytes(item.inputs["nonceA"]))
      let key = try Ed25519.PrivateKey(seed: bytes(item.inputs["signingSeed"]))
      let answer = VerificationAnswer(to: challenge, signedBy: key)
      if try VerificationAnswer.signedBytes(challenge) != bytes(item.expected["signing"])
        || answer.signature != bytes(item.expected["signature"])
        || !answer.isValid(under: key.publicKey.bytes)
      {
        failures.append(item.name)
      }
    }
    print("VECTORS suite=features/verify.answers cases=\(count)")
    #expect(count == 3)
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func codesAndAnswersOfTheNostrVectorsAreMadeAndRead() throws {
    let object = try FixtureFiles.object("nostr/verification-and-vouch")
    let codes = try #require(object["qr"] as? [[String: Any]])
    let checks = try #require(object["qr_checks"] as? [[String: Any]])
    var failures: [String] = []
    for item in codes {
      let inputs: [String: Any] = [
        "noise": item["noise_key"] ?? "", "sign": item["sign_key"] ?? "", "nick": item["nickname"] ?? "",
        "npub": item["npub"] ?? NSNull(), "ts": item["ts"] ?? 0, "nonce": item["nonce"] ?? "",
        "signingSeed": item["ed25519_seed"] ?? "",
      ]
      if try !isMade(inputs, as: item, names: ("canonical_hex", "url")) { failures.append("\(inputs)") }
      let nonce = (item["challenge"] as? [String: Any])?["nonce_a"]
      let wanted = try #require(item["response"] as? [String: Any])
      let challenge = VerificationChallenge(
        noiseKeyText: item["noise_key"] as? String ?? "", nonce: try bytes(nonce))
      let answer = VerificationAnswer(
        to: challenge, signedBy: try Ed25519.PrivateKey(seed: bytes(item["ed25519_seed"])))
      if try VerificationAnswer.signedBytes(challenge) != bytes(wanted["signed_message_hex"])
        || answer.signature != bytes(wanted["signature"])
      {
        failures.append("answer \(inputs)")
      }
    }
    for item in checks {
      let isAccepted = accepts(item["url"] as? String ?? "", at: item["now"] as? UInt64 ?? 0)
      if isAccepted != item["accept"] as? Bool { failures.append("\(item["note"] ?? "")") }
    }
    print("VECTORS suite=nostr/verification-and-vouch.qr cases=\(codes.count + checks.count)")
    #expect(codes.count == 5 && checks.count == 8)
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func vouchesOfBothVectorFilesAreSignedAndChecked() throws {
    var failures: [String] = []
    var counts = (mesh: 0, nostr: 0)
    for item in try FixtureFiles.features("vouch") {
      let isHeld: Bool
      if item.name.hasPrefix("attestation-") {
        let key = try Ed25519.PrivateKey(seed: bytes(item.inputs["voucherSigningSeed"]))
        let vouch = Vouch(
          fingerprint: try bytes(item.inputs["voucheeFingerprint"]),
          signingKey: try bytes(item.inputs["voucheeSigningKey"]),
          statedAt: Timestamp(milliseconds: item.inputs["timestampMs"] as? UInt64 ?? 0), signedBy: key)
        isHeld =
          try vouch.signedBytes == bytes(item.expected["signing"])
          && vouch.signature == bytes(item.expected["signature"])
          && vouch.isValid(under: bytes(item.expected["voucherSigningPub"]))
      } else if item.name.hasPrefix("expiry-") {
        let statedAt = Timestamp(milliseconds: item.inputs["timestampMs"] as? UInt64 ?? 0)
        let seconds = item.inputs["nowSeconds"] as? Double ?? 0
        let isCurrent = Vouch.isCurrent(
          statedAt: statedAt, now: Timestamp(milliseconds: UInt64(seconds * 1_000)))
        isHeld = isCurrent == !(item.expected["expired"] as? Bool ?? true)
      } else if item.name == "badsig-wrong-voucher" {
        // Count, length, then 01 20 fingerprint, 02 20 key, 03 08 time, 04 40 signature.
        let batch = try bytes(item.inputs["hex"])
        let vouch = Vouch(
          fingerprint: Array(batch[5..<37]), signingKey: Array(batch[39..<71]),
          statedAt: Timestamp(milliseconds: batch[73..<81].reduce(0) { $0 << 8 | UInt64($1) }),
          signature: Array(batch[83...]))
        isHeld = try !vouch.isValid(under: bytes(item.inputs["voucherSigningPub"]))
      } else {
        continue
      }
      counts.mesh += 1
      if !isHeld { failures.append(item.name) }
    }
    for item in try FixtureFiles.object("nostr/verification-and-vouch")["vouch"] as? [[String: Any]] ?? [] {
      counts.nostr += 1
      let vouch = Vouch(
        fingerprint: try bytes(item["vouchee_fingerprint"]),
        signingKey: try bytes(item["vouchee_signing_key"]),
        statedAt: Timestamp(milliseconds: item["timestamp_ms"] as? UInt64 ?? 0),
        signature: try bytes(item["signature"]))
      let isHeld =
        try vouch.signedBytes == bytes(item["signed_hex"])
        && vouch.isValid(under: bytes(item["voucher_signing_key"]))
      if !isHeld { failures.append("\(item)") }
    }
    print("VECTORS suite=features/vouch.values cases=\(counts.mesh)")
    print("VECTORS suite=nostr/verification-and-vouch.vouch cases=\(counts.nostr)")
    #expect(counts == (6, 4))
    #expect(failures.isEmpty, "\(failures)")
  }

  private func isMade(
    _ inputs: [String: Any], as expected: [String: Any], names: (signed: String, text: String)
  ) throws -> Bool {
    let seconds = try #require(inputs["ts"] as? UInt64)
    var code = VerificationCode(
      noiseKey: try bytes(inputs["noise"]), signingKey: try bytes(inputs["sign"]),
      nickname: inputs["nick"] as? String ?? "", npub: inputs["npub"] as? String,
      madeAt: Timestamp(milliseconds: seconds * 1_000 + 999), nonce: [])
    code.nonce = inputs["nonce"] as? String ?? ""
    code = code.signed(by: try Ed25519.PrivateKey(seed: bytes(inputs["signingSeed"])))
    let isTheSame =
      try code.signedBytes == bytes(expected[names.signed])
      && code.signature == bytes(expected["signature"]) && code.text == expected[names.text] as? String
    let read = try VerificationCode(code.text, now: Timestamp(milliseconds: seconds * 1_000))
    return isTheSame && read == code
  }

  /// The case gives moments only; the code around them is ours.
  private func freshness(_ item: FeatureCase) throws -> [String] {
    let cases = try #require(item.inputs["cases"] as? [[String: UInt64]])
    let valid = try #require(item.expected["valid"] as? [Bool])
    let key = try Ed25519.PrivateKey(seed: [UInt8](repeating: 1, count: 32))
    return zip(cases, valid).compactMap { moments, isValid in
      let code = VerificationCode(
        noiseKey: [UInt8](repeating: 2, count: 32), signingKey: key.publicKey.bytes, nickname: "ana",
        npub: nil, madeAt: Timestamp(milliseconds: (moments["ts"] ?? 0) * 1_000),
        nonce: [UInt8](repeating: 3, count: 16)
      ).signed(by: key)
      return accepts(code.text, at: moments["now"] ?? 0) == isValid ? nil : "\(moments)"
    }
  }

  private func accepts(_ text: String, at seconds: UInt64) -> Bool {
    (try? VerificationCode(text, now: Timestamp(milliseconds: seconds * 1_000))) != nil
  }

  private func bytes(_ value: Any?) throws -> [UInt8] {
    let text = try #require(value as? String)
    return try #require([UInt8](hexadecimal: text))
  }
}
