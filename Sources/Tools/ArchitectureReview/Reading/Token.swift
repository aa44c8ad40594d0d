/// One piece of Swift source.
public struct Token: Sendable {
  /// What a token is, as far as a lexer can say.
  public enum Kind: UInt8, Sendable {
    /// A word: identifier or keyword; `#word` for macros.
    case word
    /// An identifier in back-ticks, never a keyword.
    case escapedWord
    /// `@Name`, without its arguments; the text is the name.
    case attribute
    /// A number.
    case number
    /// A whole string literal; what its interpolations hold follows as tokens of their own.
    case string
    /// `\(` within a string.
    case interpolationOpen
    /// The `)` that ends an interpolation.
    case interpolationClose
    /// A regex literal.
    case regex
    /// Brackets, punctuation and operators.
    case mark
    /// `#if`, `#elseif`, `#else` or `#endif` with its condition; the text is the word.
    case directive
    /// The end of the file; always the last token.
    case end
  }

  /// What it is.
  public var kind: Kind
  /// Line of its first byte, from 1.
  public var line: Int32
  /// Offset of its first byte.
  public var start: Int32
  /// Offset behind its last byte.
  public var end: Int32
  /// Index of its text among the file's symbols; of a string, the index of its first body segment.
  public var symbol: Int32
  /// Of a bracket, the index of the one that matches, or of the end. Of a string, its last token. Else -1.
  public var partner: Int32
}

/// A comment's place; its text is a slice of the file.
struct Comment: Sendable {
  var line: Int
  var lastLine: Int
  var range: Range<Int>
  /// Whether nothing but blanks stands before it on its line.
  var standsAlone: Bool
}

/// A stretch of a string's body between interpolations.
struct StringSegment: Sendable {
  /// Index of the string token it belongs to.
  var token: Int32
  var start: Int32
  var end: Int32
  /// Index of the string's next segment, or -1; those of strings within its interpolations stand between.
  var next: Int32 = -1
}
