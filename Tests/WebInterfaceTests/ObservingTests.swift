import AppState
import ConversationModel
import Observation
import Testing

@testable import WebInterface

/// What a page's socket relies on: a watcher that is cancelled ends, though nothing changes any more.
@Suite struct ObservingTests {
  @Test(.timeLimit(.minutes(Patience.factor))) @MainActor func aCancelledWatcherEnds() async {
    let app = AppState(profileName: "default", talk: TalkDomain())
    let state = LiveState()
    let (seen, report) = AsyncStream.makeStream(of: Int.self)
    let watcher = Task {
      var count = 0
      for await screen in Observations({ state.screen(app, .talk) }) {
        count += 1
        report.yield(screen.conversations.count)
      }
      return count
    }
    var screens = seen.makeAsyncIterator()
    #expect(await screens.next() == 1)
    app.talk.show(problem: "something")
    _ = await screens.next()
    watcher.cancel()
    #expect(await watcher.value == 2)
  }
}
