import Timebase

/// Names one message everywhere: opaque text of 1…255 UTF-8 bytes, compared without ASCII case.
///
/// Private messages carry a UUIDv7 minted once by the sender (upper case on the mesh wire); a public
/// mesh message has its stable id, 32 hexadecimal digits (architecture.md 3, "ids").
public struct MessageID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The id as it was minted or received.
  public let text: String
  /// The form that is compared and stored: ASCII letters lowered.
  public let key: String

  /// Any text; callers check the length limit of the wire they came from.
  public init(_ text: String) {
    self.text = text
    key = String(decoding: text.utf8.map(lowered), as: UTF8.self)
  }

  /// A new UUIDv7 (RFC 9562): 48 bits of Unix milliseconds, then random bits; upper case.
  public static func version7(
    at moment: Timestamp, using generator: inout some RandomNumberGenerator
  ) -> MessageID {
    let high = moment.milliseconds << 16 | 0x7000 | UInt64.random(in: 0...0x0FFF, using: &generator)
    let low = UInt64.random(in: 0...(.max >> 2), using: &generator) | 1 << 63
    let digits = hexadecimal(high) + hexadecimal(low)
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return MessageID(groups.map { String(decoding: digits[$0], as: UTF8.self) }.joined(separator: "-"))
  }

  /// The text.
  public var description: String { text }

  /// Equal when the texts differ at most in the case of ASCII letters.
  public static func == (left: MessageID, right: MessageID) -> Bool { left.key == right.key }

  /// Order of the compared forms.
  public static func < (left: MessageID, right: MessageID) -> Bool { left.key < right.key }

  /// Hashes the compared form.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

private func lowered(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}

private func hexadecimal(_ value: UInt64) -> [UInt8] {
  let digits = Array("0123456789ABCDEF".utf8)
  return stride(from: 60, through: 0, by: -4).map { digits[Int(value >> UInt64($0) & 0xF)] }
}
