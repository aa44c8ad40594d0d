/// Why bytes are not what they claim to be, or why a value cannot be written as bytes.
///
/// `at` is the offset, in bytes from the start of the input, where reading stopped. For a compressed
/// packet the offsets are those of the frame. A decoder that throws has changed nothing.
public enum MeshWireError: Error, Sendable, Equatable {
  /// The field needs more bytes than are left.
  case truncated(WireField, at: Int)
  /// Only versions 1 and 2 exist.
  case unsupportedVersion(UInt8)
  /// The field is larger than its limit, in bytes unless the field counts something else.
  case tooLong(WireField, count: Int, limit: Int)
  /// The compressed payload cannot be what its prefix says.
  case badCompression(CompressionFault, at: Int)
  /// A required field is not there.
  case missing(WireField)
  /// A field that must stand once stands again.
  case repeated(WireField, at: Int)
  /// The text is not UTF-8.
  case notUTF8(WireField, at: Int)
  /// The value is not allowed for the field.
  case invalid(WireField, at: Int)
  /// A type number that this payload must not carry.
  case unknownType(UInt8, at: Int)
  /// Bytes follow the last field of a payload that must be read whole.
  case trailingBytes(at: Int)
}

/// What is wrong with a compressed payload.
public enum CompressionFault: Sendable, Equatable {
  /// The payload length does not even hold the original-size prefix.
  case prefixMissing
  /// Nothing follows the prefix.
  case bodyEmpty
  /// The prefix says zero bytes.
  case originalSizeZero
  /// The prefix promises more than 50 000 bytes for each compressed byte.
  case ratioTooHigh
  /// No DEFLATE stream of that length can grow to the promised size.
  case sizeImpossible
  /// The stream is damaged, or inflates to another size than promised.
  case streamInvalid
}

/// The part of a packet or payload that an error is about.
public enum WireField: Sendable, Equatable {
  /// Version to payload length: 14 bytes in v1, 16 in v2.
  case header
  /// The 8 bytes of the sender.
  case sender
  /// The 8 bytes of the recipient.
  case recipient
  /// The count and the hops; its limit counts hops.
  case route
  /// The payload, in its wire form.
  case payload
  /// The size that a compressed payload inflates to.
  case originalSize
  /// The 64 signature bytes.
  case signature
  /// A type-length-value field that is not known.
  case unknownField(UInt8)
  /// The name a peer gives itself.
  case nickname
  /// A Noise static public key.
  case noiseKey
  /// An Ed25519 public key.
  case signingKey
  /// The ids of direct neighbours.
  case neighbours
  /// The capability bits.
  case capabilities
  /// The geohash of a bridge.
  case bridgeCell
  /// The id of a private message.
  case messageID
  /// The text of a message; in public messages its limit counts Unicode scalars.
  case text
  /// The version byte of authenticated peer state.
  case peerStateVersion
  /// The first byte of a Noise plaintext.
  case noisePayloadType
  /// What follows the type byte of a Noise plaintext.
  case noisePayload
  /// The 13 bytes before a fragment's chunk.
  case fragmentHeader
  /// How many pieces a fragment's stream has; its limit counts pieces.
  case fragmentTotal
  /// Which piece a fragment is.
  case fragmentIndex
  /// The Golomb-Rice parameter of a sync request.
  case filterParameter
  /// The range of the values in a sync request's filter.
  case filterRange
  /// The filter bytes of a sync request.
  case filterData
  /// The 16 bytes that tie an answer to its challenge.
  case nonce
  /// SHA-256 of a Noise static key.
  case fingerprint
  /// When somebody vouched.
  case statedAt
  /// One statement of a batch of vouches; its limit counts statements.
  case attestation
}
