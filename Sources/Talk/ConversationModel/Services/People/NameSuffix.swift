/// A name in two parts: `ada#12ab` is `ada` and `#12ab` (chat-app 10.2).
public struct NameParts: Sendable, Hashable {
  /// Without the suffix and without any at sign.
  public let base: String
  /// `#` and four hexadecimal digits, or empty.
  public let suffix: String

  /// Splits a name as written.
  public init(_ written: String) {
    let scalars = Array(written.unicodeScalars.filter { $0 != "@" })
    let tail = scalars.suffix(5)
    let hasSuffix = tail.count == 5 && tail.first == "#" && tail.dropFirst().allSatisfy(isHexadecimal)
    base = Self.string(hasSuffix ? scalars.dropLast(5) : scalars[...])
    suffix = hasSuffix ? Self.string(tail) : ""
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
