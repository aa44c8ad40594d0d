import AppState
import ConversationModel
import Text
import Timebase
import TransportPorts

/// The terminal client without its terminal: what was typed and what the node says in, wishes out.
///
/// A value without clock, files or tasks. Draining the effects is the caller's duty; after each event it
/// draws `ChatScreen.canvas`.
struct ChatProgram: Sendable {
  /// What happens to it.
  enum Event: Sendable {
    case keys([Key])
    case resized(ScreenSize)
    case view(TalkView)
    /// The node does not answer any more, in words.
    case lost(String)
    /// A wish was carried out with something to show, or refused.
    case answered(ChatWish, ChatAnswer)
  }

  /// What it wants done.
  enum Effect: Sendable, Equatable {
    /// Follow a conversation from now on instead of the one before.
    case follow(ConversationKey, messagesMin: Int, reads: Bool)
    case ask(ChatWish)
    /// Draw everything anew: the screen may show something else.
    case redraw
    /// Go to the background until somebody calls.
    case suspend
    case quit
  }

  /// Lines of our own in all conversations together; the oldest goes first.
  static let ownLinesMax = 100
  /// Unfinished texts that are kept while other conversations are looked at.
  static let draftsMax = 64

  /// Turns moments into the calendar of the reader.
  let civil: @Sendable (Timestamp) -> CivilTime
  private(set) var size: ScreenSize
  private(set) var key = ConversationKey.mesh
  private(set) var view: TalkView?
  /// Why there is no connection, in words.
  private(set) var lostBecause: String?
  var editor = LineEditor()
  var scroll = TimelineScroll()
  /// Our code, while it is shown over everything.
  var shownCode: CodeScreen?
  /// Whether Control+C was pressed once.
  private(set) var isLeaving = false
  private var hasFocus = true
  private var drafts: [ConversationKey: String] = [:]
  private var ownLines: [ChatMessage] = []
  private var ownLineCount = 0
  private var messagesMin = OpenTimeline.windowInitial
  /// How many messages were there when older ones were asked for.
  private var askedOlderAt: Int?

  init(size: ScreenSize, civil: @escaping @Sendable (Timestamp) -> CivilTime = CivilTime.local) {
    self.size = size
    self.civil = civil
  }

  /// What is wanted before anything has happened.
  var start: [Effect] { [following] }

  /// Takes one event. `now` dates lines of our own.
  mutating func handle(_ event: Event, now: Timestamp) -> [Effect] {
    switch event {
    case .keys(let keys): return keys.flatMap { handle($0, now: now) }
    case .resized(let size):
      self.size = size
      return [.redraw]
    case .view(let view):
      guard view.key == key else { return [] }
      lostBecause = nil
      take(view)
      return []
    case .lost(let words):
      lostBecause = words
      return []
    case .answered(let wish, .refused(let words)):
      refused(wish, words, now)
      return []
    case .answered(.submit(_, let place), .opens(let other)):
      // Who went elsewhere meanwhile stays there.
      return place == key ? open(other) : []
    case .answered(_, .code(let code)):
      shownCode = CodeScreen(code)
      return []
    case .answered(_, .says(let words)):
      say(words, now: now)
      return []
    case .answered(_, .done), .answered(_, .opens): return []
    }
  }

  // MARK: What the screen shows

  /// The messages to show: the node's, and our own lines between them.
  var timeline: Timeline? {
    guard var timeline = view?.timeline?.timeline, view?.key == key else { return nil }
    for line in ownLines where line.conversation == key { timeline.insert(line) }
    return timeline
  }

  /// Where one can go: conversations, then people in sight without one.
  var places: [ChatPlace] { ChatPlace.all(view, current: key) }

  /// The place that is looked at.
  var place: ChatPlace { places.first { $0.key == key } ?? ChatPlace(key: key) }

  /// Unread messages of conversations that are not looked at.
  var unreadElsewhere: Int { places.reduce(0) { $0 + ($1.key == key ? 0 : $1.unreadCount) } }

  // MARK: Parts

  private var following: Effect { .follow(key, messagesMin: messagesMin, reads: hasFocus) }

  private mutating func take(_ fresh: TalkView) {
    view = fresh
    if let asked = askedOlderAt, (fresh.timeline?.timeline.messages.count ?? 0) > asked { askedOlderAt = nil }
  }

  /// Looks at another conversation.
  mutating func open(_ other: ConversationKey) -> [Effect] {
    guard other != key else { return [] }
    if drafts.count < Self.draftsMax || drafts[key] != nil {
      drafts[key] = editor.isEmpty ? nil : editor.text
    }
    key = other
    editor.set(drafts[other] ?? "")
    scroll = TimelineScroll()
    messagesMin = OpenTimeline.windowInitial
    askedOlderAt = nil
    return [following]
  }

  /// Looks at the next or previous place, or the next with something unread.
  mutating func step(_ distance: Int) -> [Effect] {
    let places = places
    guard let here = places.firstIndex(where: { $0.key == key }), !places.isEmpty else { return open(.mesh) }
    return open(places[(here + distance + places.count) % places.count].key)
  }

  mutating func openUnread() -> [Effect] {
    guard let place = places.first(where: { $0.unreadCount > 0 && $0.key != key }) else { return [] }
    return open(place.key)
  }

  mutating func setFocus(_ focus: Bool) -> [Effect] {
    guard focus != hasFocus else { return [] }
    hasFocus = focus
    return [following]
  }

  /// Control+C twice, with nothing else between, leaves.
  mutating func interrupt() -> [Effect] {
    if !editor.isEmpty {
      editor.set("")
      return []
    }
    if isLeaving { return [.quit] }
    isLeaving = true
    return []
  }

  mutating func stay() { isLeaving = false }

  /// Moves through the timeline by rows, up when positive; asks for older messages at the top.
  mutating func scroll(by rows: Int, now: Timestamp) -> [Effect] {
    let layout = ChatLayout(self)
    let source = TimelineRows(self, width: layout.timelineWidth, now: now)
    scroll.move(by: rows, height: layout.timelineHeight, rows: source)
    guard rows > 0, let open = view?.timeline, open.hasOlder, !open.isFull, askedOlderAt == nil,
      scroll.isAtTop(height: layout.timelineHeight, rows: source)
    else { return [] }
    askedOlderAt = open.timeline.messages.count
    messagesMin = min(open.timeline.messages.count + OpenTimeline.windowStep, Timeline.messagesMax)
    return [following]
  }

  /// Says something in the place that is looked at; only this person sees it.
  mutating func say(_ text: String, in place: ConversationKey? = nil, now: Timestamp) {
    ownLineCount += 1
    ownLines.append(
      ChatMessage(
        id: MessageID("own-line-\(ownLineCount)"), conversation: place ?? key, kind: .system,
        author: MessageAuthor(name: "", address: nil, isOwn: true), text: text, sentAt: now))
    if ownLines.count > Self.ownLinesMax { ownLines.removeFirst() }
  }

  private mutating func refused(_ wish: ChatWish, _ words: String, _ now: Timestamp) {
    switch wish {
    case .submit(let text, let to):
      say(words, in: to, now: now)
      // Nothing typed is lost: it comes back where it was written.
      if to == key, editor.isEmpty { editor.set(text) } else if to != key { drafts[to] = drafts[to] ?? text }
    case .again(_, let place): say(words, in: place, now: now)
    case .nickname, .ownCode, .readCode: say(words, now: now)
    }
  }
}
