import Bytes

/// Names the pieces of one frame: 8 random bytes.
///
/// Only together with the sender of the pieces is it the key of an assembly. Source: mesh-wire 9.1.
public struct FragmentStreamID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The 8 bytes read as one big-endian number.
  public let rawValue: UInt64

  /// The id whose 8 bytes are the big-endian form of `rawValue`.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The id written as 16 hexadecimal digits, either case; `nil` for anything else.
  public init?(hexadecimal text: some StringProtocol) {
    guard let same = PeerID(hexadecimal: text) else { return nil }
    self.init(rawValue: same.rawValue)
  }

  /// 16 lower-case hexadecimal digits.
  public var description: String { PeerID(rawValue: rawValue).description }

  /// Orders ids as their bytes order.
  public static func < (left: FragmentStreamID, right: FragmentStreamID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The payload of a fragment (`0x20`): one consecutive slice of another packet's encoded frame.
///
/// | offset | bytes | field |
/// |---|---|---|
/// | 0 | 8 | stream id |
/// | 8 | 2 | index, from 0 |
/// | 10 | 2 | total |
/// | 12 | 1 | type of the packet that was cut |
/// | 13 | n | chunk, possibly empty |
///
/// Nothing in it is proven; the packet that comes out is judged by its own rules. Source: mesh-wire 9.1.
public struct Fragment: Sendable, Equatable {
  /// Whose piece this is.
  public let stream: FragmentStreamID
  /// Which piece, below ``total``.
  public let index: Int
  /// How many pieces there are, 1 to 10 000.
  public let total: Int
  /// What the pieces say they will be.
  public let originalType: MessageType
  /// The slice of the frame.
  public let chunk: ArraySlice<UInt8>

  /// Reads a payload.
  ///
  /// Throws `.truncated(.fragmentHeader)` below 13 bytes, `.invalid` for a total of 0 and for an index that
  /// is not below the total, `.tooLong(.fragmentTotal)` above 10 000 pieces. Source: mesh-wire 9.3.
  public static func decode(_ payload: [UInt8]) throws(MeshWireError) -> Fragment {
    var reader = ByteReader(slice: payload[...])
    guard let stream = reader.readUInt64(), let index = reader.readUInt16(), let total = reader.readUInt16(),
      let type = reader.readUInt8()
    else { throw .truncated(.fragmentHeader, at: payload.count) }
    guard total > 0 else { throw .invalid(.fragmentTotal, at: 10) }
    guard total <= totalMax else { throw .tooLong(.fragmentTotal, count: Int(total), limit: totalMax) }
    guard index < total else { throw .invalid(.fragmentIndex, at: 8) }
    return Fragment(
      stream: FragmentStreamID(rawValue: stream), index: Int(index), total: Int(total),
      originalType: MessageType(rawValue: type), chunk: reader.readRest())
  }

  /// The payload.
  var encoded: [UInt8] {
    var writer = ByteWriter(capacity: Self.headerBytes + chunk.count)
    writer.append(stream.rawValue)
    writer.append(UInt16(truncatingIfNeeded: index))
    writer.append(UInt16(truncatingIfNeeded: total))
    writer.append(originalType.rawValue)
    writer.append(contentsOf: chunk)
    return writer.bytes
  }

  /// Bytes before the chunk.
  public static let headerBytes = 13
  /// Pieces that receivers accept in one stream.
  public static let totalMax = 10_000
}
