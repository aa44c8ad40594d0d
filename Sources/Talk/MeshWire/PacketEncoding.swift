extension Packet {
  /// The frame that says this packet, padded to its block if asked.
  ///
  /// A received packet goes out with the payload bytes it came with, compressed or not; one made here is
  /// compressed when the policy says so. A route is written in v2 only.
  /// Throws `.tooLong` for a payload above 65 535 bytes in v1 (in v2, our own limit, above what receivers
  /// take), for a compressed payload that with its prefix passes 65 535 in v1, and for more than 255 hops;
  /// `.invalid` for a signature below 64 bytes. Source: mesh-wire 2.4.
  public func encoded(padded: Bool = false) throws(MeshWireError) -> [UInt8] {
    try frame(resolved, ttl: ttl, signature: signature, isRSR: isRSR, padded: padded)
  }

  /// The hops of a route from bytes of any length: longer ones are cut to 8 bytes, shorter ones get zero
  /// bytes appended.
  ///
  /// Throws `.invalid` for a hop without bytes and `.tooLong` above 255 hops. Source: mesh-wire 2.4 rule 3.
  public static func route(normalising hops: [[UInt8]]) throws(MeshWireError) -> [PeerID] {
    guard hops.count <= WireLimits.routeHopsMax else { throw Packet.tooManyHops(hops.count) }
    if let index = hops.firstIndex(where: \.isEmpty) { throw .invalid(.route, at: index) }
    return hops.map { PeerID(normalising: $0) }
  }

  /// What ``form`` comes to now: the kept form, or what the policy makes of the payload.
  var resolved: PayloadForm {
    switch form {
    case .undecided: locallyResolved
    case .uncompressed, .compressed: form
    }
  }

  /// What the policy makes of the payload here, whatever form it came in.
  var locallyResolved: PayloadForm {
    // Above the size field's range compression is not even tried.
    guard payload.count <= version.payloadBytesMax, let bytes = CompressionPolicy.compressed(payload) else {
      return .uncompressed
    }
    return .compressed(bytes)
  }

  /// The frame with the payload in that form, and with these fields for our own.
  func frame(
    _ form: PayloadForm, ttl: UInt8, signature: [UInt8]?, isRSR: Bool, padded: Bool
  ) throws(MeshWireError) -> [UInt8] {
    let body = try body(form)
    let hops = version == .two ? route : []
    guard hops.count <= WireLimits.routeHopsMax else { throw Packet.tooManyHops(hops.count) }
    var flags: PacketFlags = []
    if recipient != nil { flags.insert(.recipient) }
    if signature != nil { flags.insert(.signature) }
    if body.isCompressed { flags.insert(.compressed) }
    if !hops.isEmpty { flags.insert(.route) }
    if isRSR { flags.insert(.syncAnswer) }

    var frame: [UInt8] = []
    frame.reserveCapacity(frameBytes(fieldBytes: body.fieldBytes, hops: hops.count, padded: padded))
    frame += [version.rawValue, type.rawValue, ttl]
    frame.append(bigEndian: timestamp.milliseconds, bytes: 8)
    frame.append(flags.rawValue)
    frame.append(bigEndian: UInt64(body.fieldBytes), bytes: version.lengthBytes)
    frame.append(bigEndian: sender.rawValue, bytes: PeerID.byteCount)
    if let recipient { frame.append(bigEndian: recipient.rawValue, bytes: PeerID.byteCount) }
    if !hops.isEmpty {
      frame.append(UInt8(truncatingIfNeeded: hops.count))
      for hop in hops { frame.append(bigEndian: hop.rawValue, bytes: PeerID.byteCount) }
    }
    if body.isCompressed {
      frame.append(bigEndian: UInt64(payload.count), bytes: version.lengthBytes)
    }
    frame += body.bytes
    if let signature {
      guard signature.count >= WireLimits.signatureBytes else { throw .invalid(.signature, at: frame.count) }
      frame += signature.prefix(WireLimits.signatureBytes)
    }
    if padded { Padding.pad(&frame) }
    return frame
  }

  private struct Body {
    var bytes: [UInt8]
    var isCompressed: Bool
    /// What the length field says.
    var fieldBytes: Int
  }

  private func body(_ form: PayloadForm) throws(MeshWireError) -> Body {
    try check(payload.count)
    switch form {
    case .undecided, .uncompressed:
      return Body(bytes: payload, isCompressed: false, fieldBytes: payload.count)
    case .compressed(let bytes):
      let fieldBytes = bytes.count + version.lengthBytes
      try check(fieldBytes)
      return Body(bytes: bytes, isCompressed: true, fieldBytes: fieldBytes)
    }
  }

  private func check(_ payloadBytes: Int) throws(MeshWireError) {
    guard payloadBytes <= version.payloadBytesMax else {
      throw .tooLong(.payload, count: payloadBytes, limit: version.payloadBytesMax)
    }
  }

  private func frameBytes(fieldBytes: Int, hops: Int, padded: Bool) -> Int {
    let addresses = PeerID.byteCount * (2 + hops) + 1
    let frame = version.headerBytes + addresses + fieldBytes + WireLimits.signatureBytes
    return padded ? Padding.block(frameBytes: frame) : frame
  }

  private static func tooManyHops(_ count: Int) -> MeshWireError {
    .tooLong(.route, count: count, limit: WireLimits.routeHopsMax)
  }
}

extension [UInt8] {
  /// Appends the last `bytes` bytes (8 at most) of `value`. `ByteWriter` does the same; this is the hot path
  /// of every relay, and generic code of another module costs it a factor of ten.
  mutating func append(bigEndian value: UInt64, bytes: Int) {
    Swift.withUnsafeBytes(of: value.bigEndian) { all in
      append(contentsOf: UnsafeRawBufferPointer(rebasing: all[(all.count - bytes)...]))
    }
  }
}
