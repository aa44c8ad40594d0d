import Bytes
import ConversationModel
import Foundation
import Testing

@Suite struct CashuTokenTests {
  @Test func tokensAreReadAsInTheVectorsOfNostr() throws {
    let object = try FixtureFiles.object("nostr/cashu")
    let decode = try #require(object["decode"] as? [[String: Any]])
    let reject = try #require(object["reject"] as? [[String: Any]])
    var failures: [String] = []
    for item in decode {
      let written = try #require(item["token"] as? String)
      let names = ["version": "version", "host": "mint_host", "display": "display_amount"]
      let wanted = facts(item["info"] as? [String: Any], names)
      if facts(CashuToken(written)) != wanted { failures.append(written) }
      if (CashuToken(strictly: written) != nil) != item["strict_ok"] as? Bool { failures.append(written) }
    }
    for item in reject where CashuToken(try written(item["token"] as? String)) != nil {
      failures.append("\(item["note"] ?? "")")
    }
    print("VECTORS suite=nostr/cashu cases=\(decode.count + reject.count)")
    #expect(decode.count == 6 && reject.count == 8)
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func tokensAreReadAsInTheVectorsOfTheMesh() throws {
    let cases = try FixtureFiles.features("cashu")
    var failures: [String] = []
    for item in cases {
      let written = try written(item.inputs["token"] as? String)
      let names = ["version": "v", "host": "host", "display": "disp"]
      if facts(CashuToken(written)) != facts(item.expected["lenient"] as? [String: Any], names) {
        failures.append(item.name)
      }
      guard item.expected.keys.contains("strict") else { continue }
      if facts(CashuToken(strictly: written)) != facts(item.expected["strict"] as? [String: Any], names) {
        failures.append("\(item.name) strictly")
      }
    }
    print("VECTORS suite=features/cashu cases=\(cases.count)")
    #expect(cases.count == 17)
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func hostilePayloadsNeverEndTheReader() {
    var generator = Xorshift(state: 5)
    let heads: [UInt8] = [0x81, 0x9A, 0xA1, 0xBB, 0xC1, 0x7B, 0x5B, 0x1B, 0x61, 0x74, 0xFF, 0xF9, 0x00]
    var believed: [[UInt8]] = []
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 6...60, using: &generator)).map { _ in
        heads[Int.random(in: 0..<heads.count, using: &generator)]
      }
      if CashuToken("cashuB" + bytes.base64URL)?.amount != nil { believed.append(bytes) }
    }
    #expect(believed.isEmpty)
  }

  @Test func depthItemsAndContainersAreLimited() {
    let amount: [UInt8] = [0xA1, 0x61, 0x61, 0x05]  // {"a": 5}
    func token(_ proofs: [UInt8]) -> CashuToken? {
      let map: [UInt8] = [0xA1, 0x61, 0x74, 0x81, 0xA1, 0x61, 0x70]
      return CashuToken("cashuB" + (map + proofs).base64URL)
    }
    #expect(token([0x81] + amount)?.amount == 5)
    #expect(token([0x99, 0x1F, 0x40] + (0..<8_000).flatMap { _ in amount })?.amount == 40_000)
    #expect(token([0x99, 0x27, 0x11] + (0..<10_001).flatMap { _ in amount })?.amount == nil)
    #expect(token([0x82] + amount + [UInt8](repeating: 0x81, count: 30))?.amount == nil)
  }

  @Test func whatWouldMisleadIsLeftOut() {
    let long = String(repeating: "a", count: 60) + ".example"
    func token(_ json: String) -> CashuToken? { CashuToken("cashuA" + Array(json.utf8).base64URL) }
    let proofs = #""proofs":[{"amount":1}]"#
    #expect(token(#"{"token":[{"mint":"https://\#(long)",\#(proofs)}]}"#)?.mintHost == nil)
    #expect(token(#"{"token":[{"mint":"https://a@b.example:1/",\#(proofs)}]}"#)?.mintHost == "b.example")
    #expect(token(#"{"token":[{"mint":"b.example",\#(proofs)}]}"#)?.mintHost == nil)
    let memo = token(#"{"token":[{\#(proofs)}],"memo":" a\n\u0007b "}"#)
    #expect(memo?.memo == "ab")
    #expect(token(#"{"token":[{"proofs":[{"amount":-1},{"amount":3000000000000000}]}]}"#)?.amount == nil)
  }

  private func written(_ token: String?) throws -> String {
    switch try #require(token) {
    case "(rule) cashuA + 59995 a": "cashuA" + String(repeating: "a", count: 59_995)
    case "cashuA + 60000 x 'A'": "cashuA" + String(repeating: "A", count: 60_000)
    case let token: token
    }
  }

  private func facts(_ token: CashuToken?) -> [String?]? {
    token.map { token in
      let version =
        switch token.version {
        case .json: "A"
        case .cbor: "B"
        }
      return [
        version, token.amount.map { "\($0)" }, token.unit, token.mintHost, token.memo, token.displayAmount,
      ]
    }
  }

  private func facts(_ info: [String: Any]?, _ names: [String: String]) -> [String?]? {
    info.map { info in
      [
        info[names["version"] ?? ""] as? String, (info["amount"] as? Int).map { "\($0)" },
        info["unit"] as? String, info[names["host"] ?? ""] as? String, info["memo"] as? String,
        info[names["display"] ?? ""] as? String,
      ]
    }
  }
}
