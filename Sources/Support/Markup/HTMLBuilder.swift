/// Joins pieces of HTML in the order they are written; a `String` among them is text and is escaped.
@resultBuilder
public enum HTMLBuilder {
  /// A finished piece.
  public static func buildExpression(_ piece: HTML) -> HTML {
    piece
  }

  /// A finished piece, or nothing.
  public static func buildExpression(_ piece: HTML?) -> HTML {
    piece ?? HTML()
  }

  /// Text: escaped.
  public static func buildExpression(_ text: String) -> HTML {
    HTML(text: text)
  }

  /// Several pieces in a row.
  public static func buildBlock(_ pieces: HTML...) -> HTML {
    join(pieces)
  }

  /// An `if` without `else`.
  public static func buildOptional(_ piece: HTML?) -> HTML {
    piece ?? HTML()
  }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first piece: HTML) -> HTML {
    piece
  }

  /// Any other branch.
  public static func buildEither(second piece: HTML) -> HTML {
    piece
  }

  /// A `for` loop.
  public static func buildArray(_ pieces: [HTML]) -> HTML {
    join(pieces)
  }

  private static func join(_ pieces: [HTML]) -> HTML {
    guard pieces.count != 1 else { return pieces[0] }
    var whole = HTML()
    for piece in pieces {
      whole.append(piece)
    }
    return whole
  }
}
