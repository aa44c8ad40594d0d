import Markup
import Text

/// What every page of the application shares: head, rail, and the place of the other columns.
enum PageShell {
  /// The whole document. `modal` is a sheet over the page; what is under it cannot be reached meanwhile.
  static func html(
    _ screen: TalkScreen, _ context: PageContext, title: String, columns: HTML, modal: HTML = HTML()
  ) -> HTML {
    HTML {
      HTML.doctype
      Tag.html(.set(.lang, "en"), theme(context.theme)) {
        head(
          title: screen.isSimulated ? title + ", simulated" : title, requestToken: context.requestToken,
          live: true, scripts: scripts(context.page),
          sheets: sheets(context.page))
        Tag.body(
          .class("frame", frameClass(context.page), screen.isSimulated ? "simulated" : ""),
          .set(.hxExt, "ws"),
          .webSocket(PagePath.live(context))
        ) {
          Tag.a(.class("skip"), .href("#main")) { "Skip to content" }
          if screen.isSimulated { simulated }
          rail(screen, context)
          Tag.div(.id("told"), .flag(.hidden)) { told(screen).html }
          columns
          modal
        }
      }
    }
  }

  /// Over every page of a demo.
  private static let simulated = Tag.p(.class("simulated-line"), .id("simulated"), .set(.role, "note")) {
    Icon.info.html(.small)
    Tag.span {
      Tag.b { "Simulated. " }
      Tag.span(.class("long")) {
        "Everybody here is made up and lives in this program. Nothing is sent, and nothing is kept."
      }
      Tag.span(.class("short")) { "Nothing is sent, nothing is kept." }
    }
  }

  /// The head. Style sheets and scripts come by path only; the settings of htmx stand in a meta element.
  static func head(
    title: String, requestToken: String, live: Bool, scripts: [LinkTarget] = [], sheets: [String] = []
  ) -> HTML {
    Tag.head {
      Tag.meta(.set(.charset, "utf-8"))
      Tag.meta(.set(.name, "viewport"), .set(.content, "width=device-width, initial-scale=1"))
      Tag.meta(.set(.name, "color-scheme"), .set(.content, "light dark"))
      Tag.title { title }
      Tag.link(.set(.rel, "icon"), .href("/assets/mark.svg"), .set(.type, "image/svg+xml"))
      for sheet in sheets + styleSheets {
        Tag.link(.set(.rel, "stylesheet"), .href(.path("assets", sheet)))
      }
      if live {
        Tag.meta(.set(.name, "htmx-config"), .set(.content, htmxSettings))
        Tag.meta(.set(.name, "request-token"), .set(.content, requestToken))
        HTML.script("/assets/htmx-2.min.js")
        HTML.script("/assets/ext/hx-ws-2.min.js")
        HTML.script("/assets/tern.js")
        HTML.script("/assets/notices.js")
        for script in scripts { HTML.script(script) }
      }
    }
  }

  /// The theme setting as an attribute; the system decides when it is absent.
  static func theme(_ theme: Theme) -> Attribute {
    .data("theme", theme == .system ? nil : theme.rawValue)
  }

  /// The regions of the frame itself, for live updates.
  static func regions(_ screen: TalkScreen, _ page: Page) -> [Region] {
    [areas(screen, page), foot(screen), told(screen)]
  }

  /// What a script has the browser show; not for eyes.
  private static func told(_ screen: TalkScreen) -> Region {
    Region(
      "told",
      screen.told.map { told in
        let target = told.target.map { PagePath.target(.conversation($0)).text }
        return [
          Fragment(
            .span, id: "told-\(told.number)", .data("title", told.title), .data("body", told.body),
            .data("subject", told.subject), .data("target", target)
          ) {}
        ]
      } ?? [])
  }

  private static func frameClass(_ page: Page) -> String {
    switch page {
    case .talk, .settings(nil): "at-list"
    case .conversation(.mesh), .people, .verify(.mesh, _), .search, .found(.mesh, _), .settings: "at-page"
    case .links: "at-page links-page"
    case .conversation(.direct), .details, .verify(.direct, _), .found(.direct, _): "at-page private"
    case .money, .journal, .accounts: "money-page"
    case .airports(let page): AirportsPage.frameClass(page.place)
    }
  }

  private static func isMoney(_ page: Page) -> Bool {
    switch page {
    case .money, .journal, .accounts: true
    case .talk, .conversation, .people, .links, .details, .verify, .search, .found, .settings, .airports:
      false
    }
  }

