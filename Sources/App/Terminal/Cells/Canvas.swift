/// How large a terminal is. Whatever it claims, at least 1×1 and at most 1,000 columns and 500 rows.
public struct ScreenSize: Sendable, Hashable {
  /// 1…1,000.
  public let columns: Int
  /// 1…500.
  public let rows: Int

  /// Takes what a terminal claims, within the limits.
  public init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), 1_000)
    self.rows = min(max(rows, 1), 500)
  }
}

/// A picture of the whole screen, as cells. What does not fit is cut; nothing traps.
struct Canvas: Sendable, Equatable {
  /// One cell: a glyph that begins here, or the second half of a wide one.
  struct Cell: Sendable, Hashable {
    /// `nil` in the second half of a wide glyph.
    var glyph: Glyph?
    var style: Style
  }

  let size: ScreenSize
  private(set) var rows: [[Cell]]
  /// Where the cursor stands; `nil` hides it.
  var cursor: (row: Int, column: Int)?

  static let blank = Cell(glyph: .blank, style: .plain)

  init(_ size: ScreenSize) {
    self.size = size
    rows = Array(repeating: Array(repeating: Self.blank, count: size.columns), count: size.rows)
  }

  /// Puts a text into a row from a column on, in at most `width` columns; answers the column after it.
  @discardableResult
  mutating func put(
    _ text: some StringProtocol, row: Int, column: Int, width: Int = .max, _ style: Style = .plain
  ) -> Int {
    put(Glyph.glyphs(of: text), row: row, column: column, width: width, style)
  }

  /// Puts glyphs; a wide one that would be cut in half is left out.
  @discardableResult
  mutating func put(
    _ glyphs: [Glyph], row: Int, column: Int, width: Int = .max, _ style: Style = .plain
  ) -> Int {
    guard rows.indices.contains(row), column >= 0, column < size.columns else { return max(column, 0) }
    let end = column + min(max(width, 0), size.columns - column)
    var place = column
    for glyph in glyphs {
      guard place + glyph.width <= end else { break }
      rows[row][place] = Cell(glyph: glyph, style: style)
      if glyph.width == 2 { rows[row][place + 1] = Cell(glyph: nil, style: style) }
      place += glyph.width
    }
    return place
  }

  /// Fills a part of a row with blanks of a look.
  mutating func fill(row: Int, from column: Int = 0, to end: Int? = nil, _ style: Style) {
    guard rows.indices.contains(row) else { return }
    for place in max(column, 0)..<max(min(end ?? size.columns, size.columns), max(column, 0)) {
      rows[row][place] = Cell(glyph: .blank, style: style)
    }
  }

  /// A row's text without blanks at its end, for tests and for screens in documents.
  func text(row: Int) -> String {
    guard rows.indices.contains(row) else { return "" }
    let line = rows[row].map { $0.glyph?.text ?? "" }.joined()
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  static func == (one: Canvas, other: Canvas) -> Bool {
    one.rows == other.rows && one.cursor?.row == other.cursor?.row
      && one.cursor?.column == other.cursor?.column
  }
}
