import Bytes

/// An id written as text, checked and lower-cased: 16 or 64 hexadecimal digits, or 1 to 63 letters, digits,
/// hyphens and underscores.
///
/// A text of 16 characters must be hexadecimal, since it names a peer. Letters and digits are those of ASCII;
/// other scripts would allow two ids that look the same. Prefixed forms (`mesh:` and the like) are the
/// application's and no ids here. Source: mesh-wire 8.1.
public struct TextID: Hashable, Sendable, CustomStringConvertible {
  /// The id in lower case.
  public let description: String

  /// The id of a text in either case; `nil` where it is none.
  public init?(_ text: some StringProtocol) {
    let count = text.utf8.count
    guard (1...Self.noiseKeyDigits).contains(count) else { return nil }
    let mustBeHexadecimal = count == 2 * PeerID.byteCount || count == Self.noiseKeyDigits
    guard text.utf8.allSatisfy({ mustBeHexadecimal ? Self.isHexadecimal($0) : Self.isAllowed($0) }) else {
      return nil
    }
    description = text.lowercased()
  }

  /// The peer that 16 digits name, or that has the Noise key of 64 digits; `nil` for any other id.
  public var peer: PeerID? { PeerID(anyForm: description) }

  private static let noiseKeyDigits = 64

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