  /// What a page needs besides the style sheets of all pages, before them.
  private static func sheets(_ page: Page) -> [String] {
    if case .airports(let airports) = page, airports.place == .map { return ["leaflet-1.css"] }
    return []
  }

  /// What a page needs besides the scripts of all pages.
  private static func scripts(_ page: Page) -> [LinkTarget] {
    switch page {
    case .talk, .conversation, .people, .details: ["/assets/composer.js"]
    case .verify: ["/assets/composer.js", "/assets/verify.js"]
    case .links, .search, .found, .settings: []
    case .money, .journal, .accounts: ["/assets/chart-3.min.js", "/assets/charts.js", "/assets/money.js"]
    case .airports(let page): AirportsPage.scripts(page.place)
    }
  }

  private static func rail(_ screen: TalkScreen, _ context: PageContext) -> HTML {
    Tag.nav(.class("rail"), .aria("label", "Areas")) {
      Tag.span(.class("mark")) { Icon.brand() }
      Tag.ul(.class("areas"), .id("areas")) { areas(screen, context.page).html }
      Tag.div(.class("rail-foot"), .id("rail-foot")) { foot(screen).html }
    }
  }

  private static func areas(_ screen: TalkScreen, _ page: Page) -> Region {
    let isSettings = if case .settings = page { true } else { false }
    let isTalk = page.isTalk
    let isAirports = if case .airports = page { true } else { false }
    let unread = screen.unreadTotal
    return Region(
      "areas",
      [
        Fragment(.li, id: "area-talk") {
          Tag.a(
            .class("area"), .id("to-talk"), .href("/talk"), .aria("current", isTalk ? "page" : nil),
            .aria("keyshortcuts", "Alt+1"), .data("unread", unread > 0 ? unreadText(unread) : nil)
          ) {
            Icon.talk.html()
            Tag.span { "Talk" }
            if unread > 0 {
              Tag.span(.class("dot"), .aria("hidden", "true"))
              Tag.span(.class("unseen")) { "\(unread) unread" }
            }
          }
        },
        Fragment(.li, id: "area-money") {
          Tag.a(
            .class("area"), .id("to-money"), .href("/money"), .aria("current", isMoney(page) ? "page" : nil),
            .aria("keyshortcuts", "Alt+2")
          ) {
            Icon.money.html()
            Tag.span { "Money" }
          }
        },
        Fragment(.li, id: "area-airports") {
          Tag.a(
            .class("area"), .id("to-airports"), .href("/airports"),
            .aria("current", isAirports ? "page" : nil), .aria("keyshortcuts", "Alt+3")
          ) {
            Icon.airports.html()
            Tag.span { "Airports" }
          }
        },
        Fragment(.li, id: "area-settings") {
          Tag.a(
            .class("area"), .id("to-settings"), .href("/settings"),
            .aria("current", isSettings ? "page" : nil), .aria("keyshortcuts", "Alt+4")
          ) {
            Icon.settings.html()
            Tag.span { "Settings" }
          }
        },
      ])
  }

  private static func unreadText(_ count: Int) -> String {
    count > 99 ? "99+" : "\(count)"
  }

  private static func foot(_ screen: TalkScreen) -> Region {
    let reach = Reach(screen)
    return Region(
      "rail-foot",
      [
        Fragment(.a, id: "reach", .class("reach"), .href("/settings/reach"), .set(.title, reach.sentence)) {
          Illustrations.reach(near: reach.near)
          Tag.span(.class("number")) { reach.word }
          Tag.span(.class("unseen")) { reach.sentence }
        },
        Fragment(.a, id: "own-tile", .class("own"), .href("/settings/you")) {
          PersonTile.html(screen.own.nickname, colour: "self")
          Tag.span(.class("unseen")) { "You: \(DisplayNames.own(screen))" }
        },
      ])
  }

  private static let styleSheets = [
    "tokens.css", "base.css", "frame.css", "controls.css", "talk.css", "links.css", "money.css",
    "journal.css", "pages.css", "people.css", "map.css", "airports.css",
  ]

  private static let htmxSettings =
    #"{"includeIndicatorStyles":false,"allowEval":false,"allowScriptTags":false,"#
    + #""selfRequestsOnly":true,"historyCacheSize":0,"refreshOnHistoryMiss":true}"#
}

/// Our own name, safe to show.
enum DisplayNames {
  static func own(_ screen: TalkScreen) -> String {
    Text.displayName(screen.own.nickname)
  }
}
