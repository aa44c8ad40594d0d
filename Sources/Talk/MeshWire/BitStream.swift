/// Reads bits, most significant first.
struct BitReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func readBit() -> UInt64? {
    guard position / 8 < bytes.count else { return nil }
    defer { position += 1 }
    return UInt64(bytes[position / 8] >> UInt8(7 - position % 8)) & 1
  }

  /// How many one-bits stand before the next zero-bit, which is consumed; `nil` where no zero comes.
  mutating func readUnary() -> UInt64? {
    var count: UInt64 = 0
    while let bit = readBit() {
      guard bit == 1 else { return count }
      count += 1
    }
    return nil
  }

  /// The next `count` bits (64 at most) as a number.
  mutating func read(_ count: Int) -> UInt64? {
    var value: UInt64 = 0
    for _ in 0..<count {
      guard let bit = readBit() else { return nil }
      value = value << 1 | bit
    }
    return value
  }
}

/// Writes bits, most significant first; the last byte is filled with zero bits.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var used = 0

  private mutating func append(bit: UInt64) {
    if used % 8 == 0 { bytes.append(0) }
    bytes[used / 8] |= UInt8(truncatingIfNeeded: bit & 1) << UInt8(7 - used % 8)
    used += 1
  }

  /// That many one-bits and a zero-bit.
  mutating func appendUnary(_ count: UInt64) {
    for _ in 0..<count { append(bit: 1) }
    append(bit: 0)
  }

  /// The last `bits` bits of `value`.
  mutating func append(_ value: UInt64, bits: Int) {
    for index in (0..<bits).reversed() { append(bit: value >> UInt64(index)) }
  }
}
