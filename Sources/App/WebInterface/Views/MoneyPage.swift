import AppState
import Markup

/// The pages of Money: what they show stands in `screen.money`.
enum MoneyPage {
  static func html(_ screen: TalkScreen, _ context: PageContext) -> HTML {
    PageShell.html(screen, context, title: "Money · Tern", columns: HTML())
  }

  static func regions(_ screen: TalkScreen, _ context: PageContext) -> [Region] { [] }

  /// The answer to `PagePath.target(_: EarlierQuery)`: the rows before those shown and, where there are more,
  /// what asks for the next ones. No element in it is a `Fragment`: the page's socket does not know of them.
  static func earlier(_ rows: Shown<JournalRows>, _ context: PageContext) -> HTML { HTML() }
}
