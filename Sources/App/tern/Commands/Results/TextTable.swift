import Terminal

/// Rows in columns, for a terminal. Long lists are printed in blocks; a column never gets narrower, so that
/// blocks stand below one another.
struct TextTable {
  /// One column.
  struct Column {
    var title: String
    /// Whether its cells end in line, as amounts do.
    var isRight = false
    /// Cells wider than this are cut.
    var columnsMax = 40
  }

  private let columns: [Column]
  private var widths: [Int]
  private var isBegun = false

  init(_ columns: [Column]) {
    self.columns = columns
    widths = columns.map { LineText($0.title).columns }
  }

  /// The lines of some more rows; the first block begins with the titles.
  mutating func lines(_ rows: [[String]]) -> [String] {
    let cells = rows.map { row in
      zip(columns, row).map { LineText($1, columnsMax: $0.columnsMax) }
    }
    for row in cells {
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.columns) }
    }
    let titles = isBegun ? [] : [line(columns.map { LineText($0.title) })]
    isBegun = true
    return titles + cells.map(line)
  }

  /// All rows at once.
  static func lines(_ columns: [Column], _ rows: [[String]]) -> [String] {
    var table = TextTable(columns)
    return table.lines(rows)
  }

  private func line(_ cells: [LineText]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let gap = String(repeating: " ", count: widths[index] - cell.columns)
      line += (index > 0 ? "  " : "") + (columns[index].isRight ? gap + cell.text : cell.text + gap)
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
