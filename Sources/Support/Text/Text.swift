import Foundation

public enum Text {
  public static func nfc(_ text: String) -> String { text.precomposedStringWithCanonicalMapping }
  public static func trimmed(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
  public static func displayName(_ raw: String) -> String {
    var kept = String.UnicodeScalarView()
    kept.append(
      contentsOf: raw.unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) })
    return trimmed(nfc(String(kept)))
  }
  public static func displayText(_ raw: String) -> String { raw }
  public static func nickname(fromUser raw: String) -> String? {
    let t = trimmed(nfc(raw)); return t.isEmpty ? nil : String(t.prefix(50))
  }
  public static func split(_ text: String, utf8BytesMax: Int) -> [String] {
    var out: [String] = []; var cur = ""
    for c in text {
      if cur.utf8.count + c.utf8.count > utf8BytesMax, !cur.isEmpty { out.append(cur); cur = "" };
      cur.append(c)
    }
    if !cur.isEmpty { out.append(cur) }
    return out
  }
}
