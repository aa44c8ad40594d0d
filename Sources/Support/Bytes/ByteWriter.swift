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

  /// Appends the integer in big-endian order, in as many bytes as its type has.
  public mutating func append<Value: FixedWidthInteger & UnsignedInteger>(_ value: Value) {
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
