/// A text as one line of a terminal: safe to print whatever it holds, and how many columns it takes.
///
/// Control characters, direction marks and other invisible characters are gone, tabs and line breaks are
/// spaces.
public struct LineText: Sendable, Hashable {
  /// What can be printed.
  public let text: String
  /// Columns it takes.
  public let columns: Int

  /// Prepares a text; one that takes more than `columnsMax` (at least 1) is cut and ends with "…".
  public init(_ raw: String, columnsMax: Int = .max) {
    if raw.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), raw.utf8.count <= columnsMax {
      (text, columns) = (raw, raw.utf8.count)
      return
    }
    let glyphs = Glyph.glyphs(of: raw)
    let whole = glyphs.reduce(0) { $0 + $1.width }
    guard whole > columnsMax else {
      (text, columns) = (glyphs.reduce(into: "") { $0 += $1.text }, whole)
      return
    }
    var (kept, width) = ("", 0)
    for glyph in glyphs {
      guard width + glyph.width < columnsMax else { break }
      kept += glyph.text
      width += glyph.width
    }
    (text, columns) = (kept + "…", width + 1)
  }
}
