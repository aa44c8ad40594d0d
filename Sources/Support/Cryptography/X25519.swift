import CSodium

/// Key agreement on Curve25519 (RFC 7748), 32-byte raw keys.
public enum X25519 {
  /// Length of both kinds of key and of the shared secret.
  public static let keyBytes = 32

  /// A key that was checked: neither zero nor of small order (mesh-wire 10.3).
  public struct PublicKey: Hashable, Sendable {
    /// The 32 bytes as transmitted.
    public let bytes: [UInt8]

    /// Takes 32 bytes from outside.
    /// - Throws: `wrongLength`, or `unacceptablePublicKey` for zero and the listed points of small order.
    public init(rawBytes: some Collection<UInt8>) throws(CryptographyError) {
      guard rawBytes.count == keyBytes else {
        throw .wrongLength(.publicKey, expected: keyBytes, found: rawBytes.count)
      }
      let copy = Array(rawBytes)
      guard !isRefused(copy) else { throw .unacceptablePublicKey }
      bytes = copy
    }

    fileprivate init(computed: [UInt8]) {
      bytes = computed
    }
  }

  /// A private key together with its public half, computed once.
  public struct PrivateKey: Sendable {
    /// The 32 bytes before clamping.
    public let rawBytes: SecretBytes
    /// The key to hand out.
    public let publicKey: PublicKey

    /// Takes 32 raw bytes. Costs one multiplication with the base point.
    /// - Throws: `wrongLength`.
    public init(rawBytes: some Collection<UInt8>) throws(CryptographyError) {
      try self.init(rawBytes: SecretBytes(rawBytes))
    }

    /// Takes 32 raw bytes. Costs one multiplication with the base point.
    /// - Throws: `wrongLength`.
    public init(rawBytes: SecretBytes) throws(CryptographyError) {
      guard rawBytes.count == keyBytes else {
        throw .wrongLength(.key, expected: keyBytes, found: rawBytes.count)
      }
      self.init(checked: rawBytes)
    }

    /// A fresh key from 32 bytes of `generator`.
    public static func generate(using generator: inout some RandomNumberGenerator) -> PrivateKey {
      PrivateKey(checked: SecretBytes(count: keyBytes, using: &generator))
    }

    /// The secret both ends compute (not hashed).
    /// - Throws: `sharedSecretIsZero` when the other key was of small order after all.
    public func sharedSecret(with other: PublicKey) throws(CryptographyError) -> SecretBytes {
      prepareSodium()
      var status: Int32 = -1
      let secret = SecretBytes(count: keyBytes) { output in
        status = crypto_scalarmult_curve25519(output, rawBytes.pointer, other.bytes)
      }
      guard status == 0 else { throw .sharedSecretIsZero }
      return secret
    }

    private init(checked rawBytes: SecretBytes) {
      prepareSodium()
      self.rawBytes = rawBytes
      publicKey = PublicKey(
        computed: filledArray(count: keyBytes) { output in
          _ = crypto_scalarmult_curve25519_base(output, rawBytes.pointer)
        })
    }
  }

  /// Looks at the whole list whatever it finds, so that the time tells nothing.
  private static func isRefused(_ key: [UInt8]) -> Bool {
    refusedKeys.reduce(false) { found, refused in
      let isSame = sodium_memcmp(key, refused, keyBytes) == 0
      return isSame || found
    }
  }

  /// The list of mesh-wire 10.3, and zero.
  private static let refusedKeys: [[UInt8]] = {
    func repeated(_ first: UInt8, _ middle: UInt8, _ last: UInt8) -> [UInt8] {
      [first] + [UInt8](repeating: middle, count: keyBytes - 2) + [last]
    }
    let orderEight: [[UInt8]] = [
      [
        0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1, 0x9f, 0xc4, 0x6a,
        0xda, 0x09, 0x8d, 0xeb, 0x9c, 0x32, 0xb1, 0xfd, 0x86, 0x62, 0x05, 0x16, 0x5f, 0x49, 0xb8, 0x00,
      ],
      [
        0x5f, 0x9c, 0x95, 0xbc, 0xa3, 0x50, 0x8c, 0x24, 0xb1, 0xd0, 0xb1, 0x55, 0x9c, 0x83, 0xef, 0x5b,
        0x04, 0x44, 0x5c, 0xc4, 0x58, 0x1c, 0x8e, 0x86, 0xd8, 0x22, 0x4e, 0xdd, 0xd0, 0x9f, 0x11, 0x57,
      ],
    ]
    return orderEight + [
      repeated(0, 0, 0), repeated(1, 0, 0), repeated(0, 0, 1),
      repeated(0xff, 0xff, 0xff), repeated(0xda, 0xff, 0xff), repeated(0xdb, 0xff, 0xff),
    ]
  }()
}
