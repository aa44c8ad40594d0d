import AppState
import Aviation
import Markup

/// The airport that is looked at, beside the map: head, tabs, what can be done with it.
enum AirportDetailView {
  /// The place beside the map: the airport, or nothing.
  static func place(_ airports: AirportsScreen, _ context: PageContext) -> HTML {
    let position = airports.detail?.value?.position
    return Tag.div(
      .id("detail-place"), .class("detail-place"),
      .data("at", position.map { "\($0.latitude),\($0.longitude)" })
    ) {
      switch airports.detail {
      case nil: HTML()
      case .loading?: aside { MoneyStates.reading("Reading the airport…") }
      case .failed(let why)?: failed(why, airports.page.query)
      case .ready(let detail)?: aside { content(detail, airports.page.query, context) }
      }
    }
  }

  private static func aside(@HTMLBuilder _ content: () -> HTML) -> HTML {
    Tag.aside(.class("aside airport"), .id("detail"), .aria("label", "Airport"), content: content)
  }

  private static func failed(_ why: String, _ query: AirportQuery) -> HTML {
    aside {
      Tag.header(.class("airport-head")) {
        Tag.h2(.id("detail-title"), .set(.tabindex, "-1")) { Tag.span(.class("icao")) { query.airport } }
        close(query)
      }
      MoneyStates.nothing(.airports, "Not in this database", why)
    }
  }

  private static func content(
    _ detail: AirportDetailScreen, _ query: AirportQuery, _ context: PageContext
  ) -> HTML {
    HTML {
      head(detail, query, context)
      tabs(detail, query)
      Tag.div(.class("scroll"), .id("detail-part")) {
        switch detail.tab {
        case .airport: AirportFactsView.html(detail, context)
        case .aip: AirportTextsView.aip(detail)
        case .rules: AirportTextsView.rules(detail)
        case .notes: AirportTextsView.note(detail, context)
        }
      }
      foot(detail, query)
    }
  }

  private static func head(
    _ detail: AirportDetailScreen, _ query: AirportQuery, _ context: PageContext
  ) -> HTML {
    Tag.header(.class("airport-head")) {
      Tag.button(
        .class("grip"), .set(.type, "button"), .aria("label", "More of the airport"),
        .aria("expanded", "false"))
      Tag.div {
        Tag.h2(.id("detail-title"), .set(.tabindex, "-1")) {
          Tag.span(.class("icao")) { detail.icao }
          tags(detail)
        }
        Tag.p(.class("name")) { Tag.bdi { AirportsPage.line(detail.name) } }
        Tag.p(.class("where")) {
          Tag.bdi { AirportsPage.line(detail.place) }
          "\(detail.place.isEmpty ? "" : " · ")\(detail.elevation)"
        }
      }
      Tag.div(.class("actions")) {
        favourite(detail, context)
        close(query)
      }
    }
  }

  static func tags(_ detail: AirportDetailScreen) -> HTML {
    HTML {
      if detail.isBorderCrossing { Tag.span(.class("tag good")) { "Border crossing" } }
      if detail.hasProcedures { Tag.span(.class("tag sea")) { "IFR" } }
      if detail.kind == "Closed" { Tag.span(.class("tag bad")) { "Closed" } }
    }
  }

  private static func favourite(_ detail: AirportDetailScreen, _ context: PageContext) -> HTML {
    Tag.form(
      .set(.method, "post"), .action("/airports/favourite"), .htmxPost("/airports/favourite"),
      .set(.hxSwap, "none")
    ) {
      Composer.tokenField(context)
      hidden("icao", detail.icao)
      hidden("tab", detail.tab.rawValue)
      hidden("keep", detail.isFavourite ? "0" : "1")
      Tag.button(
        .class("icon-button", detail.isFavourite ? "kept" : ""), .id("favourite"), .set(.type, "submit"),
        .aria("pressed", detail.isFavourite ? "true" : "false"), .aria("label", "One of your airports")
      ) { (detail.isFavourite ? Icon.bookmarkOn : Icon.bookmark).html() }
    }
  }

  private static func close(_ query: AirportQuery) -> HTML {
    var closed = query
    (closed.airport, closed.tab) = ("", nil)
    return Tag.a(
      .class("icon-button"), .href(PagePath.target(AirportPage(.map, closed))), .data("choose", ""),
      .aria("label", "Close the airport")
    ) { Icon.close.html() }
  }

  private static func tabs(_ detail: AirportDetailScreen, _ query: AirportQuery) -> HTML {
    let tabs: [(AirportTab, String)] = [
      (.airport, "Airport"), (.aip, "AIP"), (.rules, "Rules"), (.notes, "Notes"),
    ]
    return Tag.nav(.class("tabs"), .aria("label", "Parts of \(detail.icao)")) {
      for (tab, word) in tabs where tab != .rules || detail.rules != nil {
        Tag.a(
          .id("tab-\(tab.rawValue)"), .href(PagePath.target(AirportPage(.map, showing(tab, detail, query)))),
          .data("choose", detail.icao), .data("tab", tab.rawValue),
          .aria("current", tab == detail.tab ? "page" : nil)
        ) { word }
      }
    }
  }

  private static func showing(
    _ tab: AirportTab, _ detail: AirportDetailScreen, _ query: AirportQuery
  ) -> AirportQuery {
    var query = query
    (query.airport, query.tab) = (detail.icao, tab)
    return query
  }

  private static func foot(_ detail: AirportDetailScreen, _ query: AirportQuery) -> HTML {
    var to = AirportQuery()
    to.route =
      query.route.isEmpty
      ? [detail.icao] : query.route + (query.route.last == detail.icao ? [] : [detail.icao])
    var near = AirportQuery()
    near.near = detail.icao
    var sheet = AirportQuery()
    sheet.airport = detail.icao
    return Tag.div(.class("foot")) {
      Tag.a(.class("button primary"), .id("route-to"), .href(PagePath.target(AirportPage(.route, to)))) {
        Icon.route.html(.small)
        "Route to here"
      }
      Tag.a(
        .class("button"), .id("near-this"), .href(PagePath.target(AirportPage(.near, near))),
        .set(.title, "Airports near \(detail.icao)")
      ) {
        Icon.place.html(.small)
        "Near"
      }
      Tag.a(
        .class("button"), .id("to-sheet"), .href(PagePath.target(AirportPage(.sheet, sheet))),
        .set(.title, "Everything on one page, to print")
      ) { "Sheet" }
    }
  }

  static func hidden(_ name: String, _ value: String) -> HTML {
    Tag.input(.set(.type, "hidden"), .set(.name, name), .set(.value, value))
  }
}
