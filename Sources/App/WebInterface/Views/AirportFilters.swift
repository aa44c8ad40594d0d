import AppState
import Aviation
import Markup

/// The filters as a sheet: every change is asked for at once. Without the map they stand open on the page,
/// and a button asks.
enum AirportFilters {
  static func sheet(_ airports: AirportsScreen, _ context: PageContext) -> HTML {
    let query = airports.page.query
    return Tag.section(
      .class("filter-sheet"), .id("filter-sheet"), .aria("labelledby", "filter-title"), .flag(.hidden)
    ) {
      Tag.header(.class("bar")) {
        Tag.div(.class("titles")) { Tag.h2(.class("title"), .id("filter-title")) { "Filters" } }
        Tag.button(
          .class("icon-button"), .set(.type, "button"), .data("shut", ""), .aria("label", "Close filters")
        ) { Icon.close.html() }
      }
      Tag.form(.class("scroll"), .id("filters"), .set(.method, "get"), .action("/airports")) {
        Tag.input(.set(.type, "hidden"), .set(.name, "f"), .set(.value, "1"))
        presets(airports.choices)
        fields(airports.choices, query.filters ?? FilterConfig(), airports.settings)
        Tag.button(.class("button apply"), .set(.type, "submit")) { "Show airports" }
      }
      Tag.div(.class("foot")) {
        Tag.a(
          .class("button"), .id("clear-filters"),
          .href(PagePath.target(AirportPage(.map, AirportAnswer.cleared(query)))), .data("state", "")
        ) { "Clear filters" }
        Tag.button(.class("button primary"), .set(.type, "button"), .data("shut", "")) { "Show airports" }
      }
    }
  }

  private static func presets(_ choices: FilterChoices) -> HTML {
    Tag.fieldset {
      Tag.legend { "Begin with" }
      Tag.div(.class("chips")) {
        for preset in choices.presets {
          Tag.a(
            .class("chip"), .href(PagePath.target(AirportPage(.map, preset.value))), .data("state", ""),
            .data("preset", "")
          ) { preset.title }
        }
      }
    }
  }

  /// The conditions as form fields.
  static func fields(_ choices: FilterChoices, _ filters: FilterConfig, _ settings: AirportSettings) -> HTML {
    HTML {
      Tag.fieldset {
        Tag.legend { "Where" }
        select("country", "Country", choices.countries, any: "All countries")
        check("entry", "Border crossing", filters.pointOfEntry)
        check("small", "No large airports", filters.excludeLargeAirports)
      }
      Tag.fieldset {
        Tag.legend { "Runway" }
        Tag.div(.class("two")) {
          select("min", "At least", choices.lengths, any: "Any length")
          select(
            "max", "At most", choices.lengths.map { changed($0, filters.maxRunwayLengthFt) },
            any: "Any length")
        }
        Tag.div(.class("chips")) {
          chip("hard", "Hard", filters.hasHardRunway)
          chip("lighted", "Lighted", filters.hasLightedRunway)
          chip("open", "Closed ones do not count", filters.openOnly)
        }
      }
      Tag.fieldset {
        Tag.legend { "Procedures" }
        Tag.div(.class("chips")) {
          chip("procedures", "Any procedure", filters.hasProcedures)
          chip("ils", "ILS", filters.hasILS)
          chip("rnav", "RNP or RNAV", filters.hasRNAV)
          chip("precision", "Precision approach", filters.hasPrecisionApproach)
        }
      }
      Tag.fieldset {
        Tag.legend { "On the ground" }
        Tag.div(.class("chips")) {
          chip("avgas", "Avgas", filters.hasAvgas)
          chip("jet", "Jet A", filters.hasJetA)
          chip("aip", "AIP texts", filters.hasAIPData)
        }
        select("notice", "Customs notice at most", notices(filters), any: "Any notice")
        select("hotel", "Hotel", reach(filters.hotel), any: "Does not matter")
        select("restaurant", "Restaurant", reach(filters.restaurant), any: "Does not matter")
        Tag.p(.class("hint")) { "Fuel, hotels and notice are known only where the database has AIP texts." }
      }
    }
  }

  private static func changed(_ choice: MenuChoice<String>, _ feet: Int?) -> MenuChoice<String> {
    MenuChoice(title: choice.title, value: choice.value, isChosen: choice.value == feet.map(String.init))
  }

  private static func notices(_ filters: FilterConfig) -> [MenuChoice<String>] {
    [2, 12, 24, 48, 72].map { (hours: Int) in
      MenuChoice(title: "\(hours)\u{A0}hours", value: "\(hours)", isChosen: filters.maxHoursNotice == hours)
    }
  }

  private static func reach(_ chosen: HospitalityReach?) -> [MenuChoice<String>] {
    [
      MenuChoice(
        title: "Near", value: HospitalityReach.vicinity.rawValue, isChosen: chosen == .vicinity),
      MenuChoice(
        title: "At the airport", value: HospitalityReach.atAirport.rawValue, isChosen: chosen == .atAirport),
    ]
  }

  static func select(_ name: String, _ label: String, _ choices: [MenuChoice<String>], any: String) -> HTML {
    Tag.div(.class("field")) {
      Tag.label(.set(.for, "filter-\(name)")) { label }
      Tag.select(.class("input"), .id("filter-\(name)"), .set(.name, name)) {
        Tag.option(.set(.value, "")) { any }
        for choice in choices {
          Tag.option(.set(.value, choice.value), .flag(.selected, choice.isChosen)) {
            AirportsPage.line(choice.title)
          }
        }
      }
    }
  }

  private static func check(_ name: String, _ title: String, _ isOn: Bool?) -> HTML {
    Tag.div(.class("chips")) { chip(name, title, isOn) }
  }

  /// A condition that holds or is not asked for.
  static func chip(_ name: String, _ title: String, _ isOn: Bool?, icon: Icon? = nil) -> HTML {
    Tag.label(.class("chip")) {
      Tag.input(
        .set(.type, "checkbox"), .set(.name, name), .set(.value, "1"), .flag(.checked, isOn == true))
      Tag.span(.class("icon-yes"), .aria("hidden", "true")) { Icon.check.html(.tiny) }
      if let icon { icon.html(.tiny) }
      Tag.span { title }
    }
  }
}
