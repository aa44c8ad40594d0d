import CSodium

/// HMAC with SHA-256 (RFC 2104).
public enum HMACSHA256 {
  /// Length of the code.
  public static let codeBytes = 32

  /// The authentication code of `message`. The key may have any length.
  public static func code(for message: some Collection<UInt8>, key: SecretBytes) -> [UInt8] {
    withPointer(message) { message, count in
      filledArray(count: codeBytes) { output in
        computeHMAC(key: key, [(message, count)], into: output)
      }
    }
  }

  /// Whether `code` belongs to `message`, compared in constant time.
  public static func isValid(
    code: some Collection<UInt8>, for message: some Collection<UInt8>, key: SecretBytes
  ) -> Bool {
    constantTimeEquals(code, self.code(for: message, key: key))
  }
}

/// Key derivation with HMAC-SHA-256 (RFC 5869).
public enum HKDFSHA256 {
  /// Concentrates input key material into a 32-byte key. An empty salt counts as 32 zero bytes.
  public static func extract(salt: some Collection<UInt8>, input: SecretBytes) -> SecretBytes {
    extract(salt: SecretBytes(salt), input: input)
  }

  /// Concentrates input key material into a 32-byte key, under a secret salt.
  public static func extract(salt: SecretBytes, input: SecretBytes) -> SecretBytes {
    SecretBytes(count: HMACSHA256.codeBytes) { output in
      computeHMAC(key: salt, [(input.pointer, input.count)], into: output)
    }
  }

  /// Expands an extracted key to `count` bytes bound to `info`.
  /// - Throws: `tooLong` above 8,160 bytes, `wrongLength` for less than one.
  public static func expand(
    _ key: SecretBytes, info: some Collection<UInt8>, count: Int
  ) throws(CryptographyError) -> SecretBytes {
    guard count > 0 else { throw .wrongLength(.derivedKey, expected: 1, found: count) }
    guard count <= outputBytesMax else {
      throw .tooLong(.derivedKey, maximum: outputBytesMax, found: count)
    }
    return withPointer(info) { info, infoCount in
      SecretBytes(count: count) { output in
        expandBlocks(key: key, info: (info, infoCount), into: output, count: count)
      }
    }
  }

  /// The two-output function of Noise: `input` under the chaining key, without info (Noise revision
  /// 34, section 4.3). Each output has 32 bytes.
  static func noise(
    chainingKey: SecretBytes, input: SecretBytes?
  ) -> (first: SecretBytes, second: SecretBytes) {
    let key = SecretBytes(count: HMACSHA256.codeBytes) { output in
      computeHMAC(key: chainingKey, input.map { [($0.pointer, $0.count)] } ?? [], into: output)
    }
    let first = SecretBytes(count: HMACSHA256.codeBytes) { output in
      withUnsafePointer(to: 1 as UInt8) { number in
        computeHMAC(key: key, [(number, 1)], into: output)
      }
    }
    let second = SecretBytes(count: HMACSHA256.codeBytes) { output in
      withUnsafePointer(to: 2 as UInt8) { number in
        computeHMAC(key: key, [(first.pointer, first.count), (number, 1)], into: output)
      }
    }
    return (first, second)
  }

  private static func expandBlocks(
    key: SecretBytes, info: (UnsafePointer<UInt8>, Int), into output: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    var offset = 0
    var number: UInt8 = 0
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: HMACSHA256.codeBytes) { block in
      guard let base = block.baseAddress else { return }
      while offset < count {
        number += 1
        let previous = offset == 0 ? [] : [(UnsafePointer(base), HMACSHA256.codeBytes)]
        withUnsafePointer(to: number) { number in
          computeHMAC(key: key, previous + [info, (number, 1)], into: base)
        }
        let taken = min(HMACSHA256.codeBytes, count - offset)
        (output + offset).update(from: base, count: taken)
        offset += taken
      }
      sodium_memzero(base, HMACSHA256.codeBytes)
    }
  }

  private static let outputBytesMax = 255 * HMACSHA256.codeBytes
}

/// Writes the 32-byte code of the joined pieces. The state holds key material and is wiped.
private func computeHMAC(
  key: SecretBytes, _ pieces: [(UnsafePointer<UInt8>, Int)], into output: UnsafeMutablePointer<UInt8>
) {
  prepareSodium()
  withExtendedLifetime(key) {
    var state = crypto_auth_hmacsha256_state()
    crypto_auth_hmacsha256_init(&state, key.pointer, key.count)
    for (bytes, count) in pieces {
      crypto_auth_hmacsha256_update(&state, bytes, UInt64(count))
    }
    crypto_auth_hmacsha256_final(&state, output)
    sodium_memzero(&state, MemoryLayout<crypto_auth_hmacsha256_state>.size)
  }
}
