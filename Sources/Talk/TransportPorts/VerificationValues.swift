import Timebase

/// Asks somebody to prove that a Noise key shown in a code is theirs (mesh-features 10.2).
public struct VerificationChallenge: Sendable, Hashable {
  /// The asked person's Noise key as text, as the challenger wrote it.
  public var noiseKeyText: String
  /// 16 random bytes of the challenger.
  public var nonce: [UInt8]

  /// Joins the parts.
  public init(noiseKeyText: String, nonce: [UInt8]) {
    self.noiseKeyText = noiseKeyText
    self.nonce = nonce
  }
}

/// What the asked person answers (mesh-features 10.2).
public struct VerificationAnswer: Sendable, Hashable {
  /// The key text of the challenge.
  public var noiseKeyText: String
  /// The nonce of the challenge.
  public var nonce: [UInt8]
  /// An Ed25519 signature of both.
  public var signature: [UInt8]

  /// Joins the parts.
  public init(noiseKeyText: String, nonce: [UInt8], signature: [UInt8]) {
    self.noiseKeyText = noiseKeyText
    self.nonce = nonce
    self.signature = signature
  }
}

/// One person's word that the keys of another were compared (mesh-features 11). The voucher is not named: it
/// is whoever sent it in an authenticated session.
public struct Vouch: Sendable, Hashable {
  /// SHA-256 of the other's Noise key, 32 bytes.
  public var fingerprint: [UInt8]
  /// The other's Ed25519 key, 32 bytes.
  public var signingKey: [UInt8]
  /// When it was said, by the voucher's clock.
  public var statedAt: Timestamp
  /// The voucher's Ed25519 signature.
  public var signature: [UInt8]

  /// Joins the parts.
  public init(fingerprint: [UInt8], signingKey: [UInt8], statedAt: Timestamp, signature: [UInt8]) {
    self.fingerprint = fingerprint
    self.signingKey = signingKey
    self.statedAt = statedAt
    self.signature = signature
  }
}
