import Markup

/// Draws any page of the application, and its parts.
enum PageDrawing {
  /// The whole document. `saved` and `answer` are what a form sent before it came to.
  static func html(
    _ screen: TalkScreen, _ context: PageContext, saved: Bool = false, answer: HTML = HTML()
  ) -> HTML {
    switch context.page {
    case .talk, .conversation, .people, .details, .verify:
      TalkPage.html(screen, context, key: context.page.conversation ?? .mesh, answer: answer)
    case .links(let chosen):
      LinksPage.html(screen, context, chosen: chosen)
    case .search(let asked):
      SearchPageView.search(screen, context, asked)
    case .found(let key, let id):
      SearchPageView.found(screen, context, key, id)
    case .settings(let section):
      SettingsPage.html(screen, context, section: section, saved: saved)
    case .money, .journal, .accounts:
      MoneyPage.html(screen, context)
    case .airports(let page):
      AirportsPage.html(screen, context, page.place)
    }
  }

  /// The parts that change while the page is open.
  static func regions(_ screen: TalkScreen, _ context: PageContext) -> [Region] {
    let frame = PageShell.regions(screen, context.page)
    switch context.page {
    case .talk, .conversation, .people, .details, .verify:
      return frame + TalkPage.regions(screen, context, key: context.page.conversation ?? .mesh)
    case .links(let chosen):
      return frame + LinksPage.allRegions(screen, context, chosen: chosen)
    case .search, .found:
      return frame + ConversationPane.regions(screen, context)
    case .settings(let section):
      return frame + SettingsPage.regions(screen, context, section: section)
    case .money, .journal, .accounts:
      return frame + MoneyPage.regions(screen, context)
    case .airports:
      return frame + AirportsPage.regions(screen)
    }
  }
}
