import Bytes

/// The body of a challenge (`0x10`): prove that this Noise key is yours.
///
/// | type | field |
/// |---|---|
/// | `0x01` | the asked person's Noise key, 64 hexadecimal digits as text |
/// | `0x02` | nonce, 16 bytes |
///
/// The fields stand in this order; bytes after the last are ignored. Source: mesh-features 10.2.
public struct VerifyChallenge: Sendable, Hashable {
  /// The key as the challenger wrote it; the case of its digits is kept.
  public let noiseKeyText: String
  /// 16 bytes.
  public let nonce: [UInt8]

  /// Bytes of the nonce.
  public static let nonceBytes = 16
  /// Digits of the key.
  public static let noiseKeyDigits = 64

  /// Joins the parts.
  public init(noiseKeyText: String, nonce: [UInt8]) {
    self.noiseKeyText = noiseKeyText
    self.nonce = nonce
  }

  /// Reads a body. Throws `.missing` where a field does not stand in its place, `.truncated`, `.notUTF8`, and
  /// `.invalid` for another length.
  public static func decode(_ body: [UInt8]) throws(MeshWireError) -> VerifyChallenge {
    var fields = ShortFields(body[...])
    return try decode(&fields)
  }

  /// The body; throws `.invalid` for a key or a nonce of another length.
  public func encoded() throws(MeshWireError) -> [UInt8] {
    guard noiseKeyText.utf8.count == Self.noiseKeyDigits else { throw .invalid(.noiseKey, at: 2) }
    guard nonce.count == Self.nonceBytes else { throw .invalid(.nonce, at: 4 + Self.noiseKeyDigits) }
    var writer = ByteWriter()
    try ShortFields.append(1, Array(noiseKeyText.utf8), .noiseKey, to: &writer)
    try ShortFields.append(2, nonce, .nonce, to: &writer)
    return writer.bytes
  }

  fileprivate static func decode(_ fields: inout ShortFields) throws(MeshWireError) -> VerifyChallenge {
    let key = try fields.expect(1, .noiseKey, count: noiseKeyDigits)
    let nonce = try fields.expect(2, .nonce, count: nonceBytes)
    return VerifyChallenge(noiseKeyText: try key.text(.noiseKey), nonce: Array(nonce.value))
  }
}

/// The body of an answer to a challenge (`0x11`): its two fields, then `0x03` with an Ed25519 signature of 64
/// bytes. What is signed is the application's matter. Source: mesh-features 10.2.
public struct VerifyResponse: Sendable, Hashable {
  /// What is answered.
  public let challenge: VerifyChallenge
  /// 64 bytes; not checked here.
  public let signature: [UInt8]

  /// Bytes of the signature.
  public static let signatureBytes = 64

  /// Joins the parts.
  public init(to challenge: VerifyChallenge, signature: [UInt8]) {
    self.challenge = challenge
    self.signature = signature
  }

  /// Reads a body. Throws as `VerifyChallenge.decode` does.
  public static func decode(_ body: [UInt8]) throws(MeshWireError) -> VerifyResponse {
    var fields = ShortFields(body[...])
    let challenge = try VerifyChallenge.decode(&fields)
    let signature = try fields.expect(3, .signature, count: signatureBytes)
    return VerifyResponse(to: challenge, signature: Array(signature.value))
  }

  /// The body; throws `.invalid` for a part of another length.
  public func encoded() throws(MeshWireError) -> [UInt8] {
    let head = try challenge.encoded()
    guard signature.count == Self.signatureBytes else { throw .invalid(.signature, at: head.count + 2) }
    var writer = ByteWriter()
    writer.append(contentsOf: head)
    try ShortFields.append(3, signature, .signature, to: &writer)
    return writer.bytes
  }
}

extension ShortFields {
  /// The next field, which has to be of this type and length.
  fileprivate mutating func expect(
    _ type: UInt8, _ name: WireField, count: Int
  ) throws(MeshWireError) -> Field {
    guard let field = try next({ _ in name }), field.type == type else { throw .missing(name) }
    guard field.value.count == count else { throw .invalid(name, at: field.offset) }
    return field
  }
}
