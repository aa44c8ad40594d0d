import AppState
import ConversationModel
import Markup
import Networking
import Observation
import Timebase

/// One open page: tells it what changed, and hears whether somebody looks at it.
///
/// The page's first frame carries the session's token and what the page holds; from then on it gets the
/// difference to what it should show. A page that comes back after a break is treated the same, so that it
/// misses nothing and nothing is sent twice.
struct LiveSocket: Sendable {
  let socket: WebSocketConnection
  let app: AppState
  let state: LiveState
  let context: PageContext
  let sessionEnd: Instant
  let now: @Sendable () -> Now

  /// How long the first frame may take.
  static let helloDeadline: Duration = .seconds(10)
  /// Changes are gathered for so long before they are sent.
  static let pace: Duration = .milliseconds(40)
  /// Messages are joined up to so many bytes.
  static let frameBytesMax = 131_072
  /// While more than this waits to be sent, nothing more is added and nothing new is drawn. Far enough below
  /// the socket's own limit that the longest frame still fits: a page that is far behind is never cut for it.
  static let waitingBytesMax = 262_144

  /// Lives until the page goes.
  func run() async {
    let deadline = Task {
      try await Task.sleep(for: Self.helloDeadline)
      socket.close(code: 1008, reason: "No first frame")
    }
    var messages = socket.incoming.makeAsyncIterator()
    let hello = await messages.next()
    deadline.cancel()
    guard case .text(let text) = hello, let holdings = holdings(text) else {
      socket.close(code: 1008, reason: "Not a page of Tern")
      return
    }
    let sessionIsOver = Task {
      try await Task.sleep(for: sessionEnd.since(now().monotonic))
      socket.close(code: 1008, reason: "Session over")
    }
    let pushing = Task { await push(from: holdings) }
    await listen(&messages)
    sessionIsOver.cancel()
    pushing.cancel()
    await pushing.value
  }

  private func holdings(_ text: String) -> PageHoldings? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let token = lines.first, isSame(String(token), context.requestToken) else { return nil }
    return PageHoldings(lines: lines.dropFirst())
  }

  /// `looking` and `away`; anything else is not ours and ends the page's socket.
  private func listen(_ messages: inout AsyncStream<WebSocketMessage>.Iterator) async {
    let key = context.page.conversation
    var looks = false
    while let message = await messages.next() {
      guard let key, message == .text(looks ? "away" : "looking") else {
        socket.close(code: 1008, reason: "Unknown message")
        break
      }
      looks.toggle()
      if looks { await app.talk.lookedAt(key) } else { await app.talk.lookedAway(key) }
    }
    if looks, let key { await app.talk.lookedAway(key) }
  }

  @MainActor private func push(from holdings: PageHoldings) async {
    let key = context.page.conversation
    if let key { await app.talk.open(key) }
    await pushScreens(from: holdings, key)
    if let key { await app.talk.leave(key) }
  }

  @MainActor private func pushScreens(from holdings: PageHoldings, _ key: ConversationKey?) async {
    let showsLinks = if case .links = context.page { true } else { false }
    if showsLinks { app.topology.open() }
    defer { if showsLinks { app.topology.close() } }
    let visit = state.visits.take(context.visit, context.page, app.money)
    defer { visit?.end() }
    var held = holdings
    let screens = Observations { state.screen(app, context.page, visit?.model) }
    for await seen in screens {
      // A timeline that is still being read is not an empty one.
      guard key == nil || seen.timeline != nil else { continue }
      var screen = seen
      if let visit, !visit.isSettled {
        await visit.settle(within: Visits.patience)
        screen = state.screen(app, context.page, visit.model)
      }
      await visit?.remember()
      var current = context
      current.times = TimeWords(now: now().unix)
      let drawn = await Self.difference(from: held, to: screen, current)
      let kind = held.kind
      held = drawn.holdings
      guard await Self.deliver(drawn.frames, to: socket) else { return }
      // A page of another kind is being loaded anew by its script and comes back with a socket of its own.
      if kind != nil, held.kind != kind { return }
    }
  }

  /// Sends frames as fast as the page takes them, and then waits for the next moment. False when the page is
  /// gone; one that takes nothing is ended by the server's own deadline.
  @concurrent static func deliver(_ frames: [String], to socket: WebSocketConnection) async -> Bool {
    for frame in frames {
      while socket.outgoingBytes > waitingBytesMax {
        guard await pauseEnded() else { return false }
      }
      guard socket.send(text: frame) else { return false }
    }
    repeat {
      guard await pauseEnded() else { return false }
    } while socket.outgoingBytes > waitingBytesMax
    return true
  }

  private static func pauseEnded() async -> Bool {
    (try? await Task.sleep(for: pace)) != nil
  }

  @concurrent private static func difference(
    from held: PageHoldings, to screen: TalkScreen, _ context: PageContext
  ) async -> (frames: [String], holdings: PageHoldings) {
    let regions = PageDrawing.regions(screen, context)
    let messages = PageDifference.messages(from: held, to: regions)
    return (joined(messages), PageHoldings(regions))
  }

  /// Joins swaps into frames: one socket message a moment is one repaint of the page.
  private static func joined(_ messages: [HTML]) -> [String] {
    var frames: [String] = []
    var frame = HTML()
    for message in messages {
      if !frame.isEmpty, frame.utf8.count + message.utf8.count > frameBytesMax {
        frames.append(frame.string)
        frame = HTML()
      }
      frame.append(message)
    }
    return frame.isEmpty ? frames : frames + [frame.string]
  }
}
