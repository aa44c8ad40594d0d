import AppState

/// What all open pages share: the colours of people.
@MainActor final class LiveState {
  private var colours = PersonColours()

  nonisolated init() {}

  /// What a page shows now. People keep their colours from one screen to the next.
  func screen(_ app: AppState, _ page: Page) -> TalkScreen {
    let screen = TalkScreen(app, page: page, colours: colours)
    colours = screen.colours
    return screen
  }
}
