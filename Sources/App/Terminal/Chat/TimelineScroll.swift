import ConversationModel
import TransportPorts

/// Which part of a timeline is seen. At the end it follows what arrives; elsewhere nothing moves by itself.
struct TimelineScroll: Sendable, Equatable {
  /// The lowest message of which something is seen; `nil` at the end.
  private var anchor: MessageID?
  /// How many of its rows are below the screen.
  private var hidden = 0

  /// Whether the newest message is seen.
  var isAtEnd: Bool { anchor == nil }

  /// The lowest message that is seen, and how many of its rows are not; `nil` for an empty timeline.
  func position(in rows: TimelineRows) -> (index: Int, hidden: Int)? {
    guard let last = rows.messages.indices.last else { return nil }
    guard let anchor, let index = rows.messages.lastIndex(where: { $0.id == anchor }) else {
      return (last, 0)
    }
    return (index, min(hidden, rows.count(at: index) - 1))
  }

  /// How many messages are below the screen, wholly.
  func below(in rows: TimelineRows) -> Int {
    guard let position = position(in: rows) else { return 0 }
    return rows.messages.count - 1 - position.index
  }

  /// Moves by rows, up when positive, and never beyond the first or last.
  mutating func move(by distance: Int, height: Int, rows: TimelineRows) {
    guard var (index, hidden) = position(in: rows) else { return }
    hidden += distance
    while hidden >= rows.count(at: index), index > 0 {
      hidden -= rows.count(at: index)
      index -= 1
    }
    // The first message stays at the top.
    let missing = height - seen(from: index, hidden: hidden, height: height, rows: rows)
    if distance > 0, missing > 0 { hidden -= missing }
    while hidden < 0 {
      guard index + 1 < rows.messages.count else { return self = TimelineScroll() }
      index += 1
      hidden += rows.count(at: index)
    }
    let isLast = index + 1 == rows.messages.count && hidden == 0
    self = TimelineScroll()
    if !isLast { (anchor, self.hidden) = (rows.messages[index].id, hidden) }
  }

  /// Whether the first message is seen.
  func isAtTop(height: Int, rows: TimelineRows) -> Bool {
    guard let (index, hidden) = position(in: rows) else { return true }
    return seen(from: index, hidden: hidden, height: height + 1, rows: rows) <= height
  }

  /// How many rows there are from this place up, counted up to `height`.
  private func seen(from index: Int, hidden: Int, height: Int, rows: TimelineRows) -> Int {
    var seen = rows.count(at: index) - hidden
    var place = index
    while seen < height, place > 0 {
      place -= 1
      seen += rows.count(at: place)
    }
    return seen
  }
}
