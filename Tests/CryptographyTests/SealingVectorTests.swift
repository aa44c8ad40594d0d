import Bytes
import Cryptography
import Foundation
import Testing

@Suite struct SealingVectorTests {
  @Test func extendedNonceSealsMatchTheVectors() throws {
    let file = try Fixtures.decoded("xchacha20poly1305", as: VectorFile.self)
    // The first case is of the inner function, which stays inside the library.
    let cases = file.cases.filter { $0.nonce24 != nil }
    var failures: [String] = []
    for (index, item) in cases.enumerated() where try !item.holds() {
      failures.append("case \(index + 1)")
    }
    #expect(failures.isEmpty)
    #expect(cases.count == 8)
    print("VECTORS suite=xchacha20poly1305 cases=\(cases.count)")
  }

  private struct VectorFile: Decodable {
    let cases: [Case]
  }

  private struct Case: Decodable {
    let key: String
    let nonce24: String?
    let aad: String?
    let plaintext: String?
    let ciphertext: String?
    let tag: String?

    func holds() throws -> Bool {
      let secret = SecretBytes(bytes(key))
      let nonce = bytes(nonce24 ?? "")
      let context = bytes(aad ?? "")
      let sealed = try XChaChaPoly.seal(
        bytes(plaintext ?? ""), key: secret, nonce: nonce, authenticating: context)
      let opened = try XChaChaPoly.open(sealed, key: secret, nonce: nonce, authenticating: context)
      return sealed.hexadecimal == (ciphertext ?? "") + (tag ?? "") && opened.hexadecimal == plaintext
    }
  }
}
