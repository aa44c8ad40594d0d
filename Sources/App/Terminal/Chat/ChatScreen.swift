import AppState
import ConversationModel
import Text
import Timebase
import TransportPorts

/// Draws the whole screen from what the program knows.
enum ChatScreen {
  static func canvas(_ program: ChatProgram, now: Timestamp) -> Canvas {
    if let shown = program.shownCode { return shown.canvas(program.size) }
    var canvas = Canvas(program.size)
    let layout = ChatLayout(program)
    let rows = TimelineRows(program, width: layout.timelineWidth, now: now)
    if layout.hasTitle { title(program, &canvas) }
    if layout.listWidth > 0 { list(program, layout, &canvas) }
    timeline(program, rows, layout, &canvas)
    if layout.hasStatus { status(program, rows, layout, &canvas) }
    input(program, layout, &canvas)
    return canvas
  }

  // MARK: Title

  private static func title(_ program: ChatProgram, _ canvas: inout Canvas) {
    let columns = canvas.size.columns
    canvas.fill(row: 0, .bar)
    let own = Text.displayName(program.view?.own.nickname ?? "")
    let mark = program.view?.own.isSimulated == true ? "SIMULATED · " : ""
    let right = own.isEmpty ? "" : " \(mark)\(own) · \(reach(program)) "
    let rightColumns = Glyph.columns(of: right)
    let showsRight = rightColumns < columns / 2
    if showsRight { canvas.put(right, row: 0, column: columns - rightColumns, .bar) }
    let room = columns - (showsRight ? rightColumns : 0) - 1
    let place = program.place
    let what = place.key.isPrivate ? place.reach : "everybody in reach reads this"
    let name = TimelineRows.cut(place.name, columns: room)
    let bold = Style(isBold: true, isReversed: true)
    let end = canvas.put(name, row: 0, column: 1, width: room, bold)
    let rest = "  " + what
    if end + Glyph.columns(of: rest) <= room { canvas.put(rest, row: 0, column: end, .bar) }
  }

  private static func reach(_ program: ChatProgram) -> String {
    guard program.lostBecause == nil, let own = program.view?.own else { return "not connected" }
    switch own.status.condition {
    case .starting: return "starting"
    case .failed: return "offline"
    case .listening, .limited:
      let count = program.view?.people.count { $0.peer.isReachable || $0.peer.isConnected } ?? 0
      return count == 0 ? "nobody near" : "\(count) near"
    }
  }

  // MARK: List

  private static func list(_ program: ChatProgram, _ layout: ChatLayout, _ canvas: inout Canvas) {
    let (width, top, height) = (layout.listWidth, layout.timelineTop, layout.timelineHeight)
    for row in top..<(top + height) { canvas.put("│", row: row, column: width, .dim) }
    var lines: [ChatPlace?] = []
    for place in program.places {
      if !place.isConversation, place.key.isPrivate, place.key != program.key, !lines.contains(nil) {
        lines.append(nil)
      }
      lines.append(place)
    }
    let current = lines.firstIndex { $0?.key == program.key } ?? 0
    let first = max(min(current - height / 2, lines.count - height), 0)
    for (number, line) in lines.dropFirst(first).prefix(height).enumerated() {
      guard let line else {
        canvas.put("In sight", row: top + number, column: 1, width: width - 1, .dim)
        continue
      }
      draw(line, isCurrent: line.key == program.key, row: top + number, width: width, &canvas)
    }
  }

  private static func draw(
    _ place: ChatPlace, isCurrent: Bool, row: Int, width: Int, _ canvas: inout Canvas
  ) {
    var style = place.unreadCount > 0 ? Style.bold : .plain
    style.isReversed = isCurrent
    if isCurrent { canvas.fill(row: row, to: width, style) }
    canvas.put(place.mark, row: row, column: 1, width: 1, style)
    let count = place.unreadCount == 0 ? "" : place.unreadCount > 99 ? "99+" : "\(place.unreadCount)"
    let room = width - 4 - (count.isEmpty ? 0 : count.count + 1)
    canvas.put(TimelineRows.cut(place.name, columns: room), row: row, column: 3, width: room, style)
    canvas.put(count, row: row, column: width - 1 - count.count, style)
  }

