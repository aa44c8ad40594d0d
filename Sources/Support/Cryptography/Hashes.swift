import CSodium

/// SHA-256 (FIPS 180-4), at once or piece by piece.
public struct SHA256: Sendable {
  /// Length of the hash.
  public static let hashBytes = 32
  private var state = crypto_hash_sha256_state()

  /// Starts with no bytes.
  public init() {
    prepareSodium()
    crypto_hash_sha256_init(&state)
  }

  /// Adds bytes.
  public mutating func update(_ bytes: some Collection<UInt8>) {
    withPointer(bytes) { pointer, count in
      _ = crypto_hash_sha256_update(&state, pointer, UInt64(count))
    }
  }

  /// Adds bytes.
  public mutating func update(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      _ = crypto_hash_sha256_update(&state, base, UInt64(buffer.count))
    }
  }

  /// The hash of all bytes so far. More may be added afterwards.
  public func finalize() -> [UInt8] {
    var last = state
    return filledArray(count: Self.hashBytes) { output in
      _ = crypto_hash_sha256_final(&last, output)
    }
  }

  /// The first 16 bytes of the hash of all bytes so far, as two big-endian numbers. Allocates nothing.
  public func leadingWords() -> (UInt64, UInt64) {
    var last = state
    var hash: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &hash) { output in
      let bytes = output.assumingMemoryBound(to: UInt8.self)
      if let base = bytes.baseAddress { _ = crypto_hash_sha256_final(&last, base) }
    }
    return (UInt64(bigEndian: hash.0), UInt64(bigEndian: hash.1))
  }

  /// The hash of `bytes`.
  @inlinable
  public static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
    withPointer(bytes) { pointer, count in hash(at: pointer, count: count) }
  }

  @usableFromInline
  static func hash(at pointer: UnsafePointer<UInt8>, count: Int) -> [UInt8] {
    prepareSodium()
    return filledArray(count: hashBytes) { output in
      _ = crypto_hash_sha256(output, pointer, UInt64(count))
    }
  }
}

/// SHA-512 (FIPS 180-4).
public enum SHA512 {
  /// Length of the hash.
  public static let hashBytes = 64

  /// The hash of `bytes`.
  public static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
    prepareSodium()
    return withPointer(bytes) { pointer, count in
      filledArray(count: hashBytes) { output in
        _ = crypto_hash_sha512(output, pointer, UInt64(count))
      }
    }
  }
}

/// BLAKE2b (RFC 7693).
public enum BLAKE2b {
  /// The hash of `bytes`; `outputBytes` is 1…64.
  public static func hash(_ bytes: some Collection<UInt8>, outputBytes: Int = 32) -> [UInt8] {
    precondition((1...64).contains(outputBytes), "BLAKE2b gives 1 to 64 bytes")
    prepareSodium()
    return withPointer(bytes) { pointer, count in
      filledArray(count: outputBytes) { output in
        _ = crypto_generichash_blake2b(output, outputBytes, pointer, UInt64(count), nil, 0)
      }
    }
  }

  /// The keyed hash of `bytes`, which only who has the key can make; `outputBytes` is 1…64, the key has
  /// 1…64 bytes.
  public static func keyedHash(
    _ bytes: some Collection<UInt8>, key: SecretBytes, outputBytes: Int = 32
  ) -> [UInt8] {
    precondition((1...64).contains(outputBytes), "BLAKE2b gives 1 to 64 bytes")
    precondition((1...64).contains(key.count), "a key of BLAKE2b has 1 to 64 bytes")
    prepareSodium()
    return withPointer(bytes) { pointer, count in
      filledArray(count: outputBytes) { output in
        key.withBytes { keyBytes in
          _ = crypto_generichash_blake2b(
            output, outputBytes, pointer, UInt64(count), keyBytes.bindMemory(to: UInt8.self).baseAddress,
            key.count)
        }
      }
    }
  }
}
