import Bytes
import Timebase

/// One statement of a batch: the sender compared the keys of somebody else.
///
/// | type | field |
/// |---|---|
/// | `0x01` | fingerprint of the other's Noise key, 32 bytes |
/// | `0x02` | the other's Ed25519 key, 32 bytes |
/// | `0x03` | when it was said, milliseconds (u64, big-endian) |
/// | `0x04` | the sender's Ed25519 signature, 64 bytes |
///
/// 144 bytes. The order is free, the last of repeated fields counts, other fields are skipped. The signature
/// is the application's matter. Source: mesh-features 11.
public struct VouchAttestation: Sendable, Hashable {
  /// Of the other's Noise key, 32 bytes.
  public let fingerprint: [UInt8]
  /// The other's Ed25519 key, 32 bytes.
  public let signingKey: [UInt8]
  /// By the sender's clock.
  public let statedAt: Timestamp
  /// 64 bytes.
  public let signature: [UInt8]

  /// Joins the parts.
  public init(fingerprint: [UInt8], signingKey: [UInt8], statedAt: Timestamp, signature: [UInt8]) {
    self.fingerprint = fingerprint
    self.signingKey = signingKey
    self.statedAt = statedAt
    self.signature = signature
  }

  /// Reads one statement; `nil` where a field is missing or has another length.
  init?(decoding bytes: ArraySlice<UInt8>) {
    var parts: [UInt8: ArraySlice<UInt8>] = [:]
    var fields = ShortFields(bytes)
    do throws(MeshWireError) {
      while let field = try fields.next({ .unknownField($0) }) {
        if Self.lengths[field.type] != nil { parts[field.type] = field.value }
      }
    } catch {
      return nil
    }
    guard let fingerprint = parts[1], let signingKey = parts[2], let time = parts[3],
      let signature = parts[4], parts.allSatisfy({ $0.value.count == Self.lengths[$0.key] })
    else { return nil }
    self.init(
      fingerprint: Array(fingerprint), signingKey: Array(signingKey),
      statedAt: Timestamp(milliseconds: time.reduce(0) { $0 << 8 | UInt64($1) }), signature: Array(signature))
  }

  /// The 144 bytes; throws `.invalid` for a part of another length.
  public func encoded() throws(MeshWireError) -> [UInt8] {
    var writer = ByteWriter()
    let time = withUnsafeBytes(of: statedAt.milliseconds.bigEndian) { Array($0) }
    let parts: [(UInt8, [UInt8], WireField)] = [
      (1, fingerprint, .fingerprint), (2, signingKey, .signingKey), (3, time, .statedAt),
      (4, signature, .signature),
    ]
    for (type, value, name) in parts {
      guard value.count == Self.lengths[type] else { throw .invalid(name, at: writer.bytes.count + 2) }
      try ShortFields.append(type, value, name, to: &writer)
    }
    return writer.bytes
  }

  private static let lengths: [UInt8: Int] = [1: 32, 2: 32, 3: 8, 4: 64]
}

/// The body of a batch of statements (`0x12`): how many (1…16), then each with its length (u16, big-endian)
/// before it. Source: mesh-features 11.
public enum VouchBatch {
  /// Statements of one batch.
  public static let attestationsMax = 16

  /// The well-formed statements, at most as many as are announced, and at most 16. Malformed ones are skipped
  /// and do not count; what is cut off ends the list.
  public static func decode(_ body: [UInt8]) -> [VouchAttestation] {
    var reader = ByteReader(body)
    guard let announced = reader.readUInt8() else { return [] }
    let most = min(Int(announced), attestationsMax)
    var attestations: [VouchAttestation] = []
    while attestations.count < most, let length = reader.readUInt16(), let bytes = reader.read(Int(length)) {
      if let attestation = VouchAttestation(decoding: bytes) { attestations.append(attestation) }
    }
    return attestations
  }

  /// The body. Throws `.missing` for none, `.tooLong` for more than 16, and what a statement throws.
  public static func encoded(_ attestations: [VouchAttestation]) throws(MeshWireError) -> [UInt8] {
    guard !attestations.isEmpty else { throw .missing(.attestation) }
    guard attestations.count <= attestationsMax else {
      throw .tooLong(.attestation, count: attestations.count, limit: attestationsMax)
    }
    var writer = ByteWriter()
    writer.append(UInt8(attestations.count))
    for attestation in attestations {
      let bytes = try attestation.encoded()
      writer.append(UInt16(bytes.count))
      writer.append(contentsOf: bytes)
    }
    return writer.bytes
  }
}
