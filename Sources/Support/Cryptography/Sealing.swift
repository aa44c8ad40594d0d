import CSodium

/// ChaCha20-Poly1305 (RFC 8439): 32-byte key, 12-byte nonce, 16-byte tag at the end.
///
/// A nonce must never be used twice under one key.
public enum ChaChaPoly {
  /// Length of a key.
  public static let keyBytes = 32
  /// Length of a nonce.
  public static let nonceBytes = 12
  /// What sealing adds.
  public static let tagBytes = 16

  /// Ciphertext and tag of `plaintext`.
  /// - Throws: `wrongLength` for key or nonce.
  public static func seal(
    _ plaintext: some Collection<UInt8>, key: SecretBytes, nonce: [UInt8],
    authenticating context: [UInt8] = []
  ) throws(CryptographyError) -> [UInt8] {
    try check(key: key, nonce: nonce, nonceBytes: nonceBytes)
    return withPointer(plaintext) { source, count in
      filledArray(count: count + tagBytes) { output in
        sealChaChaPoly(source, count: count, key: key, nonce: nonce, context: context, into: output)
      }
    }
  }

  /// The plaintext of `sealed`.
  /// - Throws: `authenticationFailed`, `tooShort`, or `wrongLength` for key or nonce.
  public static func open(
    _ sealed: some Collection<UInt8>, key: SecretBytes, nonce: [UInt8], authenticating context: [UInt8] = []
  ) throws(CryptographyError) -> [UInt8] {
    try check(key: key, nonce: nonce, nonceBytes: nonceBytes)
    try checkHoldsTag(sealed.count)
    let plaintext = withPointer(sealed) { source, count in
      openedArray(count: count - tagBytes) { output in
        openChaChaPoly(source, count: count, key: key, nonce: nonce, context: context, into: output)
      }
    }
    guard let plaintext else { throw .authenticationFailed }
    return plaintext
  }
}

/// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha): as `ChaChaPoly` with a 24-byte nonce, which may be
/// drawn at random.
public enum XChaChaPoly {
  /// Length of a key.
  public static let keyBytes = 32
  /// Length of a nonce.
  public static let nonceBytes = 24
  /// What sealing adds.
  public static let tagBytes = 16

  /// Ciphertext and tag of `plaintext`.
  /// - Throws: `wrongLength` for key or nonce.
  public static func seal(
    _ plaintext: some Collection<UInt8>, key: SecretBytes, nonce: [UInt8],
    authenticating context: [UInt8] = []
  ) throws(CryptographyError) -> [UInt8] {
    try check(key: key, nonce: nonce, nonceBytes: nonceBytes)
    return withPointer(plaintext) { source, count in
      filledArray(count: count + tagBytes) { output in
        _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
          output, nil, source, UInt64(count), context, UInt64(context.count), nil, nonce, key.pointer)
      }
    }
  }

  /// The plaintext of `sealed`.
  /// - Throws: `authenticationFailed`, `tooShort`, or `wrongLength` for key or nonce.
  public static func open(
    _ sealed: some Collection<UInt8>, key: SecretBytes, nonce: [UInt8], authenticating context: [UInt8] = []
  ) throws(CryptographyError) -> [UInt8] {
    try check(key: key, nonce: nonce, nonceBytes: nonceBytes)
    try checkHoldsTag(sealed.count)
    let plaintext = withPointer(sealed) { source, count in
      openedArray(count: count - tagBytes) { output in
        crypto_aead_xchacha20poly1305_ietf_decrypt(
          output, nil, nil, source, UInt64(count), context, UInt64(context.count), nonce, key.pointer)
          == 0
      }
    }
    guard let plaintext else { throw .authenticationFailed }
    return plaintext
  }
}

/// Writes `count` bytes of ciphertext and the tag. Key and nonce have their lengths.
func sealChaChaPoly(
  _ source: UnsafePointer<UInt8>, count: Int, key: SecretBytes, nonce: UnsafePointer<UInt8>, context: [UInt8],
  into output: UnsafeMutablePointer<UInt8>
) {
  prepareSodium()
  withExtendedLifetime(key) {
    _ = crypto_aead_chacha20poly1305_ietf_encrypt(
      output, nil, source, UInt64(count), context, UInt64(context.count), nil, nonce, key.pointer)
  }
}

/// Writes the plaintext of `count` sealed bytes, at least a tag; false when the tag does not fit.
func openChaChaPoly(
  _ source: UnsafePointer<UInt8>, count: Int, key: SecretBytes, nonce: UnsafePointer<UInt8>, context: [UInt8],
  into output: UnsafeMutablePointer<UInt8>
) -> Bool {
  prepareSodium()
  return withExtendedLifetime(key) {
    crypto_aead_chacha20poly1305_ietf_decrypt(
      output, nil, nil, source, UInt64(count), context, UInt64(context.count), nonce, key.pointer) == 0
  }
}

/// An array of `count` bytes that `body` writes, or nothing when it fails.
func openedArray(count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Bool) -> [UInt8]? {
  var isOpened = false
  // One byte more: an empty plaintext needs a pointer, too.
  let bytes = [UInt8](unsafeUninitializedCapacity: count + 1) { buffer, initialized in
    isOpened = buffer.baseAddress.map(body) ?? false
    initialized = isOpened ? count : 0
  }
  return isOpened ? bytes : nil
}

private func check(key: SecretBytes, nonce: [UInt8], nonceBytes: Int) throws(CryptographyError) {
  prepareSodium()
  guard key.count == ChaChaPoly.keyBytes else {
    throw .wrongLength(.key, expected: ChaChaPoly.keyBytes, found: key.count)
  }
  guard nonce.count == nonceBytes else {
    throw .wrongLength(.nonce, expected: nonceBytes, found: nonce.count)
  }
}

private func checkHoldsTag(_ count: Int) throws(CryptographyError) {
  guard count >= ChaChaPoly.tagBytes else {
    throw .tooShort(.sealedMessage, minimum: ChaChaPoly.tagBytes, found: count)
  }
}
