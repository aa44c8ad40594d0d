/// Puts a remote central's writes together until they are a packet.
///
/// Each value is laid over the buffer at its offset, gaps filled with zeros; then the whole buffer is
/// decoded. A packet clears the buffer, with anything behind it; without one everything is kept, up to 1 000
/// 000 bytes. Source: mesh-wire 14.4.
public struct WriteBuffer: Sendable {
  /// One write request.
  public struct Write: Sendable, Equatable {
    /// Where its first byte belongs.
    public let offset: Int
    /// Its bytes.
    public let value: [UInt8]

    /// A request to write `value` at `offset`.
    public init(offset: Int, value: [UInt8]) {
      self.offset = offset
      self.value = value
    }
  }

  /// What the writes of one callback came to.
  public enum Outcome: Sendable, Equatable {
    /// A packet; the buffer is empty again.
    case packet(Packet)
    /// Not yet.
    case waiting
    /// Too much without a packet, or an offset nobody needs; the buffer is empty again.
    case dropped
  }

  /// Bytes that are kept without a packet.
  public static let bytesMax = 1_000_000

  private var buffer: [UInt8] = []

  /// A buffer for one central.
  public init() {}

  /// Bytes kept.
  public var keptBytes: Int { buffer.count }

  /// Takes all write requests of one callback, in any order.
  public mutating func apply(_ writes: [Write]) -> Outcome {
    // Checked before a gap is filled: an offset alone must not cost memory.
    for write in writes
    where write.offset < 0 || write.value.count > Self.bytesMax
      || write.offset > Self.bytesMax - write.value.count
    {
      buffer = []
      return .dropped
    }
    let inOrder = writes.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }
    for (_, write) in inOrder { overlay(write) }
    do {
      let packet = try Packet.decode(buffer)
      buffer = []
      return .packet(packet)
    } catch {
      return .waiting
    }
  }

  private mutating func overlay(_ write: Write) {
    let end = write.offset + write.value.count
    if buffer.count < end { buffer.append(contentsOf: repeatElement(0, count: end - buffer.count)) }
    buffer.replaceSubrange(write.offset..<end, with: write.value)
  }
}
