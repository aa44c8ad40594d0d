extension Text {
  /// A value as it stands in a line of delimited values (RFC 4180): in quotes, with its quotes doubled, where
  /// it holds the delimiter, a quote or a line break; else as it is.
  ///
  /// Decided byte by byte. As characters, a quote or a delimiter with a combining mark behind it would be
  /// something else, and whoever reads the file takes it for what it is.
  public static func delimitedField(_ value: String, delimiter: String = ",") -> String {
    let isQuoted =
      holds(value, delimiter) || value.unicodeScalars.contains { $0 == "\"" || lineBreaks.contains($0) }
    guard isQuoted else { return value }
    var field = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in value.unicodeScalars {
      field.append(scalar)
      if scalar == "\"" { field.append(scalar) }
    }
    field.append("\"")
    return String(field)
  }

  /// Whether the bytes of `part`, which is not empty, stand within `text`.
  private static func holds(_ text: String, _ part: String) -> Bool {
    guard let first = part.utf8.first else { return false }
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: part.utf8) { return true }
      rest = rest[rest.index(after: start)...]
    }
    return false
  }

  /// What a program may take for the end of a line.
  private static let lineBreaks: Set<Unicode.Scalar> = [
    "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}",
  ]
}
