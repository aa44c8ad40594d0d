import AppState
import Markup

/// The pages of Money: what they show stands in `screen.money`.
enum MoneyPage {
  static func html(_ screen: TalkScreen, _ context: PageContext) -> HTML {
    let money = screen.money
    let columns: HTML
    switch money.file {
    case .open(let file):
      columns = HTML {
        MoneyPane.html(money, context, file: file)
        main(money, context, file: file)
      }
    case .none, .opening: columns = alone(regions(screen, context).filter { !$0.isKind })
    }
    let pageKind = Tag.div(.id("kind"), .flag(.hidden)) { kind(money, context.page).html }
    return PageShell.html(
      screen, context, title: "\(title(money, context.page)) · Tern",
      columns: HTML {
        columns
        pageKind
      })
  }

  static func regions(_ screen: TalkScreen, _ context: PageContext) -> [Region] {
    let money = screen.money
    let pageKind = kind(money, context.page)
    switch money.file {
    case .none(let start): return [pageKind] + MoneyStart.regions(start, context)
    case .opening(let file): return [pageKind] + MoneyOpening.regions(file, context)
    case .open(let file):
      return [
        pageKind, MoneyPane.accounts(money, context), MoneyFile.notices(file, context),
        subtitle(money, context),
      ]
        + content(money, context)
    }
  }

  /// Whether a file is open, and which, decides what a page is made of.
  private static func kind(_ money: MoneyScreen, _ page: Page) -> Region {
    switch money.file {
    case .none: .kind("start")
    case .opening: .kind("opening")
    case .open(let file): .kind((page == .accounts ? "accounts" : kind(money.content)) + "-\(file.session)")
    }
  }

  private static func kind(_ content: MoneyScreen.Content) -> String {
    switch content {
    case .nothing: "reading"
    case .overview: "overview"
    case .journal: "journal"
    }
  }

  /// The answer to `PagePath.target(_: EarlierQuery)`: the rows before those shown and, where there are more,
  /// what asks for the next ones. No element in it is a `Fragment`: the page's socket does not know of them.
  static func earlier(_ rows: Shown<JournalRows>, _ context: PageContext) -> HTML {
    MoneyJournal.earlier(rows, context)
  }

  private static func content(_ money: MoneyScreen, _ context: PageContext) -> [Region] {
    if context.page == .accounts { return [MoneyPane.page(money, context)] }
    switch money.content {
    case .nothing: return []
    case .overview(let overview): return MoneyOverview.regions(overview, context)
    case .journal(let journal): return MoneyJournal.regions(journal, context)
    }
  }

  private static func title(_ money: MoneyScreen, _ page: Page) -> String {
    guard case .open = money.file else { return "Money" }
    return "\(word(page)) · Money"
  }

  private static func word(_ page: Page) -> String {
    if page == .accounts { return "Accounts" }
    if case .journal = page { return "Journal" }
    return "Overview"
  }

  // MARK: Columns

  private static func main(_ money: MoneyScreen, _ context: PageContext, file: OpenFile) -> HTML {
    Tag.main(.class("main"), .id("main"), .set(.tabindex, "-1")) {
      Tag.header(.class("bar")) {
        Tag.div(.class("titles")) {
          Tag.h1(.class("title")) { word(context.page) }
          Tag.div(.id("subtitle")) { subtitle(money, context).html }
        }
      }
      MoneyPane.tabs(context.page)
      PageNotices.html
      Tag.div(.id("problems")) { MoneyFile.notices(file, context).html }
      if context.page == .accounts {
        accountsPage(money, context, file: file)
      } else {
        switch money.content {
        case .nothing: Tag.div(.class("page")) { MoneyStates.reading() }
        case .overview(let overview): MoneyOverview.html(overview, context)
        case .journal(let journal): MoneyJournal.html(journal, context)
        }
      }
    }
  }

  /// Follows what is chosen and, once it is known, the currency.
  private static func subtitle(_ money: MoneyScreen, _ context: PageContext) -> Region {
    let words: HTML =
      switch money.content {
      case .overview(let overview) where context.page != .accounts: MoneyOverview.subtitle(overview.header)
      case .journal(let journal) where context.page != .accounts: MoneyJournal.subtitle(journal.choices)
      case .nothing, .overview, .journal: HTML()
      }
    guard !words.isEmpty else { return Region("subtitle", []) }
    return Region(
      "subtitle",
      [Fragment(.p, id: "subtitle-words", .class("subtitle")) { Tag.span(.class("truncate")) { words } }])
  }

  private static func accountsPage(_ money: MoneyScreen, _ context: PageContext, file: OpenFile) -> HTML {
    Tag.div(.class("page")) {
      Tag.div(.class("column accounts-list")) {
        Tag.div(.id("accounts-page"), .class("account-groups")) { MoneyPane.page(money, context).html }
        Tag.section {
          Tag.h2 { "This file" }
          Tag.div(.class("card")) {
            Tag.div(.class("block")) { MoneyFile.about(file, context, id: "close-this-file") }
          }
        }
      }
    }
  }

  private static func alone(_ regions: [Region]) -> HTML {
    Tag.main(.class("main wide"), .id("main"), .set(.tabindex, "-1")) {
      Tag.header(.class("bar")) {
        Tag.div(.class("titles")) { Tag.h1(.class("title")) { "Money" } }
      }
      PageNotices.html
      Tag.div(.class("page"), .id("money-start")) { for region in regions { region.html } }
    }
  }
}
