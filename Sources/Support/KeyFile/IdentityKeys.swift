import Cryptography

/// The secrets of one profile. Losing them is losing the identity and everything sealed in its stores.
public struct IdentityKeys: Sendable {
  /// Length of the store key in bytes.
  public static let storeKeyBytes = 32

  /// The static key of Noise sessions; its public half is who we are on the mesh.
  public var noiseStatic: X25519.PrivateKey
  /// Signs announces and public messages.
  public var signing: Ed25519.PrivateKey
  /// Seals private rows at rest, 32 bytes.
  public var storeKey: SecretBytes

  /// Joins the parts.
  public init(noiseStatic: X25519.PrivateKey, signing: Ed25519.PrivateKey, storeKey: SecretBytes) {
    self.noiseStatic = noiseStatic
    self.signing = signing
    self.storeKey = storeKey
  }

  /// A new identity out of `generator`, which must be the system's outside of tests.
  public static func generate(using generator: inout some RandomNumberGenerator) -> IdentityKeys {
    IdentityKeys(
      noiseStatic: .generate(using: &generator), signing: .generate(using: &generator),
      storeKey: SecretBytes(count: storeKeyBytes, using: &generator))
  }
}
