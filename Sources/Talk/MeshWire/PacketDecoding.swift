import Compression
import Timebase

extension Packet {
  /// Reads the packet that starts at the first byte of `frame`.
  ///
  /// Bytes after the last field are ignored, which is how padding is tolerated. (Other clients read a frame
  /// that fails once more without its padding; since reading stops at the last field, that changes nothing.)
  /// Every size is checked before anything is allocated, and at most ``WireLimits/payloadBytesMax`` bytes
  /// are inflated. Unknown types are read as they are. Throws where and why reading stopped.
  /// Source: mesh-wire 2.5.
  public static func decode(_ frame: [UInt8]) throws(MeshWireError) -> Packet {
    try decode(frame.span)
  }

  /// Reads the packet that starts at the first byte of `frame`; offsets in errors count from there.
  public static func decode(_ frame: ArraySlice<UInt8>) throws(MeshWireError) -> Packet {
    try decode(frame.span)
  }

  /// Reads the packet that starts at the first byte of `frame`.
  public static func decode(_ frame: Span<UInt8>) throws(MeshWireError) -> Packet {
    let header = try PacketHeader(frame)
    var reader = FrameReader(offset: header.version.headerBytes)
    let sender = try reader.peer(frame, .sender)
    let recipient = header.flags.contains(.recipient) ? try reader.peer(frame, .recipient) : nil
    let route = header.hasRoute ? try reader.route(frame) : []
    let payload = try reader.range(frame, header.payloadBytes, .payload)
    var signature: [UInt8]?
    if header.flags.contains(.signature) {
      signature = copy(frame, try reader.range(frame, WireLimits.signatureBytes, .signature))
    }
    // Inflated last: a frame that is cut short costs nothing.
    let content = try content(frame, payload, header)
    var packet = Packet(
      version: header.version, type: header.type, ttl: header.ttl, timestamp: header.timestamp,
      sender: sender, recipient: recipient, route: route, payload: content.payload, signature: signature,
      isRSR: header.flags.contains(.syncAnswer))
    packet.form = content.form
    return packet
  }

  private static func content(
    _ frame: Span<UInt8>, _ range: Range<Int>, _ header: PacketHeader
  ) throws(MeshWireError) -> (payload: [UInt8], form: PayloadForm) {
    guard header.flags.contains(.compressed) else { return (copy(frame, range), .uncompressed) }
    let start = range.lowerBound
    let prefixBytes = header.version.lengthBytes
    guard range.count >= prefixBytes else { throw .badCompression(.prefixMissing, at: start) }
    let bodyBytes = range.count - prefixBytes
    guard bodyBytes > 0 else { throw .badCompression(.bodyEmpty, at: start) }
    let originalBytes = Int(frame.bigEndian(at: start, bytes: prefixBytes))
    guard originalBytes > 0 else { throw .badCompression(.originalSizeZero, at: start) }
    guard originalBytes <= WireLimits.payloadBytesMax else {
      throw .tooLong(.originalSize, count: originalBytes, limit: WireLimits.payloadBytesMax)
    }
    guard Double(originalBytes) / Double(bodyBytes) <= compressionRatioMax else {
      throw .badCompression(.ratioTooHigh, at: start)
    }
    let body = copy(frame, start + prefixBytes..<range.upperBound)
    do {
      return (try RawDeflate.inflate(body, expectedBytes: originalBytes), .compressed(body))
    } catch {
      if case .impossibleSize = error { throw .badCompression(.sizeImpossible, at: start) }
      throw .badCompression(.streamInvalid, at: start + prefixBytes)
    }
  }

  private static func copy(_ frame: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    frame.extracting(range).withUnsafeBufferPointer { [UInt8]($0) }
  }

  private static let compressionRatioMax = 50_000.0
}

/// The fixed part of a packet, checked against the caps.
struct PacketHeader {
  let version: PacketVersion
  let type: MessageType
  let ttl: UInt8
  let timestamp: Timestamp
  let flags: PacketFlags
  let payloadBytes: Int

  /// The route flag means nothing in v1: no route bytes follow.
  var hasRoute: Bool { version == .two && flags.contains(.route) }

  init(_ frame: Span<UInt8>) throws(MeshWireError) {
    guard frame.count >= WireLimits.frameBytesMin else { throw .truncated(.header, at: frame.count) }
    guard let version = PacketVersion(rawValue: frame[0]) else { throw .unsupportedVersion(frame[0]) }
    guard frame.count >= version.headerBytes + PeerID.byteCount else {
      throw .truncated(.sender, at: version.headerBytes)
    }
    self.version = version
    type = MessageType(rawValue: frame[1])
    ttl = frame[2]
    timestamp = Timestamp(milliseconds: frame.bigEndian(at: 3, bytes: 8))
    flags = PacketFlags(rawValue: frame[11])
    payloadBytes = Int(frame.bigEndian(at: 12, bytes: version.lengthBytes))
    guard payloadBytes <= WireLimits.payloadBytesMax else {
      throw .tooLong(.payload, count: payloadBytes, limit: WireLimits.payloadBytesMax)
    }
  }
}

/// A position in a frame; every step checks that the frame is long enough.
struct FrameReader {
  var offset: Int

  mutating func range(
    _ frame: Span<UInt8>, _ bytes: Int, _ field: WireField
  ) throws(MeshWireError) -> Range<Int> {
    guard bytes <= frame.count - offset else { throw .truncated(field, at: offset) }
    defer { offset += bytes }
    return offset..<offset + bytes
  }

  mutating func peer(_ frame: Span<UInt8>, _ field: WireField) throws(MeshWireError) -> PeerID {
    let range = try range(frame, PeerID.byteCount, field)
    return PeerID(rawValue: frame.bigEndian(at: range.lowerBound, bytes: PeerID.byteCount))
  }

  /// Count 0 reads as no route.
  mutating func route(_ frame: Span<UInt8>) throws(MeshWireError) -> [PeerID] {
    let count = Int(frame[try range(frame, 1, .route).lowerBound])
    let hops = try range(frame, count * PeerID.byteCount, .route)
    return stride(from: hops.lowerBound, to: hops.upperBound, by: PeerID.byteCount).map {
      PeerID(rawValue: frame.bigEndian(at: $0, bytes: PeerID.byteCount))
    }
  }
}

extension Span<UInt8> {
  /// The integer in `bytes` bytes (8 at most) from `offset`; the caller has checked that they are there.
  func bigEndian(at offset: Int, bytes: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in offset..<offset + bytes { value = value << 8 | UInt64(self[index]) }
    return value
  }
}
