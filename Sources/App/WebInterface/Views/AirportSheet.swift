import AppState
import Aviation
import Markup
import Text

/// One airport with everything on one page, to read and to print.
enum AirportSheet {
  static func html(_ airports: AirportsScreen, _ context: PageContext, _ source: AirportSource) -> HTML {
    Tag.main(.class("main wide"), .id("main"), .set(.tabindex, "-1")) {
      Tag.header(.class("bar")) {
        Tag.a(
          .class("icon-button back"), .href(PagePath.target(AirportPage(.map, map(airports.page.query)))),
          .aria("label", "Back to the map")
        ) { Icon.back.html() }
        Tag.div(.class("titles")) {
          Tag.p(.class("title")) { airports.page.query.airport }
          Tag.p(.class("subtitle")) { "Everything that is in the database" }
        }
        if airports.detail?.value != nil {
          Tag.button(.class("button"), .id("print"), .set(.type, "button"), .data("print", "")) { "Print" }
          menu(airports.page.query)
        }
      }
      PageNotices.html
      Tag.div(.class("page")) {
        switch airports.detail {
        case .ready(let detail)?: sheet(detail, source)
        case .failed(let why)?: MoneyStates.nothing(.airports, "Not in this database", why)
        case .loading?, nil: MoneyStates.nothing(.airports, "No airport", "Choose one on the map.")
        }
        if airports.detail?.value == nil { Tag.p(.class("page-note")) { AirportsPage.notes(source) } }
      }
    }
  }

  private static func map(_ query: AirportQuery) -> AirportQuery {
    var map = AirportQuery()
    map.airport = query.airport
    return map
  }

  private static func menu(_ query: AirportQuery) -> HTML {
    Tag.details(.class("menu end")) {
      Tag.summary(.class("icon-button"), .aria("label", "Save")) { Icon.download.html() }
      Tag.div(.class("float")) { AirportMap.exports(map(query), .sheet) }
    }
  }

  private static func sheet(_ detail: AirportDetailScreen, _ source: AirportSource) -> HTML {
    Tag.article(.class("airport-sheet airport card")) {
      Tag.h1 {
        Tag.span(.class("icao")) { detail.icao }
        " "
        Tag.bdi { AirportsPage.line(detail.name) }
      }
      Tag.p(.class("where")) {
        Tag.bdi { AirportsPage.line(detail.place) }
        " · \(detail.elevation) "
        AirportDetailView.tags(detail)
      }
      Tag.h2(.class("unseen")) { "Airport" }
      Tag.section(.class("part"), .aria("label", "Wind")) { WindRose.html(detail.wind) }
      AirportFactsView.runways(detail)
      AirportFactsView.procedures(detail)
      AirportFactsView.facts(detail)
      Tag.h2(.class("unseen")) { "AIP" }
      AirportTextsView.aip(detail)
      if detail.rules != nil {
        Tag.h2(.class("unseen")) { "Rules" }
        AirportTextsView.rules(detail)
      }
      if !detail.note.isEmpty {
        Tag.section(.class("part")) {
          Tag.h3 { "Your note" }
          Tag.p { Tag.bdi { Text.displayText(detail.note) } }
        }
      }
      Tag.p(.class("part meta")) {
        AirportsPage.notes(source)
        " \(source.coverage)"
      }
    }
  }
}
