/// The fragments of one frame, made one by one as they are sent.
///
/// Every fragment takes sender, timestamp, TTL, RSR flag and route from the packet; it goes to `peer`, or to
/// the packet's own recipient; it is not signed; it is version 2 only with a route. The joined chunks are the
/// whole encoded frame with signature and padding. Source: mesh-wire 9.1.
public struct FragmentTrain: Sendable {
  /// How many fragments there are, 1 to 10 000.
  public let count: Int
  /// Names the fragments.
  public let stream: FragmentStreamID

  private let packet: Packet
  private let frame: [UInt8]
  private let chunkBytes: Int
  private let recipient: PeerID?

  /// Cuts `frame`, the encoded form of `packet`, into chunks of `chunkBytes` (64 at least).
  ///
  /// Throws `.unknownType` for a fragment, which is never cut again, `.missing(.payload)` for an empty frame
  /// and `.tooLong(.fragmentTotal)` when more than 10 000 pieces would be needed.
  public init(
    cutting frame: [UInt8], of packet: Packet, stream: FragmentStreamID, chunkBytes: Int,
    to peer: PeerID? = nil
  ) throws(MeshWireError) {
    guard packet.type != .fragment else { throw .unknownType(packet.type.rawValue, at: 1) }
    guard !frame.isEmpty else { throw .missing(.payload) }
    let size = max(FragmentChunk.bytesMin, chunkBytes)
    let count = (frame.count - 1) / size + 1
    guard count <= Fragment.totalMax else {
      throw .tooLong(.fragmentTotal, count: count, limit: Fragment.totalMax)
    }
    self.count = count
    self.stream = stream
    self.packet = packet
    self.frame = frame
    self.chunkBytes = size
    recipient = peer ?? packet.recipient
  }

  /// Fragment number `index`, or `nil` from ``count`` on.
  public func fragment(_ index: Int) -> Packet? {
    guard index >= 0, index < count else { return nil }
    let start = index * chunkBytes
    let piece = Fragment(
      stream: stream, index: index, total: count, originalType: packet.type,
      chunk: frame[start..<min(frame.count, start + chunkBytes)])
    let route = packet.version == .two ? packet.route : []
    var fragment = Packet(
      version: route.isEmpty ? .one : .two, type: .fragment, ttl: packet.ttl, timestamp: packet.timestamp,
      sender: packet.sender, recipient: recipient, route: route, payload: piece.encoded,
      isRSR: packet.isRSR)
    // Compression counts as a gain without its size prefix, with which a full piece could pass the link.
    fragment.form = fragment.resolved
    if case .compressed(let bytes) = fragment.form,
      bytes.count + fragment.version.lengthBytes >= fragment.payload.count
    {
      fragment.form = .uncompressed
    }
    return fragment
  }
}

/// How many bytes of a frame one fragment carries. Source: mesh-wire 9.2.
public enum FragmentChunk {
  /// Chunks are never smaller.
  public static let bytesMin = 64
  /// The chunk without a known link and without a route.
  public static let bytesUnknownLink = 469
  /// The link that cut frames are planned for, also where a link could carry more.
  public static let planningLimitBytes = 512

  /// The chunk with which each fragment's frame is at most `linkLimitBytes`, as long as that leaves 64 bytes.
  ///
  /// The true overhead is taken off: 35 bytes for a v1 broadcast, 8 more when directed, 3 and 8 a hop more
  /// with a route, 64 more when each fragment will be signed.
  public static func bytes(
    linkLimitBytes: Int, isDirected: Bool, routeHops: Int = 0, isSigned: Bool = false
  ) -> Int {
    let route = routeHops > 0 ? 2 + 1 + PeerID.byteCount * min(routeHops, WireLimits.routeHopsMax) : 0
    let overhead =
      broadcastOverhead + (isDirected ? PeerID.byteCount : 0) + route
      + (isSigned ? WireLimits.signatureBytes : 0)
    return max(bytesMin, max(linkLimitBytes, overhead) - overhead)
  }

  /// The chunk when no link is known.
  public static func bytesWithoutLimit(routeHops: Int) -> Int {
    guard routeHops > 0 else { return bytesUnknownLink }
    let hops = min(routeHops, WireLimits.routeHopsMax)
    return max(bytesMin, planningLimitBytes - (routedOverhead + PeerID.byteCount * hops))
  }

  /// v1 header, sender, fragment header.
  private static let broadcastOverhead = 14 + PeerID.byteCount + Fragment.headerBytes
  /// v2 header, sender, recipient, hop count, fragment header, and 16 bytes to spare.
  private static let routedOverhead = 16 + 2 * PeerID.byteCount + 1 + Fragment.headerBytes + 16
}
