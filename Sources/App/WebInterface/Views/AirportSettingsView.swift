import AppState
import Aviation
import Markup

/// Units and defaults of Airports, as a section of Settings.
enum AirportSettingsView {
  static func html(_ airports: AirportsScreen, _ context: PageContext, saved: Bool) -> HTML {
    let settings = airports.settings
    return Tag.form(.id("airport-settings"), .set(.method, "post"), .action("/settings/airports")) {
      Composer.tokenField(context)
      Tag.section {
        Tag.h2 { "Units" }
        Tag.div(.class("card")) {
          Tag.div(.class("block")) {
            segments(
              "distance", "Distances", AviationUnits.Distance.allCases.map { ($0.rawValue, $0.symbol) },
              settings.units.distance.rawValue)
            segments("altitude", "Elevations", lengths, settings.units.altitude.rawValue)
            segments("runway", "Runways", lengths, settings.units.runway.rawValue)
          }
        }
      }
      Tag.section {
        Tag.h2 { "What the map opens with" }
        Tag.div(.class("card")) {
          Tag.div(.class("block")) {
            AirportFilters.select(
              "legend", "Marks tell",
              LegendMode.allCases.map {
                MenuChoice(title: $0.title, value: $0.address, isChosen: $0 == settings.legend)
              }, any: "Airport type")
            AirportFilters.select(
              "country", "Country",
              airports.choices.countries.map {
                MenuChoice(title: $0.title, value: $0.value, isChosen: $0.value == settings.country)
              }, any: "All countries")
            Tag.div(.class("chips")) {
              AirportFilters.chip("procedures", "Only with procedures", settings.onlyProcedures)
              AirportFilters.chip("entry", "Only border crossings", settings.onlyBorderCrossings)
              AirportFilters.chip("restore", "As it was left", settings.restoresSession)
            }
          }
        }
      }
      Tag.p(.class("actions")) {
        Tag.button(.class("button primary"), .id("save-airport-settings"), .set(.type, "submit")) { "Save" }
        if saved { Tag.span(.class("hint"), .set(.role, "status")) { "Saved." } }
      }
      if case .ready(let source) = airports.database {
        Tag.section {
          Tag.h2 { "Data" }
          Tag.div(.class("card")) {
            Tag.div(.class("block")) {
              Tag.p { Tag.bdi { AirportsPage.line(source.words) } }
              Tag.p(.class("hint")) { AirportsPage.line(source.coverage) }
              Tag.p(.class("hint")) { AirportSource.safety }
            }
          }
        }
      }
    }
  }

  private static let lengths = AviationUnits.Length.allCases.map { ($0.rawValue, $0.symbol) }

  private static func segments(
    _ name: String, _ label: String, _ choices: [(value: String, word: String)], _ chosen: String
  ) -> HTML {
    Tag.div(.set(.role, "radiogroup"), .aria("labelledby", "\(name)-label")) {
      Tag.p(.class("label"), .id("\(name)-label")) { label }
      Tag.div(.class("segments")) {
        for choice in choices {
          Tag.label {
            Tag.input(
              .set(.type, "radio"), .set(.name, name), .set(.value, choice.value),
              .flag(.checked, choice.value == chosen))
            Tag.span { choice.word }
          }
        }
      }
    }
  }
}
