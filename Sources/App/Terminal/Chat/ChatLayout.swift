/// Where things stand on a screen of some size. From the input up: what has no room is left out.
struct ChatLayout: Equatable {
  /// Columns of the list on the left; 0 where there is no room for it.
  let listWidth: Int
  let hasTitle: Bool
  let hasStatus: Bool
  /// Rows of what is being written, 1…5.
  let inputHeight: Int
  let size: ScreenSize

  init(_ program: ChatProgram) {
    size = program.size
    hasTitle = size.rows >= 5
    hasStatus = size.rows >= 4
    listWidth = size.columns >= 60 && size.rows >= 8 ? min(size.columns / 4, 28) : 0
    let wanted = InputRows(program.editor, width: size.columns).rows.count
    inputHeight = min(wanted, max(min(5, size.rows / 3), 1))
  }

  var timelineTop: Int { hasTitle ? 1 : 0 }
  var timelineHeight: Int { max(size.rows - timelineTop - (hasStatus ? 1 : 0) - inputHeight, 0) }
  /// The list, a line and a blank stand before it.
  var timelineLeft: Int { listWidth > 0 ? listWidth + 2 : 0 }
  /// The last column stays free.
  var timelineWidth: Int { max(size.columns - timelineLeft - 1, 1) }
  var statusRow: Int { size.rows - inputHeight - 1 }
  var inputTop: Int { size.rows - inputHeight }
}

/// What is being written, cut into rows, with the cursor's place.
struct InputRows: Equatable {
  static let prompt = "> "

  private(set) var rows: [[Glyph]] = [[]]
  private(set) var cursor: (row: Int, column: Int) = (0, 0)
  let left: Int

  init(_ editor: LineEditor, width: Int) {
    left = width > 10 ? Self.prompt.count : 0
    let room = max(width - left - 1, 2)
    var columns = 0
    for (index, character) in editor.characters.enumerated() {
      if index == editor.cursor { cursor = (rows.count - 1, columns) }
      let isBreak = character == "\n"
      for glyph in isBreak ? [Glyph(text: "↵", width: 1)] : Glyph.glyphs(of: String(character)) {
        if columns + glyph.width > room {
          rows.append([])
          columns = 0
          if index == editor.cursor { cursor = (rows.count - 1, 0) }
        }
        rows[rows.count - 1].append(glyph)
        columns += glyph.width
      }
      if isBreak {
        rows.append([])
        columns = 0
      }
    }
    if editor.cursor >= editor.characters.count { cursor = (rows.count - 1, columns) }
  }

  static func == (one: InputRows, other: InputRows) -> Bool {
    one.rows == other.rows && one.cursor == other.cursor
  }
}
