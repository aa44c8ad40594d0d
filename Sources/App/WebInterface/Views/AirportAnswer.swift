import AppState
import Aviation
import Geography
import Markup
import Text

/// The answer to what the map asks: chosen filters, the list, the legend. The map draws its markers from the
/// list, so that neither shows more than the other.
enum AirportAnswer {
  static func html(_ airports: AirportsScreen) -> HTML {
    let list = airports.list.value
    return Tag.div(.id("map-answer"), .data("filters", "\(list?.filters.count ?? 0)")) {
      if let list, !list.filters.isEmpty { chips(list, airports.page.query) }
      Tag.section(.class("map-list"), .id("map-list"), .aria("label", "Airports on the map")) {
        switch airports.list {
        case .loading: MoneyStates.reading("Reading airports…")
        case .failed(let why): failed(why)
        case .ready(let list): rows(list, airports)
        }
      }
      if let list { legend(list.legend) }
    }
  }

  private static func failed(_ why: String) -> HTML {
    HTML {
      Tag.p(.class("found"), .id("found"), .set(.role, "status")) { "Airports could not be read" }
      MoneyStates.failed("Airports could not be read", why: why, page: .airports(AirportPage(.map)))
      Tag.ol(.id("airport-list"), .data("kind", "region"), .data("hidden", "0"))
    }
  }

  private static func chips(_ list: AirportListScreen, _ query: AirportQuery) -> HTML {
    Tag.div(.class("map-chips"), .set(.role, "group"), .aria("label", "Filters that hold")) {
      for filter in list.filters {
        Tag.a(.class("chip on"), .href(PagePath.target(AirportPage(.map, filter.value))), .data("state", ""))
        {
          Tag.bdi { AirportsPage.line(filter.title) }
          Tag.span(.class("unseen")) { ", remove this filter" }
          Icon.close.html(.tiny)
        }
      }
      if list.filters.count > 1 {
        Tag.a(.class("chip"), .href(PagePath.target(AirportPage(.map, cleared(query)))), .data("state", "")) {
          "Clear all"
        }
      }
    }
  }

  static func cleared(_ query: AirportQuery) -> AirportQuery {
    var cleared = query
    cleared.filters = FilterConfig()
    return cleared
  }

  private static func rows(_ list: AirportListScreen, _ airports: AirportsScreen) -> HTML {
    HTML {
      Tag.p(.class("found"), .id("found"), .set(.role, "status")) { list.sentence }
      for notice in list.notices {
        Tag.p(.class("more"), .set(.role, "status")) { AirportsPage.line(notice) }
      }
      if list.kind == .route || list.kind == .search, airports.page.query.isSearching {
        Tag.p(.class("more")) {
          Tag.a(
            .href(PagePath.target(AirportPage(.map, withoutSearch(airports.page.query)))), .data("state", "")
          ) { list.kind == .route ? "Clear the route" : "Clear the search" }
        }
      }
      if list.rows.isEmpty { nothing(list, airports.page.query) }
      Tag.ol(
        .id("airport-list"), .class("airport-rows"), .data("kind", list.kind.rawValue),
        .data("hidden", "\(list.hidden)"), .data("box", list.box.map(box)),
        .data("line", list.route.flatMap { $0.line.isEmpty ? nil : line($0.line) }),
        .data("highlights", list.route.map(highlights))
      ) {
        for row in list.rows { item(row, airports.page.query, airports.settings.units.runway.symbol) }
      }
    }
  }

  private static func nothing(_ list: AirportListScreen, _ query: AirportQuery) -> HTML {
    list.filters.isEmpty
      ? MoneyStates.nothing(
        .airports, list.kind == .region ? "No airport here" : "Nothing matches",
        list.kind == .region ? "Move the map, or zoom out." : "Look for a code, a name or a town.")
      : MoneyStates.nothing(
        .filter, "Nothing matches", "The filters hold: \(list.filters.map(\.title).joined(separator: ", "))."
      ) {
        Tag.a(
          .class("button"), .href(PagePath.target(AirportPage(.map, cleared(query)))), .data("state", "")
        ) { "Clear filters" }
      }
  }

  static func withoutSearch(_ query: AirportQuery) -> AirportQuery {
    var query = query
    (query.text, query.route, query.corridorNM) = ("", [], nil)
    return query
  }

