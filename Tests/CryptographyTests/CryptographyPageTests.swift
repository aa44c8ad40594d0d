import Cryptography
import Testing

@Suite struct CryptographyPageTests {
  @Test func theExampleOfThePageHolds() throws {
    var random = SeededRandom(number: 1)
    let alice = X25519.PrivateKey.generate(using: &random)
    let bob = X25519.PrivateKey.generate(using: &random)
    let nonce = random.bytes(XChaChaPoly.nonceBytes)
    let key = try alice.sharedSecret(with: bob.publicKey)
    let sealed = try XChaChaPoly.seal([1, 2, 3], key: key, nonce: nonce)
    let sameKey = try bob.sharedSecret(with: alice.publicKey)
    let opened = try XChaChaPoly.open(sealed, key: sameKey, nonce: nonce)  // [1, 2, 3]

    #expect(opened == [1, 2, 3])
  }
}
