/// Cuts texts into rows of a width.
enum Wrapping {
  /// The rows of one text: line breaks are kept, rows break at spaces where there are any, else anywhere.
  /// At least one row; `width` below 2 counts as 2, so that a wide glyph has a place.
  static func rows(_ text: String, width: Int) -> [[Glyph]] {
    let width = max(width, 2)
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      rows(Glyph.glyphs(of: line), width: width)
    }
  }

  private static func rows(_ glyphs: [Glyph], width: Int) -> [[Glyph]] {
    var rows: [[Glyph]] = []
    var row: [Glyph] = []
    var columns = 0
    /// How many glyphs of the row stand up to its last space.
    var breakAt: Int?
    for glyph in glyphs {
      if columns + glyph.width > width {
        if glyph == .blank {
          rows.append(row)
          (row, columns, breakAt) = ([], 0, nil)
          continue
        }
        let keep = breakAt ?? row.count
        let rest = Array(row[keep...])
        rows.append(Array(row[..<keep]))
        row = rest
        columns = rest.reduce(0) { $0 + $1.width }
        breakAt = nil
      }
      row.append(glyph)
      columns += glyph.width
      if glyph == .blank { breakAt = row.count }
    }
    rows.append(row)
    return rows
  }
}
