/// The one place where text becomes HTML.
enum Escaping {
  /// Appends `text`, escaped for element content and for a double-quoted attribute value alike.
  ///
  /// `& < > " '` and the backtick become references. A carriage return becomes a reference too, since a
  /// parser would turn it into a line feed. The other control characters, which HTML does not allow,
  /// become U+FFFD; tab and line feed stay.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): write("&amp;", to: &bytes)
      case UInt8(ascii: "<"): write("&lt;", to: &bytes)
      case UInt8(ascii: ">"): write("&gt;", to: &bytes)
      case UInt8(ascii: "\""): write("&quot;", to: &bytes)
      case UInt8(ascii: "'"): write("&#39;", to: &bytes)
      case UInt8(ascii: "`"): write("&#96;", to: &bytes)
      case 0x0D: write("&#13;", to: &bytes)
      case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F, 0x7F: write("\u{FFFD}", to: &bytes)
      default: bytes.append(byte)
      }
    }
  }

  private static func write(_ reference: StaticString, to bytes: inout [UInt8]) {
    reference.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }
}
