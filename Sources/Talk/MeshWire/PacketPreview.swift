import Timebase

/// What a frame says about its packet before anything is inflated, copied or hashed.
///
/// For whoever wants to refuse a frame cheaply. A frame with a preview can still fail to decode.
/// Source: mesh-wire 2.
public struct PacketPreview: Sendable, Equatable {
  /// What the payload is.
  public let type: MessageType
  /// How many more relays may pass it on.
  public let ttl: UInt8
  /// When it says it was made.
  public let timestamp: Timestamp
  /// Who it says made it.
  public let sender: PeerID
  /// Whom it is for.
  public let recipient: PeerID?
  /// Whether it says it answers a sync request.
  public let isRSR: Bool
  /// Whether the payload has to be inflated.
  public let isCompressed: Bool
  /// Bytes the payload will have: what the frame declares, which for a compressed one is not checked yet.
  public let payloadBytes: Int

  /// Reads the fields at the start of a frame.
  ///
  /// Throws as `Packet.decode` does for a frame whose header, addresses or payload are cut short or too long.
  public init(_ frame: [UInt8]) throws(MeshWireError) {
    let frame = frame.span
    let header = try PacketHeader(frame)
    var reader = FrameReader(offset: header.version.headerBytes)
    sender = try reader.peer(frame, .sender)
    recipient = header.flags.contains(.recipient) ? try reader.peer(frame, .recipient) : nil
    if header.hasRoute { _ = try reader.route(frame) }
    let payload = try reader.range(frame, header.payloadBytes, .payload)
    type = header.type
    ttl = header.ttl
    timestamp = header.timestamp
    isRSR = header.flags.contains(.syncAnswer)
    isCompressed = header.flags.contains(.compressed)
    guard isCompressed else {
      payloadBytes = payload.count
      return
    }
    let prefixBytes = header.version.lengthBytes
    guard payload.count > prefixBytes else { throw .badCompression(.bodyEmpty, at: payload.lowerBound) }
    payloadBytes = Int(frame.bigEndian(at: payload.lowerBound, bytes: prefixBytes))
  }
}
