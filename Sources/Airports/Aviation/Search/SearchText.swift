/// What somebody typed or pasted to find an airport by.
public enum SearchText {
  /// The text without white space and invisible characters (controls, marks of direction, joiners) at both
  /// ends, which come along when a code is copied from a page.
  public static func typed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: isSeen), let last = scalars.lastIndex(where: isSeen) else {
      return ""
    }
    return String(scalars[first...last])
  }

  private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format: false
    default: !scalar.properties.isWhitespace
    }
  }
}
