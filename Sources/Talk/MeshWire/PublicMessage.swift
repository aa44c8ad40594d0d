import Timebase

extension Packet {
  /// A public message, not signed yet.
  ///
  /// The payload is the bare text. Throws `.tooLong` above 16 000 Unicode scalars, which receivers drop.
  /// Source: mesh-wire 3.
  public static func publicMessage(
    _ text: String, sender: PeerID, timestamp: Timestamp
  ) throws(MeshWireError) -> Packet {
    try checkPublicText(text)
    return Packet(type: .publicMessage, timestamp: timestamp, sender: sender, payload: Array(text.utf8))
  }

  /// The payload as the text of a public message, as it came.
  ///
  /// Throws `.notUTF8`, or `.tooLong` above 16 000 Unicode scalars.
  public func publicText() throws(MeshWireError) -> String {
    guard let characters = try? UTF8Span(validating: payload.span) else { throw .notUTF8(.text, at: 0) }
    let text = String(copying: characters)
    try Packet.checkPublicText(text)
    return text
  }

  /// A leave, not signed yet; its payload is empty. Source: mesh-wire 3, 8.4.
  public static func leave(sender: PeerID, timestamp: Timestamp) -> Packet {
    Packet(type: .leave, timestamp: timestamp, sender: sender, payload: [])
  }

  private static func checkPublicText(_ text: String) throws(MeshWireError) {
    // A scalar takes a byte at least.
    guard text.utf8.count > WireLimits.publicTextScalarsMax else { return }
    let count = text.unicodeScalars.count
    guard count <= WireLimits.publicTextScalarsMax else {
      throw .tooLong(.text, count: count, limit: WireLimits.publicTextScalarsMax)
    }
  }
}
