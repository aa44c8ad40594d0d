import Bytes

/// Frames on a LAN link: `u32be length ‖ bytes`. First the hello, then packets; length 0 is a keep-alive.
enum LANFrames {
  /// The largest packet a frame carries.
  static let packetBytesMax = 65_535
  /// Bytes of a length prefix.
  static let prefixBytes = 4
  /// A frame without bytes.
  static let keepAlive: [UInt8] = [0, 0, 0, 0]
  /// What every hello begins with: its length (21), the magic, the version.
  static let helloStart: [UInt8] = [0, 0, 0, 0x15] + LANBeacon.magic + [LANBeacon.version]
  /// Bytes of a whole hello, prefix included.
  static let helloBytes = helloStart.count + LANInstance.byteCount

  /// The first frame of either end.
  static func hello(_ instance: LANInstance) -> [UInt8] {
    helloStart + instance.bytes
  }

  /// A packet with its length in front; `nil` when it is empty or larger than a frame carries.
  static func frame(_ packet: [UInt8]) -> [UInt8]? {
    guard (1...packetBytesMax).contains(packet.count) else { return nil }
    var writer = ByteWriter(capacity: prefixBytes + packet.count)
    writer.append(UInt32(packet.count))
    writer.append(contentsOf: packet)
    return writer.bytes
  }
}

/// Cuts the byte stream of one link into frames, holding never more than one unfinished frame and one read.
struct LANFrameParser: Sendable {
  enum Hello: Equatable {
    case incomplete
    case hello(LANInstance)
    case malformed
  }

  enum Step: Equatable {
    case incomplete
    case keepAlive
    case packet([UInt8])
    case malformed
  }

  private var buffer: [UInt8] = []
  private var head = 0

  /// Bytes that were received and not taken yet.
  var pendingBytes: Int { buffer.count - head }

  mutating func append(_ bytes: [UInt8]) {
    if head == buffer.count {
      buffer = bytes
    } else {
      buffer.removeFirst(head)
      buffer.append(contentsOf: bytes)
    }
    head = 0
  }

  /// Takes the first frame; anything that cannot become a hello is refused at its first wrong byte.
  mutating func takeHello() -> Hello {
    let received = buffer[head...]
    guard zip(received, LANFrames.helloStart).allSatisfy(==) else { return .malformed }
    guard received.count >= LANFrames.helloBytes else { return .incomplete }
    let end = head + LANFrames.helloBytes
    guard let instance = LANInstance(buffer[(end - LANInstance.byteCount)..<end]) else { return .malformed }
    head = end
    return .hello(instance)
  }

  /// Takes the next frame after the hello.
  mutating func takeFrame() -> Step {
    var reader = ByteReader(slice: buffer[head...])
    guard let length = reader.readUInt32() else { return .incomplete }
    guard length <= UInt32(LANFrames.packetBytesMax) else { return .malformed }
    guard let packet = reader.read(Int(length)) else { return .incomplete }
    head += LANFrames.prefixBytes + packet.count
    return packet.isEmpty ? .keepAlive : .packet(Array(packet))
  }
}
