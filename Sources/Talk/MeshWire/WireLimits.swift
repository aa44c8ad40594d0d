/// The numbers of the wire format that more than one part needs.
///
/// Source: mesh-wire 1, 10.7.
public enum WireLimits {
  /// Payload bytes, and inflated bytes, that a decoder accepts: a file of 1 MiB with all that frames it.
  public static let payloadBytesMax = 1_179_760
  /// What a v1 payload length can say.
  public static let payloadV1BytesMax = 65_535
  /// Hops that a route can have.
  public static let routeHopsMax = 255
  /// The shortest frame: a v1 header and a sender.
  public static let frameBytesMin = 22
  /// An Ed25519 signature.
  public static let signatureBytes = 64
  /// TTL of a packet where it starts.
  public static let originatingTTL: UInt8 = 7
  /// Unicode scalars that receivers accept in a public message.
  public static let publicTextScalarsMax = 16_000
  /// Plaintext bytes of one Noise message, unless it carries a private file.
  public static let noisePlaintextBytesMax = 65_535
  /// Plaintext bytes of a Noise message with a private file.
  public static let privateFilePlaintextBytesMax = 1_179_708
  /// Bytes that Noise adds to a plaintext: a 4-byte counter and a 16-byte tag.
  public static let noiseOverheadBytes = 20
}
