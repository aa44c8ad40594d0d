/// The name under which a transport reaches a peer, as text without case.
///
/// Forms (mesh-wire 8.1, chat-app 2.1): 16 hexadecimal digits, a peer seen on the mesh; 64
/// hexadecimal digits, a Noise static key, which names the person also while out of reach. Later
/// transports add prefixed forms. One person may have several addresses.
public struct PeerAddress: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Which kind of name it is.
  public enum Form: Sendable, Hashable {
    /// The 16-digit id derived from a Noise key.
    case meshID
    /// The 64-digit Noise static key itself.
    case noiseKey
  }

  /// Lower-case text, 16 or 64 hexadecimal digits.
  public let text: String

  /// Takes 16 or 64 hexadecimal digits in any case; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 16 || text.utf8.count == 64, text.utf8.allSatisfy(isHexadecimalDigit) else {
      return nil
    }
    self.text = text.lowercased()
  }

  /// Which kind of name it is.
  public var form: Form { text.utf8.count == 64 ? .noiseKey : .meshID }

  /// The text.
  public var description: String { text }

  /// Code-point order of the texts.
  public static func < (left: PeerAddress, right: PeerAddress) -> Bool { left.text < right.text }
}

private func isHexadecimalDigit(_ digit: UInt8) -> Bool {
  switch digit {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
    UInt8(ascii: "A")...UInt8(ascii: "F"):
    true
  default: false
  }
}
