import Bytes

/// Percent escapes of addresses (RFC 3986, 2.1); a plus sign is a plus sign.
enum PercentCoding {
  /// The text behind the escapes; `nil` where an escape is broken or the bytes are no text.
  static func decoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let escaped = [UInt8](hexadecimal: digits)?.first else { return nil }
      bytes.append(escaped)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The text with everything but letters, digits and `-._~` escaped.
  static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      if unreserved.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + [byte].hexadecimal.uppercased()
      }
    }
  }

  private static let unreserved = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
}
