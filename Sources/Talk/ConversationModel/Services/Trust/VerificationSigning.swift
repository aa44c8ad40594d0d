import Cryptography
import TransportPorts

extension VerificationAnswer {
  /// What is signed: `bitchat-verify-resp-v1`, the key text with its length before it, the nonce.
  public static func signedBytes(_ challenge: VerificationChallenge) -> [UInt8] {
    let text = challenge.noiseKeyText.utf8.prefix(255)
    return Array("bitchat-verify-resp-v1".utf8) + [UInt8(text.count)] + text + challenge.nonce
  }

  /// The answer to a challenge, with a signature made by our Ed25519 key.
  public init(to challenge: VerificationChallenge, signedBy key: Ed25519.PrivateKey) {
    self.init(
      noiseKeyText: challenge.noiseKeyText, nonce: challenge.nonce,
      signature: key.signature(for: Self.signedBytes(challenge)))
  }

  /// Whether the holder of an Ed25519 key signed it.
  public func isValid(under signingKey: [UInt8]) -> Bool {
    let challenge = VerificationChallenge(noiseKeyText: noiseKeyText, nonce: nonce)
    guard let key = try? Ed25519.PublicKey(rawBytes: signingKey) else { return false }
    return key.isValid(signature: signature, for: Self.signedBytes(challenge))
  }
}
