import Text

/// A short key that nearly equal texts share (chat-app 7.3).
///
/// Lower-cased; links cut at the first `?` or `#`; trimmed; white space runs become one space; the
/// first 256 characters (Unicode scalars) hashed with 64-bit DJB2 over UTF-8.
public enum ContentKey {
  /// `h:` and 16 hexadecimal digits.
  public static func of(_ text: String) -> String {
    let words = text.lowercased().unicodeScalars.split { $0.properties.isWhitespace }
    let joined = words.map { withoutQuery(String($0)) }.joined(separator: " ")
    var head = String.UnicodeScalarView()
    head.append(contentsOf: joined.unicodeScalars.prefix(256))
    let digits = String(DJB2.hash(String(head)), radix: 16)
    return "h:" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func withoutQuery(_ word: String) -> String {
    for scheme in ["http://", "https://"] {
      guard let start = word.range(of: scheme) else { continue }
      let rest = word[start.lowerBound...]
      return String(word[..<start.lowerBound] + rest.prefix { $0 != "?" && $0 != "#" })
    }
    return word
  }
}
