import Bytes

/// The payload of a ping (`0x26`) and of its answer (`0x27`): a nonce of 8 bytes, then the TTL at which the
/// packet left. Further bytes are ignored. Source: mesh-features 8.
public struct PingPayload: Sendable, Hashable {
  /// Tells probes apart; the answer carries the question's.
  public let nonce: UInt64
  /// The TTL the packet started with.
  public let originTTL: UInt8

  /// Joins the parts.
  public init(nonce: UInt64, originTTL: UInt8) {
    self.nonce = nonce
    self.originTTL = originTTL
  }

  /// Reads a payload; `nil` below 9 bytes.
  public init?(decoding payload: [UInt8]) {
    var reader = ByteReader(slice: payload[...])
    guard let nonce = reader.readUInt64(), let originTTL = reader.readUInt8() else { return nil }
    self.init(nonce: nonce, originTTL: originTTL)
  }

  /// The 9 bytes.
  public var encoded: [UInt8] {
    var writer = ByteWriter(capacity: 9)
    writer.append(nonce)
    writer.append(originTTL)
    return writer.bytes
  }

  /// Hops that a packet took which arrived with this TTL: 1 from a neighbour; `nil` where the numbers
  /// contradict each other.
  public func hops(receivedTTL: UInt8) -> Int? {
    originTTL >= receivedTTL ? Int(originTTL - receivedTTL) + 1 : nil
  }
}
