import Timebase

/// Finds frames in the notifications of one peripheral link, whose frames may be cut anywhere.
///
/// What is no frame is dropped byte by byte until something looks like a version; leftover padding goes
/// silently. A frame that stays incomplete for 250 ms while more bytes arrive clears everything. At most
/// 8 MiB are kept. Frames are only measured here; decoding them may still fail.
/// Source: mesh-wire 14.3.
public struct StreamAssembler: Sendable {
  /// What one notification brought.
  public struct Outcome: Sendable, Equatable {
    /// Whole frames in order.
    public var frames: [[UInt8]] = []
    /// Bytes that belonged to no frame.
    public var droppedBytes: [UInt8] = []
    /// Whether everything kept was thrown away.
    public var wasReset = false

    /// Nothing yet.
    public init() {}
  }

  /// Bytes that are kept, and that one frame may have.
  public static let bytesMax = 8_388_608
  /// How long one frame may stay incomplete while bytes arrive.
  public static let stallMax = Duration.milliseconds(250)

  private var buffer: [UInt8] = []
  /// The frame waited for: its length, and when that became known.
  private var expected: (bytes: Int, since: Instant)?

  /// An assembler for a new link.
  public init() {}

  /// Bytes waiting for the rest of their frame.
  public var keptBytes: Int { buffer.count }

  /// Takes the value of one notification, in order of arrival.
  public mutating func append(_ chunk: [UInt8], at time: Instant) -> Outcome {
    var outcome = Outcome()
    guard chunk.count <= Self.bytesMax - buffer.count else {
      reset(&outcome)
      return outcome
    }
    buffer += chunk
    var start = 0
    while buffer.count - start >= WireLimits.frameBytesMin {
      guard PacketVersion(rawValue: buffer[start]) != nil else {
        skipNoFrame(&start, &outcome)
        continue
      }
      switch measure(from: start) {
      case .needsMore: break
      case .impossible:
        reset(&outcome)
        return outcome
      case .bytes(let bytes) where bytes <= buffer.count - start:
        outcome.frames.append(Array(buffer[start..<start + bytes]))
        start += bytes
        expected = nil
        start += paddingBytes(from: start)
        continue
      case .bytes(let bytes):
        if let expected, expected.bytes == bytes, time.since(expected.since) >= Self.stallMax {
          reset(&outcome)
          return outcome
        }
        if expected?.bytes != bytes { expected = (bytes, time) }
      }
      break
    }
    finish(start)
    return outcome
  }

  private mutating func skipNoFrame(_ start: inout Int, _ outcome: inout Outcome) {
    expected = nil
    let padding = paddingBytes(from: start)
    if padding == 0 { outcome.droppedBytes.append(buffer[start]) }
    start += max(1, padding)
  }

  private mutating func finish(_ start: Int) {
    buffer.removeFirst(start)
    buffer.removeFirst(paddingBytes(from: 0))
    if buffer.allSatisfy({ $0 == 0 }) { buffer = [] }
  }

  private mutating func reset(_ outcome: inout Outcome) {
    buffer = []
    expected = nil
    outcome.wasReset = true
  }

  /// The length of a padding run at `start`; 0 where none is, or where a version may stand.
  private func paddingBytes(from start: Int) -> Int {
    guard start < buffer.count, PacketVersion(rawValue: buffer[start]) == nil else { return 0 }
    let value = buffer[start]
    let length = Int(value)
    guard length > 0, length <= buffer.count - start else { return 0 }
    return buffer[start..<start + length].allSatisfy { $0 == value } ? length : 0
  }

  private enum Measure {
    case bytes(Int)
    case needsMore
    case impossible
  }

  private func measure(from start: Int) -> Measure {
    let rest = buffer[start...]
    guard let version = PacketVersion(rawValue: buffer[start]) else { return .impossible }
    let fixed = version.headerBytes + PeerID.byteCount
    guard rest.count >= fixed else { return .needsMore }
    let flags = PacketFlags(rawValue: buffer[start + 11])
    var payload = 0
    for byte in rest.dropFirst(12).prefix(version.lengthBytes) { payload = payload << 8 | Int(byte) }
    if flags.contains(.compressed), payload < version.lengthBytes { return .impossible }
    let recipient = flags.contains(.recipient) ? PeerID.byteCount : 0
    var bytes = fixed + payload + recipient
    if flags.contains(.signature) { bytes += WireLimits.signatureBytes }
    if version == .two, flags.contains(.route) {
      guard let hops = rest.dropFirst(fixed + recipient).first else { return .needsMore }
      bytes += 1 + PeerID.byteCount * Int(hops)
    }
    return bytes <= Self.bytesMax ? .bytes(bytes) : .impossible
  }
}
