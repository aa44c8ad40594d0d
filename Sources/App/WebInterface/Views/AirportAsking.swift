import AppState
import Aviation
import Markup

/// What the pages of route, nearest and own airports are asked by. `prefix` tells the pane's form from the
/// page's.
enum AirportAsking {
  static func form(_ airports: AirportsScreen, prefix: String) -> HTML {
    switch airports.page.place {
    case .route: route(airports, prefix)
    case .near: near(airports, prefix)
    case .favourites, .map, .sheet: filters(airports, prefix, .favourites)
    }
  }

  private static func route(_ airports: AirportsScreen, _ prefix: String) -> HTML {
    let query = airports.page.query
    let points = query.route
    let via = points.count > 2 ? Array(points[1..<(points.count - 1)]) : []
    return asking(airports, prefix) {
      code("\(prefix)route-from", "from", "From", points.first ?? "", airports)
      for (index, point) in via.enumerated() {
        code("\(prefix)route-via-\(index)", "via", "By way of", point, airports)
      }
      for index in via.count..<min(via.count + 3, AirportQuery.routePointsMax - 2) {
        code("\(prefix)route-via-\(index)", "via", "By way of", "", airports, isExtra: true)
      }
      code("\(prefix)route-to", "to", "To", points.count > 1 ? points.last ?? "" : "", airports)
      if via.count < AirportQuery.routePointsMax - 2 {
        Tag.button(.class("button quiet"), .set(.type, "button"), .data("add-point", "")) {
          Icon.plus.html(.small)
          "Add a waypoint"
        }
      }
      range(
        "\(prefix)corridor", "corridor", "Corridor", query.corridorNM ?? AirportQuery.corridorUsualNM,
        AirportQuery.corridorRange, unit: "NM each side")
      only(query.filters ?? FilterConfig())
      Tag.button(.class("button primary"), .id("\(prefix)show-route"), .set(.type, "submit")) {
        "Show the route"
      }
    }
  }

  private static func near(_ airports: AirportsScreen, _ prefix: String) -> HTML {
    let query = airports.page.query
    return asking(airports, prefix) {
      code("\(prefix)near", "near", "Near", query.near, airports, hint: "A code, a name, or 50.1, 8.6")
      range(
        "\(prefix)radius", "radius", "Within", query.radiusNM ?? AirportQuery.radiusUsualNM,
        AirportQuery.radiusRange,
        unit: "NM")
      only(query.filters ?? FilterConfig())
      Tag.button(.class("button primary"), .set(.type, "submit")) { "Show airports" }
    }
  }

  private static func filters(_ airports: AirportsScreen, _ prefix: String, _ place: AirportPlace) -> HTML {
    Tag.p(.class("hint")) { "Your airports are kept sealed on this computer. Open one to take it out again." }
  }

  private static func asking(
    _ airports: AirportsScreen, _ prefix: String, @HTMLBuilder _ content: () -> HTML
  ) -> HTML {
    let content = content()
    return Tag.form(
      .class("asking"), .id("\(prefix)asking-form"), .set(.method, "get"),
      .action(.path("airports", airports.page.place.rawValue)), .data("asks", ""), .set(.autocomplete, "off")
    ) {
      Tag.input(.set(.type, "hidden"), .set(.name, "f"), .set(.value, "1"))
      rest(airports.page.query.filters ?? FilterConfig())
      content
    }
  }

  /// Filters that have no chip here are kept as they are.
  private static func rest(_ filters: FilterConfig) -> HTML {
    let shown = ["f", "entry", "hard", "procedures", "avgas", "min"]
    var query = AirportQuery()
    query.filters = filters
    return HTML {
      for item in query.items where !shown.contains(item.name) {
        AirportDetailView.hidden(item.name, item.value)
      }
    }
  }

  private static func code(
    _ id: String, _ name: String, _ label: String, _ value: String, _ airports: AirportsScreen,
    isExtra: Bool = false, hint: String? = nil
  ) -> HTML {
    Tag.div(.class("field code-field", isExtra ? "extra" : ""), .flag(.hidden, isExtra)) {
      Tag.label(.set(.for, id)) { label }
      Tag.input(
        .class("input"), .id(id), .set(.type, "text"), .set(.name, name),
        .set(.value, AirportsPage.line(value)),
        .set(.maxlength, "40"), .set(.spellcheck, "false"), .set(.autocapitalize, "characters"),
        .flag(.disabled, isExtra), .aria("describedby", hint == nil ? nil : "\(id)-hint"))
      if let hint { Tag.p(.class("hint"), .id("\(id)-hint")) { hint } }
    }
  }

  private static func range(
    _ id: String, _ name: String, _ label: String, _ value: Int, _ range: ClosedRange<Int>, unit: String
  ) -> HTML {
    Tag.div(.class("field")) {
      Tag.div(.class("range-line label")) {
        Tag.label(.set(.for, id)) { label }
        Tag.output(.id("\(id)-says"), .set(.for, id)) { "\(value) \(unit)" }
      }
      Tag.input(
        .id(id), .set(.type, "range"), .set(.name, name), .set(.min, "\(range.lowerBound)"),
        .set(.max, "\(range.upperBound)"), .set(.step, "5"), .set(.value, "\(value)"),
        .data("says", "\(id)-says"),
        .data("unit", unit))
    }
  }

  private static func only(_ filters: FilterConfig) -> HTML {
    Tag.fieldset(.class("only-show plain-set")) {
      Tag.legend(.class("label")) { "Only show" }
      Tag.div(.class("chips")) {
        AirportFilters.chip("entry", "Customs", filters.pointOfEntry, icon: .customs)
        Tag.label(.class("chip")) {
          Tag.input(
            .set(.type, "checkbox"), .set(.name, "min"),
            .set(.value, "\(filters.minRunwayLengthFt ?? 4_000)"),
            .flag(.checked, filters.minRunwayLengthFt != nil))
          Tag.span(.class("icon-yes"), .aria("hidden", "true")) { Icon.check.html(.tiny) }
          Tag.span { "Runway ≥ \(MoneyPane.grouped(filters.minRunwayLengthFt ?? 4_000)) ft" }
        }
        AirportFilters.chip("procedures", "Procedures", filters.hasProcedures)
        AirportFilters.chip("hard", "Hard", filters.hasHardRunway)
        AirportFilters.chip("avgas", "Avgas", filters.hasAvgas, icon: .fuel)
      }
    }
  }

  /// What the route comes to.
  static func facts(_ route: RouteScreen) -> HTML {
    Tag.dl(.class("foot")) {
      Tag.div {
        Tag.dt { "Distance" }
        Tag.dd(.class("number"), .id("route-distance")) { route.distance }
      }
      if let course = route.course {
        Tag.div {
          Tag.dt { "Initial course" }
          Tag.dd(.class("number")) { course }
        }
      }
      if route.countries.count > 1 {
        Tag.div {
          Tag.dt { "Borders crossed" }
          Tag.dd { route.countries.joined(separator: " · ") }
        }
      }
      for formality in route.formalities { Tag.div { Tag.dd { formality } } }
    }
  }
}
