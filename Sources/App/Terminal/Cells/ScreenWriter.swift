/// Turns pictures into the bytes that make a terminal show them, sending only rows that changed.
///
/// Only cell texts that passed `Glyph.glyphs` and sequences made here are written. After every glyph outside
/// ASCII the cursor is placed anew, so that a terminal with another idea of its width shifts nothing.
struct ScreenWriter: Sendable {
  private var shown: Canvas?
  private let colours: Bool

  init(colours: Bool) {
    self.colours = colours
  }

  /// What the terminal shows is not known any more: the next picture is drawn whole.
  mutating func forget() {
    shown = nil
  }

  /// The bytes that lead from what is shown to `canvas`.
  mutating func bytes(for canvas: Canvas) -> [UInt8] {
    if let shown, shown == canvas { return [] }
    var out = "\u{1B}[?25l"
    if shown?.size != canvas.size {
      shown = nil
      out += Style.plain.sequence(colours: colours) + "\u{1B}[H\u{1B}[2J"
    }
    for (number, row) in canvas.rows.enumerated() where shown?.rows[number] != row {
      if shown == nil, row.allSatisfy({ $0 == Canvas.blank }) { continue }
      write(row, number: number, to: &out)
    }
    if let cursor = canvas.cursor {
      out += position(min(cursor.row, canvas.size.rows - 1), min(cursor.column, canvas.size.columns - 1))
      out += "\u{1B}[?25h"
    }
    shown = canvas
    return Array(out.utf8)
  }

  private func write(_ row: [Canvas.Cell], number: Int, to out: inout String) {
    let end = (row.lastIndex { $0 != Canvas.blank } ?? -1) + 1
    let isMixed = row.contains { $0.glyph?.isRightToLeft == true }
    out += position(number, 0) + Style.plain.sequence(colours: colours) + "\u{1B}[2K"
    var pen = Style.plain
    var isPlaced = true
    for (column, cell) in row[..<end].enumerated() {
      guard let glyph = cell.glyph else { continue }
      if cell.style != pen, isMixed, column > 0 {
        // Where a terminal orders directions itself, a name of one direction must not pull in its neighbours.
        out += "\u{200E}"
        isPlaced = false
      }
      if !isPlaced { out += position(number, column) }
      if cell.style != pen {
        out += cell.style.sequence(colours: colours)
        pen = cell.style
      }
      out += glyph.text
      isPlaced = glyph.isPlain
    }
    if pen != .plain { out += Style.plain.sequence(colours: colours) }
    // Whatever a terminal drew beyond the last glyph goes.
    if !isPlaced, end < row.count { out += position(number, end) + "\u{1B}[K" }
  }

  private func position(_ row: Int, _ column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}

extension Glyph {
  /// Whether its base belongs to a script written from right to left.
  fileprivate var isRightToLeft: Bool {
    switch text.unicodeScalars.first?.value ?? 0 {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
