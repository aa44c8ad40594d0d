/// An address that may stand in a link, a source or a form's action.
///
/// Allowed are `http` and `https` with a host and without user information, `mailto`, `geo`, and a path
/// of our own: one leading slash (two would name another host), or `#` and a fragment. Everything else,
/// `javascript:` and `data:` among it, has no value of this type.
///
/// Refused anywhere: control characters, white space, backslashes (browsers read them as slashes), quotes,
/// angle brackets, backticks, and characters that change the order or hide themselves.
public struct LinkTarget: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The address as it will be written, before escaping.
  public let text: String

  /// Where the address leads.
  public enum Kind: Sendable, Hashable {
    /// Our own pages.
    case path
    /// A page elsewhere, with the host as written.
    case web(host: String)
    /// `mailto:` or `geo:`.
    case application
  }

  /// Where it leads.
  public let kind: Kind

  /// Checks an address from outside. Nil when it may not be a link.
  ///
  /// At most 2,048 UTF-8 bytes.
  public init?(checking raw: String) {
    guard !raw.isEmpty, raw.utf8.count <= Self.utf8BytesMax,
      raw.unicodeScalars.allSatisfy(Self.isAllowed), let kind = Self.kind(of: raw)
    else { return nil }
    text = raw
    self.kind = kind
  }

  /// An address written in our own source. A literal that is not allowed is a bug of ours.
  public init(stringLiteral value: StaticString) {
    let raw = value.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    guard let checked = LinkTarget(checking: raw) else {
      preconditionFailure("A link target in the source is not an allowed address")
    }
    self = checked
  }

  /// A path of our own out of segments; what is not plain in a segment is percent-encoded, so that a
  /// segment can never add a slash, a query or a fragment. Empty segments are left out. `.` and `..` as whole
  /// segments are encoded too.
  public static func path(_ segments: String...) -> LinkTarget {
    path(segments)
  }

  /// The same with the segments as a list.
  public static func path(_ segments: [String]) -> LinkTarget {
    var raw = ""
    for segment in segments where !segment.isEmpty {
      raw += "/" + encoded(segment)
    }
    return LinkTarget(path: raw.isEmpty ? "/" : raw)
  }

  /// The address with one more query argument, percent-encoded.
  public func query(_ name: String, _ value: String) -> LinkTarget {
    let separator = text.contains("?") ? "&" : "?"
    return LinkTarget(
      text: text + separator + Self.encoded(name) + "=" + Self.encoded(value), kind: kind)
  }

  private init(path: String) {
    self.init(text: path, kind: .path)
  }

  private init(text: String, kind: Kind) {
    self.text = text
    self.kind = kind
  }

  private static func encoded(_ segment: String) -> String {
    let isDots = segment == "." || segment == ".."
    var result = ""
    for byte in segment.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: ".") where !isDots:
        result += "."
      default:
        let hexadecimal = String(byte, radix: 16, uppercase: true)
        result += "%" + (hexadecimal.count == 1 ? "0" : "") + hexadecimal
      }
    }
    return result
  }

  private static func kind(of raw: String) -> Kind? {
    if raw.hasPrefix("/") {
      return raw.hasPrefix("//") ? nil : .path
    }
    if raw.hasPrefix("#") {
      return .path
    }
    guard let colon = raw.firstIndex(of: ":") else { return nil }
    let rest = raw[raw.index(after: colon)...]
    switch raw[..<colon].lowercased() {
    case "http", "https":
      return host(after: rest).map(Kind.web(host:))
    case "mailto", "geo":
      return rest.isEmpty || rest.hasPrefix("/") ? nil : .application
    default:
      return nil
    }
  }

  private static func host(after rest: Substring) -> String? {
    guard rest.hasPrefix("//") else { return nil }
    let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !authority.isEmpty, !authority.contains("@"), !authority.hasPrefix(":") else { return nil }
    return String(authority)
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\\", "\"", "'", "`", "<", ">":
      return false
    default:
      break
    }
    if scalar.properties.isWhitespace || scalar.properties.isBidiControl
      || scalar.properties.isDefaultIgnorableCodePoint
    {
      return false
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
      return false
    default:
      return true
    }
  }

  private static let utf8BytesMax = 2_048
}
