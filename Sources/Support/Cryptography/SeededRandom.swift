import CSodium

/// A deterministic, cryptographically strong random source: ChaCha20 with fast key erasure.
///
/// Each refill produces 512 bytes of keystream (IETF ChaCha20, zero nonce, counter from zero): the
/// first 32 replace the key, the rest is handed out in order and overwritten as it goes, so that a
/// later look at the memory does not reveal earlier output. A copy continues with the same output as
/// the original: keep one owner. The unread rest is not wiped at the end, it protects nothing.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var key: SecretBytes
  private var pool: [UInt8] = []
  private var position = 0

  /// Starts from 32 seed bytes; a real node takes them from the system once, at the edge.
  public init(seed: [UInt8]) {
    precondition(seed.count == Self.seedBytes, "a seed has 32 bytes")
    key = SecretBytes(seed)
  }

  /// Starts from a number, for simulations and tests only: a number can be guessed.
  public init(number: UInt64) {
    var seed = [UInt8](repeating: 0, count: Self.seedBytes)
    for index in 0..<8 {
      seed[index] = UInt8(truncatingIfNeeded: number >> UInt64(8 * index))
    }
    self.init(seed: seed)
  }

  /// Eight bytes of the stream, little-endian.
  public mutating func next() -> UInt64 {
    if pool.count - position >= 8 {
      var value: UInt64 = 0
      for index in 0..<8 {
        value |= UInt64(pool[position + index]) << UInt64(8 * index)
        pool[position + index] = 0
      }
      position += 8
      return value
    }
    return bytes(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The next `count` bytes of the stream.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    precondition(count >= 0, "a length is not negative")
    var result: [UInt8] = []
    result.reserveCapacity(count)
    while result.count < count {
      if position == pool.count { refill() }
      let taken = min(count - result.count, pool.count - position)
      for index in position..<position + taken {
        result.append(pool[index])
        pool[index] = 0
      }
      position += taken
    }
    return result
  }

  private mutating func refill() {
    prepareSodium()
    let nonce = [UInt8](repeating: 0, count: 12)
    let oldKey = key
    pool = filledArray(count: Self.blockBytes) { output in
      _ = crypto_stream_chacha20_ietf(output, UInt64(Self.blockBytes), nonce, oldKey.pointer)
    }
    key = SecretBytes(pool[..<Self.seedBytes])
    for index in 0..<Self.seedBytes { pool[index] = 0 }
    position = Self.seedBytes
  }

  /// Length of a seed.
  public static let seedBytes = 32
  private static let blockBytes = 512
}
