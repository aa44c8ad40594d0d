import AppState

/// What all open pages share: the colours of people, and the visits of pages of Money.
@MainActor final class LiveState {
  let visits = Visits()
  private var colours = PersonColours()

  nonisolated init() {}

  /// What a page shows now. People keep their colours from one screen to the next.
  func screen(_ app: AppState, _ page: Page, _ money: MoneyPageModel? = nil) -> TalkScreen {
    var screen = TalkScreen(app, page: page, colours: colours)
    colours = screen.colours
    if let money { screen.money = app.money.screen(money) }
    if case .airports(let page) = page { screen.airports = app.airportsOutline(page) }
    return screen
  }
}
