import Text

/// The words of a text as a search index knows them.
public enum MessageWords {
  /// Longest word, in scalars; what is longer is cut.
  public static let scalarsMax = 64
  /// Most words of one text; what comes after is not found.
  public static let wordsMax = 4_000

  /// Runs of letters and digits, in one case and without accents, in the order of the text (hub 6.5).
  public static func of(_ text: String) -> [String] {
    Text.searchKey(text).unicodeScalars
      .split(maxSplits: .max, omittingEmptySubsequences: true) { !isWordScalar($0) }
      .prefix(wordsMax)
      .map { word in
        var view = String.UnicodeScalarView()
        view.append(contentsOf: word.prefix(scalarsMax))
        return String(view)
      }
  }

  private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark: true
    default: scalar.properties.isAlphabetic
    }
  }
}
