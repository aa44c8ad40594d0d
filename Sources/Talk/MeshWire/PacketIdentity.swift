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
public struct GossipID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The first 8 bytes as a big-endian number.
  private let high: UInt64
  /// The last 8 bytes as a big-endian number.
  private let low: UInt64

  /// The id of two words of a digest.
  init(_ words: (high: UInt64, low: UInt64)) {
    (high, low) = words
  }

  /// The 16 bytes.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    bytes.append(bigEndian: high, bytes: 8)
    bytes.append(bigEndian: low, bytes: 8)
    return bytes
  }

  /// 32 lower-case hexadecimal digits.
  public var description: String { hexadecimal(high, low) }

  /// Half of the id is as good as all of it: both are digits of a SHA-256.
  public func hash(into hasher: inout Hasher) { hasher.combine(high) }

  /// Orders ids as their bytes do.
  public static func < (left: GossipID, right: GossipID) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }

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
    return GossipID(hash.leadingWords())
  }
}

/// The id of a public message: the first 32 hexadecimal digits of the SHA-256 over
/// `<sender hex>|<milliseconds>|<text without surrounding whitespace and newlines>`.
///
/// Never on the wire; every receiver derives the same. Source: mesh-engine 2.4.
public func publicMessageID(sender: PeerID, timestamp: Timestamp, text: String) -> String {
  var statement: [UInt8] = []
  statement.reserveCapacity(2 * PeerID.byteCount + 22 + text.utf8.count)
  for shift in stride(from: 60, through: 0, by: -4) { statement.append(digit(sender.rawValue, shift)) }
  statement.append(UInt8(ascii: "|"))
  statement += String(timestamp.milliseconds).utf8
  statement.append(UInt8(ascii: "|"))
  if isTrimmed(text) { statement += text.utf8 } else { statement += String(trimmed(text)).utf8 }
  var hash = SHA256()
  hash.update(statement.span)
  let words = hash.leadingWords()
  return hexadecimal(words.0, words.1)
}

/// 32 lower-case hexadecimal digits.
private func hexadecimal(_ high: UInt64, _ low: UInt64) -> String {
  String(unsafeUninitializedCapacity: 32) { digits in
    for index in 0..<16 {
      digits[index] = digit(high, 60 - 4 * index)
      digits[index + 16] = digit(low, 60 - 4 * index)
    }
    return 32
  }
}

/// The lower-case hexadecimal digit of four bits of a word.
private func digit(_ word: UInt64, _ shift: Int) -> UInt8 {
  let value = UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 0x0F
  return value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
}

/// Whether the ends are visible ASCII, as almost always: then nothing has to be cut.
private func isTrimmed(_ text: String) -> Bool {
  let visible: ClosedRange<UInt8> = 0x21...0x7E
  guard let first = text.utf8.first, let last = text.utf8.last else { return true }
  return visible.contains(first) && visible.contains(last)
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
