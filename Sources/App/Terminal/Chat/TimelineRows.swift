import AppState
import ConversationModel
import Text
import Timebase
import TransportPorts

/// Draws messages as rows of a width: days, heads with name and time, texts, how far they have come.
///
/// Rows are made on demand, from any message on, so that a long history costs what is seen of it.
struct TimelineRows {
  /// A part of a row in one look.
  struct Span: Equatable {
    var glyphs: [Glyph]
    var style: Style

    init(_ text: String, _ style: Style = .plain) {
      glyphs = Glyph.glyphs(of: text)
      self.style = style
    }

    init(_ glyphs: [Glyph], _ style: Style = .plain) {
      self.glyphs = glyphs
      self.style = style
    }

    var columns: Int { glyphs.reduce(0) { $0 + $1.width } }
  }

  /// Messages of one sender within this time share a head.
  static let runMilliseconds: Int64 = 300_000

  let messages: [ChatMessage]
  private let open: OpenTimeline?
  private let people: [PeerAddress: String]
  private let ownName: String
  private let width: Int
  private let times: TimeWords

  init(_ program: ChatProgram, width: Int, now: Timestamp) {
    messages = program.timeline?.messages ?? []
    open = program.view?.timeline
    let named = (program.view?.people ?? []).map { ($0.address, Text.displayName($0.name.text)) }
    people = Dictionary(named) { first, _ in first }
    ownName = Text.displayName(program.view?.own.nickname ?? "")
    self.width = max(width, 4)
    times = TimeWords(now: now, civil: program.civil)
  }

  /// How many rows a message has; at least one.
  func count(at index: Int) -> Int { max(rows(at: index).count, 1) }

  /// The rows of one message, with what stands above it.
  func rows(at index: Int) -> [[Span]] {
    guard messages.indices.contains(index) else { return [] }
    let message = messages[index]
    let previous = index > 0 ? messages[index - 1] : nil
    var rows: [[Span]] = []
    if previous == nil, let note = earlier { rows.append([Span(note, .dim)]) }
    let startsDay = previous.map { !isSameDay($0, message) } ?? true
    if startsDay { rows.append(divider(times.day(message.sentAt), .dim)) }
    let isNew = open?.unreadLine == message.id
    if isNew { rows.append(divider("\(max(open?.unreadCount ?? 1, 1)) new", .bold)) }
    switch message.kind {
    case .system: rows += system(message)
    case .person:
      if startsDay || isNew || !(previous.map { isRun($0, message) } ?? false) {
        rows.append(head(message))
      }
      rows += body(message)
    }
    return rows
  }

  private var earlier: String? {
    guard let open, open.hasOlder else { return nil }
    return open.isFull ? "Earlier messages are kept; see: tern history" : "Reading earlier messages…"
  }

  private var indent: Int { width < 24 ? 1 : 2 }

  private func head(_ message: ChatMessage) -> [Span] {
    let time = times.clock(message.sentAt)
    let name = Span(
      Self.cut(self.name(of: message.author), columns: width - time.count - 2), style(message.author))
    return [name, Span("  " + time, .dim)]
  }

  private func body(_ message: ChatMessage) -> [[Span]] {
    let left = Span(String(repeating: " ", count: indent))
    let lines = Wrapping.rows(Text.displayText(message.text), width: width - indent)
    var rows = lines.map { [left, Span($0)] }
    guard let state = message.delivery else { return rows }
    let isNear = message.conversation.peer.map { people[$0] != nil } ?? false
    let words = DeliverySign.words(state, isNear: isNear)
    let style: Style = if case .failed = state { .bad } else { .dim }
    let used = rows.last.map { $0.reduce(0) { $0 + $1.columns } } ?? 0
    if let last = rows.indices.last, used + 2 + Glyph.columns(of: words) <= width {
      rows[last] += [Span("  "), Span(words, style)]
    } else {
      rows += Wrapping.rows(words, width: width - indent).map { [left, Span($0, style)] }
    }
    return rows
  }

  private func system(_ message: ChatMessage) -> [[Span]] {
    let other = message.conversation.peer.flatMap { people[$0] } ?? "them"
    let text = Text.displayText(ActionLine.shown(message, other: other))
    var rows = Wrapping.rows(text, width: width - 2).enumerated().map { number, line in
      [Span(number == 0 ? "· " : "  ", .dim), Span(line, Style(isItalic: true))]
    }
    // Whose words these are stands above them, as above everything that others wrote.
    if message.isActionOfOther { rows.insert(head(message), at: 0) }
    return rows
  }

  private func divider(_ words: String, _ style: Style) -> [Span] {
    let text = width > words.count + 6 ? "── \(words) " : words
    let rest = max(width - Glyph.columns(of: text), 0)
    return [Span(text + String(repeating: "─", count: rest), style)]
  }

  /// A name as it is called now where the person is in sight, else as it was then.
  private func name(of author: MessageAuthor) -> String {
    if author.isOwn { return (ownName.isEmpty ? "" : ownName + " ") + "(you)" }
    if let address = author.address, let name = people[address], !name.isEmpty { return name }
    let name = Text.displayName(author.name)
    return name.isEmpty ? "anon" + (author.address?.text.prefix(4) ?? "") : name
  }

  private func style(_ author: MessageAuthor) -> Style {
    guard !author.isOwn else { return .bold }
    return .person(Self.number(of: author.address?.text ?? author.name))
  }

  private func isRun(_ first: ChatMessage, _ second: ChatMessage) -> Bool {
    first.kind == .person && second.kind == .person && first.author == second.author
      && abs(second.sentAt.millisecondsSince(first.sentAt)) < Self.runMilliseconds
  }

  private func isSameDay(_ first: ChatMessage, _ second: ChatMessage) -> Bool {
    times.civil(first.sentAt).dayNumber == times.civil(second.sentAt).dayNumber
  }

  /// A number that stays the same for a person (FNV-1a).
  static func number(of text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
  }

  /// The text, ended by `…` where it does not fit.
  static func cut(_ text: String, columns: Int) -> [Glyph] {
    let glyphs = Glyph.glyphs(of: text)
    guard glyphs.reduce(0, { $0 + $1.width }) > columns else { return glyphs }
    var kept: [Glyph] = []
    var used = 1
    for glyph in glyphs {
      guard used + glyph.width <= columns else { break }
      kept.append(glyph)
      used += glyph.width
    }
    return columns > 0 ? kept + [Glyph(text: "…", width: 1)] : []
  }
}

/// How far a message has come: a sign and its word, never a colour alone (chat-app 14).
enum DeliverySign {
  static func words(_ state: DeliveryState, isNear: Bool) -> String {
    switch state {
    case .notSentYet: "◌ Not sent yet"
    case .sending: isNear ? "○ Sending" : "○ Waiting"
    case .sent: "✓ Sent"
    case .carried: "→ Carried"
    case .delivered: "✓✓ Delivered"
    case .read: "● Read"
    case .partiallyDelivered(let reached, let total): "✓ \(reached)/\(total)"
    case .failed(let reason): "✗ Not sent: \(Text.displayText(reason)) Again: /again"
    }
  }
}