  // MARK: Timeline

  private static func timeline(
    _ program: ChatProgram, _ rows: TimelineRows, _ layout: ChatLayout, _ canvas: inout Canvas
  ) {
    let height = layout.timelineHeight
    guard height > 0 else { return }
    guard let position = program.scroll.position(in: rows) else {
      for (number, line) in Wrapping.rows(empty(program), width: layout.timelineWidth).enumerated() {
        guard number < height else { return }
        let row = layout.timelineTop + number
        canvas.put(line, row: row, column: layout.timelineLeft, width: layout.timelineWidth, .dim)
      }
      return
    }
    // From the bottom up, as much as is seen; few messages stand at the top.
    var index = position.index
    var lines: [[TimelineRows.Span]] = rows.rows(at: index).dropLast(position.hidden)
    while lines.count < height, index > 0 {
      index -= 1
      lines = rows.rows(at: index) + lines
    }
    var row = layout.timelineTop
    for spans in lines.suffix(height) {
      var column = layout.timelineLeft
      let end = layout.timelineLeft + layout.timelineWidth
      for span in spans {
        column = canvas.put(span.glyphs, row: row, column: column, width: end - column, span.style)
      }
      row += 1
    }
  }

  private static func empty(_ program: ChatProgram) -> String {
    guard let open = program.view?.timeline, program.view?.key == program.key else { return "Reading…" }
    if open.isFailed { return "The messages cannot be read now; nothing is lost." }
    if program.key.isPrivate {
      return "Nothing was said here yet. What you write is encrypted for \(program.place.name) alone."
    }
    return "Nothing was said yet. Whoever is in reach sees what you write here.\n\nHelp: /help"
  }

  // MARK: Status and input

  private static func status(
    _ program: ChatProgram, _ rows: TimelineRows, _ layout: ChatLayout, _ canvas: inout Canvas
  ) {
    let row = layout.statusRow
    canvas.put(String(repeating: "─", count: canvas.size.columns), row: row, column: 0, .dim)
    let (words, style) = statusWords(program, rows)
    let room = canvas.size.columns - 4
    guard room > 4 else { return }
    canvas.put(" ", row: row, column: 1)
    let end = canvas.put(TimelineRows.cut(words, columns: room - 1), row: row, column: 2, style)
    canvas.put(" ", row: row, column: end)
  }

  private static func statusWords(_ program: ChatProgram, _ rows: TimelineRows) -> (String, Style) {
    if program.isLeaving { return ("Press Ctrl+C again to leave, any other key to stay.", .bold) }
    if let words = program.lostBecause { return ("\(Text.displayName(words)) Trying again…", .bad) }
    if case .failed(let words)? = program.view?.own.status.condition {
      return (Text.displayName(words), .bad)
    }
    if let problem = program.view?.own.problems.first { return (Text.displayText(problem), .bad) }
    if !program.scroll.isAtEnd {
      let below = program.scroll.below(in: rows)
      return (below > 0 ? "↓ \(below) below · Esc: the latest" : "↓ Esc: the latest", .bold)
    }
    let unread = program.unreadElsewhere
    if unread > 0 { return ("\(unread) unread elsewhere · Ctrl+O", .bold) }
    if case .limited(let words)? = program.view?.own.status.condition {
      return (Text.displayName(words), .plain)
    }
    return ("/help", .dim)
  }

  private static func input(_ program: ChatProgram, _ layout: ChatLayout, _ canvas: inout Canvas) {
    let input = InputRows(program.editor, width: canvas.size.columns)
    let start = max(input.cursor.row - layout.inputHeight + 1, 0)
    if input.left > 0 { canvas.put(InputRows.prompt, row: layout.inputTop, column: 0, .bold) }
    for (number, row) in input.rows.dropFirst(start).prefix(layout.inputHeight).enumerated() {
      canvas.put(row, row: layout.inputTop + number, column: input.left)
    }
    canvas.cursor = (layout.inputTop + input.cursor.row - start, input.left + input.cursor.column)
  }
}
