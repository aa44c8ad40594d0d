import AppState
import Aviation
import Geography
import Markup

/// The map page: the map, what floats over it, the list beside it, the airport that is looked at.
enum AirportMap {
  static func html(_ airports: AirportsScreen, _ context: PageContext, _ source: AirportSource) -> HTML {
    HTML {
      Tag.main(.class("main"), .id("main"), .set(.tabindex, "-1")) {
        Tag.h1(.class("unseen")) { "Airports" }
        map(airports)
        PageNotices.html
        tools(airports)
        AirportAnswer.html(airports)
        Tag.div(.class("map-corner")) {
          corner()
          Tag.p(.class("map-note")) {
            AirportsPage.notes(source)
            Tag.span(.id("base-map"))
          }
        }
        AirportFilters.sheet(airports, context)
        AirportKeys.dialog()
      }
      AirportDetailView.place(airports, context)
    }
  }

  private static func map(_ airports: AirportsScreen) -> HTML {
    let query = airports.page.query
    let view = query.view
    return Tag.div(
      .id("map"), .set(.tabindex, "0"), .set(.role, "region"),
      .aria(
        "label", "Map. Arrow keys move it, plus and minus zoom; the list beside it holds the same airports."),
      .data("centre", view.map { "\($0.centre.latitude),\($0.centre.longitude)" } ?? "50,10"),
      .data("zoom", view.map { "\($0.zoom)" } ?? "5"),
      .data("unit", airports.settings.units.distance.rawValue),
      .data("fit", query.isSearching ? "all" : nil),
      .data(
        "state",
        LinkTarget.path("airports").query(query.items).text.split(separator: "?").last.map(String.init)))
  }

  private static func tools(_ airports: AirportsScreen) -> HTML {
    let query = airports.page.query
    let filterCount = airports.list.value?.filters.count ?? 0
    var route = query
    (route.airport, route.tab, route.text) = ("", nil, "")
    if route.route.isEmpty { route.route = AirportQuery.routePoints(in: query.text) ?? [] }
    return Tag.div(.class("map-tools")) {
      Tag.form(
        .class("search"), .id("map-search"), .set(.method, "get"), .action("/airports"),
        .set(.role, "search"),
        .set(.autocomplete, "off")
      ) {
        Icon.search.html()
        Tag.label(.class("unseen"), .set(.for, "q")) { "Code, name or place; several codes are a route" }
        Tag.input(
          .class("input"), .id("q"), .set(.type, "search"), .set(.name, "q"),
          .set(.value, query.route.isEmpty ? query.text : query.route.joined(separator: " ")),
          .set(.placeholder, "Code, name or place"), .set(.maxlength, "\(AirportQuery.textCharactersMax)"),
          .set(.spellcheck, "false"), .set(.enterkeyhint, "search"), .aria("keyshortcuts", "/"))
        Tag.kbd(.aria("hidden", "true")) { "/" }
      }
      Tag.button(
        .class("float-button"), .id("filter-switch"), .set(.type, "button"), .aria("expanded", "false"),
        .aria("controls", "filter-sheet"), .aria("keyshortcuts", "f")
      ) {
        Icon.filter.html()
        Tag.span(.class("wide")) { "Filters" }
        Tag.span(.class("count"), .id("filter-count"), .flag(.hidden, filterCount == 0)) { "\(filterCount)" }
      }
      Tag.a(.class("float-button"), .id("to-route"), .href(PagePath.target(AirportPage(.route, route)))) {
        Icon.route.html()
        Tag.span(.class("wide")) { "Route" }
      }
      Tag.button(
        .class("float-button"), .id("list-switch"), .set(.type, "button"), .aria("expanded", "false"),
        .aria("controls", "map-list")
      ) {
        Icon.list.html()
        Tag.span(.class("wide")) { "List" }
      }
      Tag.button(
        .class("float-button"), .id("legend-switch"), .set(.type, "button"), .aria("label", "Legend"),
        .aria("expanded", "false"), .aria("controls", "legend")
      ) { Icon.layers.html() }
      more(query)
    }
  }

  private static func more(_ query: AirportQuery) -> HTML {
    Tag.details(.class("menu end"), .id("map-more")) {
      Tag.summary(.class("float-button"), .aria("label", "More")) { Icon.more.html() }
      Tag.div(.class("float")) {
        Tag.a(.class("choice"), .href(PagePath.target(AirportPage(.near, near(query))))) {
          Icon.place.html(.small)
          Tag.bdi { "Nearest airports" }
        }
        Tag.a(.class("choice"), .href(PagePath.target(AirportPage(.favourites)))) {
          Icon.bookmark.html(.small)
          Tag.bdi { "Your airports" }
        }
        exports(query, .map)
        Tag.a(.class("choice"), .href("/settings/airports")) {
          Icon.settings.html(.small)
          Tag.bdi { "Units and defaults" }
        }
        Tag.button(.class("choice"), .id("keys-switch"), .set(.type, "button"), .aria("keyshortcuts", "?")) {
          Icon.more.html(.small)
          Tag.bdi { "Keys" }
        }
      }
    }
  }

  private static func near(_ query: AirportQuery) -> AirportQuery {
    var near = AirportQuery()
    near.near = query.airport
    near.filters = query.filters
    return near
  }

  /// The files of what a page lists.
  static func exports(_ query: AirportQuery, _ place: AirportPlace) -> HTML {
    HTML {
      for (format, word) in [("gpx", "Save as GPX"), ("csv", "Save as CSV"), ("geojson", "Save as GeoJSON")] {
        Tag.a(
          .class("choice"), .href(PagePath.target(format, query, of: place)), .set(.download, ""),
          .data("export", format)
        ) {
          Icon.download.html(.small)
          Tag.bdi { word }
        }
      }
    }
  }

  private static func corner() -> HTML {
    Tag.div(.class("map-controls")) {
      Tag.div(.class("scale"), .id("scale"), .aria("hidden", "true")) {
        Tag.span(.class("number"))
        Tag.svg(.set(.width, "84"), .set(.height, "7"), .set(.viewBox, "0 0 84 7")) {
          Tag.line(.set(.x1, "1"), .set(.x2, "1"), .set(.y1, "1"), .set(.y2, "6"))
          Tag.line(.class("bar"), .set(.x1, "1"), .set(.x2, "81"), .set(.y1, "6"), .set(.y2, "6"))
          Tag.line(.class("end"), .set(.x1, "81"), .set(.x2, "81"), .set(.y1, "1"), .set(.y2, "6"))
        }
      }
      Tag.div(.class("zoom")) {
        Tag.button(.set(.type, "button"), .data("zoom-by", "1"), .aria("label", "Zoom in")) {
          Icon.plus.html()
        }
        Tag.button(.set(.type, "button"), .data("zoom-by", "-1"), .aria("label", "Zoom out")) {
          Tag.svg(.class("icon"), .set(.viewBox, "0 0 24 24"), .aria("hidden", "true")) {
            Tag.path(.set(.d, "M5 12h14"))
          }
        }
      }
    }
  }
}
