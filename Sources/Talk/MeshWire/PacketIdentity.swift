import Bytes
import Cryptography
import Timebase

/// What makes two packets the same packet: sender, timestamp, type and a digest of the payload.
///
/// Fixed size and cheap to hash, for the store of what was seen; ``text`` is the form other clients use.
/// The digest matters: several Noise packets can share sender, millisecond and type.
/// Source: mesh-engine 5.1.
public struct DeduplicationKey: Hashable, Sendable {
  /// Who made the packet.
  public let sender: PeerID
  /// When.
  public let timestamp: Timestamp
  /// What it is.
  public let type: MessageType
  /// The first 4 bytes of the SHA-256 of the payload, as a big-endian number.
  public let digest: UInt32

  /// Three words instead of four fields: each packet looks its key up several times.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sender.rawValue)
    hasher.combine(timestamp.milliseconds)
    hasher.combine(UInt64(type.rawValue) << 32 | UInt64(digest))
  }

  /// `<sender hex>-<milliseconds>-<type decimal>-<digest, 8 hex digits>`
  public var text: String {
    var writer = ByteWriter(capacity: 4)
    writer.append(digest)
    return "\(sender)-\(timestamp.milliseconds)-\(type.rawValue)-\(writer.bytes.hexadecimal)"
  }
}

/// The id under which gossip asks for a packet: the first 16 bytes of the SHA-256 over type, sender,
/// timestamp (8 bytes, big-endian) and uncompressed payload.
///
/// TTL, flags, recipient, route and signature are not covered. Source: mesh-wire 12.1.
public struct GossipID: Hashable, Sendable, CustomStringConvertible {
  /// The 16 bytes.
  public let bytes: [UInt8]

  /// The id of exactly 16 bytes; `nil` for any other count.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = Array(bytes)
  }

  fileprivate init(hash: [UInt8]) {
    bytes = Array(hash.prefix(Self.byteCount))
  }

  /// 32 lower-case hexadecimal digits.
  public var description: String { bytes.hexadecimal }

  /// Bytes of an id.
  public static let byteCount = 16
}

extension Packet {
  /// What the duplicate check looks at. Costs one SHA-256 of the payload.
  public var deduplicationKey: DeduplicationKey {
    var hash = SHA256()
    hash.update(payload.span)
    let digest = UInt32(truncatingIfNeeded: hash.leadingWords().0 >> 32)
    return DeduplicationKey(sender: sender, timestamp: timestamp, type: type, digest: digest)
  }

  /// The packet's id in gossip. Costs one SHA-256 of the payload.
  public var gossipID: GossipID {
    var head: [UInt8] = []
    head.reserveCapacity(1 + PeerID.byteCount + 8)
    head.append(type.rawValue)
    head.append(bigEndian: sender.rawValue, bytes: PeerID.byteCount)
    head.append(bigEndian: timestamp.milliseconds, bytes: 8)
    var hash = SHA256()
    hash.update(head.span)
    hash.update(payload.span)
    return GossipID(hash: hash.finalize())
  }
}

/// The id of a public message: the first 32 hexadecimal digits of the SHA-256 over
/// `<sender hex>|<milliseconds>|<text without surrounding whitespace and newlines>`.
///
/// Never on the wire; every receiver derives the same. Source: mesh-engine 2.4.
public func publicMessageID(sender: PeerID, timestamp: Timestamp, text: String) -> String {
  let statement = "\(sender)|\(timestamp.milliseconds)|" + String(trimmed(text))
  return SHA256.hash(Array(statement.utf8)).prefix(16).hexadecimal
}

/// Cut scalar by scalar, as the other clients cut, not by whole characters.
private func trimmed(_ text: String) -> Substring.UnicodeScalarView {
  let scalars = text.unicodeScalars
  guard let first = scalars.firstIndex(where: { !isTrimmed($0) }),
    let last = scalars.lastIndex(where: { !isTrimmed($0) })
  else { return scalars[scalars.endIndex...] }
  return scalars[first...last]
}

/// Unicode white space, and the zero-width space, which the other clients' trimming counts too.
private func isTrimmed(_ scalar: Unicode.Scalar) -> Bool {
  scalar.properties.isWhitespace || scalar == "\u{200B}"
}
