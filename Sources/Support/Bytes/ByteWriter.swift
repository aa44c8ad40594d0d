/// Appends integers (big-endian) and bytes to a growing array.
public struct ByteWriter: Sendable {
  /// What was written so far.
  public private(set) var bytes: [UInt8] = []

  /// An empty writer; `capacity` is a hint in bytes.
  public init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// Appends one byte.
  public mutating func append(_ value: UInt8) {
    bytes.append(value)
  }

  /// Appends the integer in big-endian order, in two bytes.
  public mutating func append(_ value: UInt16) { appendBytes(of: value) }

  /// Appends the integer in big-endian order, in four bytes.
  public mutating func append(_ value: UInt32) { appendBytes(of: value) }

  /// Appends the integer in big-endian order, in eight bytes.
  public mutating func append(_ value: UInt64) { appendBytes(of: value) }

  // Generic code of another module costs ten times what the bytes do, so it stays in here.
  private mutating func appendBytes<Value: FixedWidthInteger & UnsignedInteger>(of value: Value) {
    var shift = Value.bitWidth
    while shift > 0 {
      shift -= 8
      bytes.append(UInt8(truncatingIfNeeded: value >> Value(shift)))
    }
  }

  /// Appends bytes as they are.
  public mutating func append(contentsOf more: some Sequence<UInt8>) {
    bytes.append(contentsOf: more)
  }
}
