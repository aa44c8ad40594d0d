import AppState
import ConversationModel

/// What all open pages share: the colours of people, and who looks at what.
@MainActor final class LiveState {
  private var colours = PersonColours()
  private var lookers: [ConversationKey: Int] = [:]

  nonisolated init() {}

  /// What a page shows now. People keep their colours from one screen to the next.
  func screen(_ app: AppState, _ page: Page) -> TalkScreen {
    let screen = TalkScreen(app, page: page, colours: colours)
    colours = screen.colours
    return screen
  }

  /// Somebody looks at a conversation on one more page.
  func looksAt(_ key: ConversationKey, _ app: AppState) async {
    lookers[key, default: 0] += 1
    if lookers[key] == 1 { await app.talk.lookedAt(key) }
  }

  /// One page fewer.
  func looksAway(_ key: ConversationKey, _ app: AppState) async {
    guard let count = lookers[key] else { return }
    lookers[key] = count > 1 ? count - 1 : nil
    if count == 1 { await app.talk.lookedAway(key) }
  }
}
