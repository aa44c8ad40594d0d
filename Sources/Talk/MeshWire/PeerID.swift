import Bytes

/// A peer's short name on the mesh: the first 8 bytes of the SHA-256 of its Noise static public key.
///
/// On the wire 8 bytes, as text 16 lower-case hexadecimal digits. Ids order as their bytes do.
/// Eight `0xFF` bytes address everybody (``broadcast``).
/// Source: mesh-wire 2.4, 8.1.
public struct PeerID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The 8 bytes read as one big-endian number.
  public let rawValue: UInt64

  /// The id whose 8 bytes are the big-endian form of `rawValue`.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The id of exactly 8 bytes; `nil` for any other count.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    self.init(normalising: bytes)
  }

  /// The id the codec makes of any bytes: the first 8 of longer ones, zero bytes after shorter ones.
  ///
  /// Source: mesh-wire 2.4 rules 3 and 5.
  public init(normalising bytes: some Collection<UInt8>) {
    var value: UInt64 = 0
    var missing = Self.byteCount
    for byte in bytes.prefix(Self.byteCount) {
      value = value << 8 | UInt64(byte)
      missing -= 1
    }
    // A shift by all 64 bits gives 0, which is what no bytes at all must give.
    rawValue = value << UInt64(8 * missing)
  }

  /// The id written as 16 hexadecimal digits, either case; `nil` for anything else.
  public init?(hexadecimal text: some StringProtocol) {
    guard text.utf8.count == 2 * Self.byteCount, let bytes = [UInt8](hexadecimal: text) else { return nil }
    self.init(bytes: bytes)
  }

  /// The address of everybody: eight `0xFF` bytes. An absent recipient means the same.
  public static let broadcast = PeerID(rawValue: .max)

  /// Bytes an id takes on the wire.
  public static let byteCount = 8

  /// The 8 bytes as they stand on the wire.
  public var bytes: [UInt8] {
    (0..<Self.byteCount).map { UInt8(truncatingIfNeeded: rawValue >> UInt64(56 - 8 * $0)) }
  }

  /// 16 lower-case hexadecimal digits.
  public var description: String { bytes.hexadecimal }

  /// Orders ids as their bytes order.
  public static func < (left: PeerID, right: PeerID) -> Bool {
    left.rawValue < right.rawValue
  }
}
