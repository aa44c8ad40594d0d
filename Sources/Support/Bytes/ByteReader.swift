/// A cursor over bytes from outside: every read past the end returns `nil` and moves nothing.
///
/// Integers are big-endian. The reader copies no bytes until a read asks for them.
public struct ByteReader: Sendable {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  /// Starts at the first of `bytes`.
  public init(_ bytes: some Sequence<UInt8>) {
    self.init(slice: ArraySlice(bytes))
  }

  /// Starts at the first of `slice`, without copying it.
  public init(slice: ArraySlice<UInt8>) {
    bytes = slice
    position = slice.startIndex
  }

  /// Bytes read so far.
  public var offset: Int { position - bytes.startIndex }

  /// Bytes not read yet.
  public var remaining: Int { bytes.endIndex - position }

  /// Whether everything was read.
  public var isAtEnd: Bool { remaining == 0 }

  /// The next byte.
  public mutating func readUInt8() -> UInt8? {
    guard remaining >= 1 else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// The next two bytes, big-endian.
  public mutating func readUInt16() -> UInt16? { readInteger() }

  /// The next four bytes, big-endian.
  public mutating func readUInt32() -> UInt32? { readInteger() }

  /// The next eight bytes, big-endian.
  public mutating func readUInt64() -> UInt64? { readInteger() }

  /// The next `count` bytes; `nil` when fewer are left or `count` is negative.
  public mutating func read(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= remaining else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// All bytes that are left.
  public mutating func readRest() -> ArraySlice<UInt8> {
    defer { position = bytes.endIndex }
    return bytes[position...]
  }

  private mutating func readInteger<Value: FixedWidthInteger>() -> Value? {
    guard let raw = read(Value.bitWidth / 8) else { return nil }
    return raw.reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
  }
}