  private static func item(_ row: AirportRow, _ query: AirportQuery, _ unit: String) -> HTML {
    var chosen = query
    (chosen.airport, chosen.tab) = (row.icao, nil)
    let longest = row.longest.isEmpty ? "" : "\(row.longest)\u{A0}\(unit)"
    let end = row.distance.isEmpty ? (row.along.isEmpty ? longest : row.along) : row.distance
    return Tag.li(
      .id("row-\(row.icao)"), .data("icao", row.icao), .data("name", AirportsPage.line(row.name)),
      .data("lat", "\(row.position.latitude)"), .data("lon", "\(row.position.longitude)"),
      .data("colour", AirportMark.colour(row.mark.colour)), .data("size", "\(row.mark.size)"),
      .data("rank", "\(row.rank)"), .data("code", row.mark.sign == .countryCode ? row.mark.label : nil),
      .data("lines", row.lines.isEmpty ? nil : lines(row.lines))
    ) {
      Tag.a(
        .class("row"), .href(PagePath.target(AirportPage(.map, chosen))), .data("choose", row.icao),
        .aria("current", row.isChosen ? "true" : nil)
      ) {
        AirportMark.html(row.mark)
        Tag.span(.class("icao")) { row.icao }
        Tag.span(.class("middle")) {
          Tag.span(.class("name truncate")) { Tag.bdi(.class("truncate")) { AirportsPage.line(row.name) } }
          Tag.span(.class("second")) {
            Tag.span(.class("unseen")) { "\(row.mark.label). " }
            if row.approach != nil { Tag.span(.class("tag sea")) { "IFR" } }
            Tag.bdi(.class("truncate")) { AirportsPage.line(row.place) }
          }
        }
        Tag.span(.class("end number")) { end }
      }
    }
  }

  private static func legend(_ legend: LegendScreen) -> HTML {
    Tag.section(.class("legend-card"), .id("legend"), .aria("labelledby", "legend-title")) {
      Tag.div(.class("head")) {
        Tag.h2(.id("legend-title")) { legend.title }
        Tag.details(.class("menu"), .id("legend-menu")) {
          Tag.summary {
            "Change"
            Tag.span(.class("unseen")) { " what the marks tell" }
            Icon.down.html(.tiny)
          }
          Tag.div(.class("float")) {
            for mode in legend.modes {
              Tag.a(
                .class("choice"), .href(PagePath.target(AirportPage(.map, mode.value))), .data("state", ""),
                .data("legend", mode.value.legend?.address), .aria("current", mode.isChosen ? "true" : nil)
              ) {
                Tag.bdi { mode.title }
                if mode.isChosen { Icon.check.html(.small) }
              }
            }
          }
        }
      }
      Tag.ul {
        for entry in legend.entries {
          Tag.li {
            AirportMark.html(entry.mark)
            Tag.span { entry.mark.label }
            Tag.span(.class("number")) { MoneyPane.grouped(entry.count) }
          }
        }
      }
      if let note = legend.note { Tag.p(.class("note")) { note } }
    }
  }

  // MARK: Places as the map's script reads them

  private static func box(_ box: GeoBox) -> String {
    // The script's world goes on beyond 180°.
    let east = box.crossesAntimeridian ? box.east + 360 : box.east
    return "\(box.south),\(box.west),\(box.north),\(east)"
  }

  private static func line(_ points: [Coordinate]) -> String {
    var turned = 0.0
    var last: Double?
    return points.map { point in
      if let last, abs(point.longitude + turned - last) > 180 {
        turned += point.longitude + turned < last ? 360 : -360
      }
      last = point.longitude + turned
      return "\(point.latitude),\(point.longitude + turned)"
    }.joined(separator: " ")
  }

  private static func lines(_ lines: [ApproachLine]) -> String {
    lines.map {
      "\($0.precision.rawValue),\(place($0.start)),\(place($0.end))"
    }.joined(separator: ";")
  }

  private static func place(_ place: Coordinate) -> String { "\(place.latitude),\(place.longitude)" }

  /// The ends and the turns of a route, each with its circle. Source: airports 8.3.
  private static func highlights(_ route: RouteScreen) -> String {
    route.points.enumerated().map { index, point in
      let tone = index == 0 ? "green" : index == route.points.count - 1 ? "red" : "purple"
      return "\(tone),15000,\(point.position.latitude),\(point.position.longitude)"
    }.joined(separator: ";")
  }
}
