import AppState
import Aviation
import Markup

/// Route, nearest and the person's own airports: what is asked in the pane, the answer as a table.
enum AirportListPage {
  static func html(_ airports: AirportsScreen, _ context: PageContext, _ source: AirportSource) -> HTML {
    HTML {
      Tag.nav(.class("pane route-pane"), .aria("label", "Airports")) {
        Tag.header(.class("bar")) {
          Tag.div(.class("titles")) { Tag.p(.class("title")) { title(airports.page.place) } }
          menu(airports.page)
        }
        Tag.div(.class("scroll")) { AirportAsking.form(airports, prefix: "") }
        if let route = airports.list.value?.route, !route.points.isEmpty { AirportAsking.facts(route) }
      }
      Tag.main(.class("main"), .id("main"), .set(.tabindex, "-1")) {
        bar(airports)
        PageNotices.html
        Tag.details(
          .class("route-in-page"), .id("asking"), .flag(.open, airports.list.value?.rows.isEmpty ?? true)
        ) {
          Tag.summary { "Change what is asked" }
          AirportAsking.form(airports, prefix: "page-")
        }
        switch airports.list {
        case .loading: MoneyStates.reading("Reading airports…")
        case .failed(let why):
          MoneyStates.failed("Airports could not be read", why: why, page: context.page)
        case .ready(let list): content(list, airports)
        }
        Tag.p(.class("page-note")) { AirportsPage.notes(source) }
      }
    }
  }

  private static func content(_ list: AirportListScreen, _ airports: AirportsScreen) -> HTML {
    HTML {
      for notice in list.notices {
        Tag.div(.class("banner"), .set(.role, "status")) {
          Icon.warn.html()
          Tag.p { AirportsPage.line(notice) }
        }
      }
      if let route = list.route, !list.rows.isEmpty { RouteRibbon.html(route, list.rows) }
      if list.rows.isEmpty {
        nothing(list, airports.page)
      } else {
        AirportsTable.html(list, airports)
      }
    }
  }

  private static func title(_ place: AirportPlace) -> String {
    switch place {
    case .route: "Route"
    case .near: "Nearest"
    case .favourites: "Your airports"
    case .map, .sheet: "Airports"
    }
  }

  private static func menu(_ page: AirportPage) -> HTML {
    Tag.details(.class("menu end")) {
      Tag.summary(.class("icon-button"), .aria("label", "More")) { Icon.more.html() }
      Tag.div(.class("float")) {
        for (place, icon, word) in [
          (AirportPlace.map, Icon.map, "Map"), (.route, .route, "Route"), (.near, .place, "Nearest airports"),
          (.favourites, .bookmark, "Your airports"),
        ] where place != page.place {
          Tag.a(.class("choice"), .href(PagePath.target(AirportPage(place)))) {
            icon.html(.small)
            Tag.bdi { word }
          }
        }
      }
    }
  }

  private static func bar(_ airports: AirportsScreen) -> HTML {
    let page = airports.page
    let list = airports.list.value
    let heading: String
    if let points = list?.route?.points, let first = points.first {
      let last = points.last?.ident ?? ""
      heading = points.count == 1 ? "Around \(first.ident)" : "\(first.ident) to \(last)"
    } else {
      heading = title(page.place)
    }
    return Tag.header(.class("bar")) {
      Tag.a(
        .class("icon-button back narrow-only"), .href(PagePath.target(AirportPage(.map, map(page)))),
        .aria("label", "Back to the map")
      ) { Icon.back.html() }
      Tag.div(.class("titles")) {
        Tag.h1(.class("title")) { Tag.span(.class("truncate")) { heading } }
        Tag.p(.class("subtitle"), .id("found"), .set(.role, "status")) { list?.sentence ?? "" }
      }
      Tag.div(.class("segments"), .set(.role, "group"), .aria("label", "Shown as")) {
        Tag.a(.id("as-map"), .href(PagePath.target(AirportPage(.map, map(page))))) {
          Icon.map.html(.small)
          Tag.span { "Map" }
        }
        Tag.a(.id("as-list"), .href(PagePath.target(page)), .aria("current", "page")) {
          Icon.list.html(.small)
          Tag.span { "List" }
        }
      }
      Tag.details(.class("menu end"), .id("save-menu")) {
        Tag.summary(.class("icon-button"), .aria("label", "Save or print")) { Icon.download.html() }
        Tag.div(.class("float")) {
          AirportMap.exports(page.query, page.place)
          Tag.button(.class("choice"), .set(.type, "button"), .data("print", "")) {
            Icon.list.html(.small)
            Tag.bdi { "Print this page" }
          }
        }
      }
    }
  }

  private static func map(_ page: AirportPage) -> AirportQuery {
    var query = page.query
    if page.place == .near {
      (query.airport, query.near, query.radiusNM) = (query.near.contains(",") ? "" : query.near, "", nil)
    }
    return query
  }

  private static func nothing(_ list: AirportListScreen, _ page: AirportPage) -> HTML {
    if !list.filters.isEmpty, page.place != .favourites {
      return MoneyStates.nothing(
        .filter, "Nothing matches", "The filters hold: \(list.filters.map(\.title).joined(separator: ", "))."
      ) {
        Tag.a(
          .class("button"), .href(PagePath.target(AirportPage(page.place, AirportAnswer.cleared(page.query))))
        ) {
          "Clear filters"
        }
      }
    }
    switch page.place {
    case .favourites:
      return MoneyStates.nothing(
        .bookmark, "No airport of your own yet", "Open one on the map and press the bookmark."
      ) { Tag.a(.class("button"), .href("/airports")) { "To the map" } }
    case .route:
      return MoneyStates.nothing(
        .route, "Where does it go?", "Give the codes of two airports or more.")
    case .near, .map, .sheet:
      return MoneyStates.nothing(
        .place, "Near what?", "Give a code, a name, or a position such as 50.1, 8.6.")
    }
  }
}
