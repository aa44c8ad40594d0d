import CSodium

/// Signatures on Curve25519 (RFC 8032), deterministic.
public enum Ed25519 {
  /// Length of a public key and of a seed.
  public static let keyBytes = 32
  /// Length of a signature.
  public static let signatureBytes = 64

  /// A signer's public key. Only its length is checked here; `isValid` refuses every signature under a
  /// key that is not canonical or of small order.
  public struct PublicKey: Hashable, Sendable {
    /// The 32 bytes as transmitted.
    public let bytes: [UInt8]

    /// Takes 32 bytes from outside.
    /// - Throws: `wrongLength`.
    public init(rawBytes: some Collection<UInt8>) throws(CryptographyError) {
      guard rawBytes.count == keyBytes else {
        throw .wrongLength(.publicKey, expected: keyBytes, found: rawBytes.count)
      }
      bytes = Array(rawBytes)
    }

    fileprivate init(computed: [UInt8]) {
      bytes = computed
    }

    /// Whether `signature` was made for exactly `message` by the holder of this key.
    /// Costs about 80 microseconds; false for any other length than 64.
    @inlinable
    public func isValid(
      signature: some Collection<UInt8>, for message: some Collection<UInt8>
    ) -> Bool {
      guard signature.count == signatureBytes else { return false }
      return withPointer(signature) { signature, _ in
        withPointer(message) { message, count in isValid(signature, message, count: count) }
      }
    }

    /// The signature has its length.
    @usableFromInline
    func isValid(_ signature: UnsafePointer<UInt8>, _ message: UnsafePointer<UInt8>, count: Int) -> Bool {
      prepareSodium()
      return crypto_sign_ed25519_verify_detached(signature, message, UInt64(count), bytes) == 0
    }
  }

  /// A signing key together with its public half, computed once.
  public struct PrivateKey: Sendable {
    /// The 32 bytes everything else is derived from.
    public let seed: SecretBytes
    /// The key to hand out.
    public let publicKey: PublicKey
    private let expanded: SecretBytes

    /// Takes 32 seed bytes.
    /// - Throws: `wrongLength`.
    public init(seed: some Collection<UInt8>) throws(CryptographyError) {
      try self.init(seed: SecretBytes(seed))
    }

    /// Takes 32 seed bytes.
    /// - Throws: `wrongLength`.
    public init(seed: SecretBytes) throws(CryptographyError) {
      guard seed.count == keyBytes else {
        throw .wrongLength(.key, expected: keyBytes, found: seed.count)
      }
      self.init(checked: seed)
    }

    /// A fresh key from 32 bytes of `generator`.
    public static func generate(using generator: inout some RandomNumberGenerator) -> PrivateKey {
      PrivateKey(checked: SecretBytes(count: keyBytes, using: &generator))
    }

    /// The 64-byte signature of `message`.
    public func signature(for message: some Collection<UInt8>) -> [UInt8] {
      prepareSodium()
      return withPointer(message) { message, count in
        filledArray(count: signatureBytes) { output in
          _ = crypto_sign_ed25519_detached(output, nil, message, UInt64(count), expanded.pointer)
        }
      }
    }

    private init(checked seed: SecretBytes) {
      prepareSodium()
      var publicBytes = [UInt8](repeating: 0, count: keyBytes)
      self.seed = seed
      expanded = SecretBytes(count: 2 * keyBytes) { output in
        _ = crypto_sign_ed25519_seed_keypair(&publicBytes, output, seed.pointer)
      }
      publicKey = PublicKey(computed: publicBytes)
    }
  }
}
