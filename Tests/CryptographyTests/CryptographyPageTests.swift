import Cryptography
import Testing

@Suite struct CryptographyPageTests {
  @Test func theExampleOfThePageHolds() throws {
    var random = SeededRandom(number: 1)
    let alice = X25519.PrivateKey.generate(using: &random)
    let bob = X25519.PrivateKey.generate(using: &random)
    var initiator = NoiseHandshake(role: .initiator, localStatic: alice, ephemeral: .generate(using: &random))
    var responder = NoiseHandshake(role: .responder, localStatic: bob, ephemeral: .generate(using: &random))
    _ = try responder.readMessage(initiator.writeMessage())
    _ = try initiator.readMessage(responder.writeMessage())
    _ = try responder.readMessage(initiator.writeMessage())
    var (sending, receiving) = (try initiator.split(), try responder.split())
    let message = try sending.encrypt([1, 2, 3])  // 23 bytes: nonce, ciphertext, tag
    let plaintext = try receiving.decrypt(message)  // [1, 2, 3]

    #expect(message.count == 23)
    #expect(plaintext == [1, 2, 3])
    #expect(receiving.remoteStatic == alice.publicKey)
  }
}
