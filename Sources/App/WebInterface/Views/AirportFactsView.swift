import AppState
import Markup
import Text

/// The first part of an airport's detail: wind, runways, procedures, facts.
enum AirportFactsView {
  static func html(_ detail: AirportDetailScreen, _ context: PageContext) -> HTML {
    HTML {
      Tag.section(.class("part"), .aria("label", "Wind")) {
        WindRose.html(detail.wind)
        setWind(detail, context)
      }
      runways(detail)
      procedures(detail)
      facts(detail)
    }
  }

  static func runways(_ detail: AirportDetailScreen) -> HTML {
    Tag.section(.class("part"), .aria("labelledby", "runways-title")) {
      Tag.h3(.id("runways-title")) { "Runways" }
      if detail.runways.isEmpty { Tag.p(.class("absent")) { "Not in this database." } }
      Tag.ul(.class("runways")) {
        for runway in detail.runways {
          Tag.li(.class(runway.isClosed ? "closed" : "")) {
            Tag.span(.class("ident")) { AirportsPage.line(runway.ident) }
            Tag.span(.class("number", runway.isKnown ? "" : "absent")) { runway.size }
            Tag.span(.class("tags")) {
              for tag in runway.tags { Tag.span(.class("tag", tag == "Closed" ? "bad" : "")) { tag } }
            }
            if !runway.more.isEmpty { Tag.small { Tag.bdi { AirportsPage.line(runway.more) } } }
          }
        }
      }
    }
  }

  static func procedures(_ detail: AirportDetailScreen) -> HTML {
    Tag.section(.class("part"), .aria("labelledby", "procedures-title")) {
      Tag.h3(.id("procedures-title")) { "Procedures" }
      if detail.procedures.isEmpty {
        Tag.p(.class("absent")) { "Not in this database." }
      } else {
        Tag.p(.class("procedures")) { for tag in detail.procedures { AirportsPage.approachTag(tag) } }
      }
    }
  }

  static func facts(_ detail: AirportDetailScreen) -> HTML {
    HTML {
      Tag.section(.class("part"), .aria("label", "Facts")) { list(detail.facts) }
      if !detail.friendliness.isEmpty {
        Tag.section(.class("part"), .aria("labelledby", "friendly-title")) {
          Tag.h3(.id("friendly-title")) { "What pilots say" }
          list(detail.friendliness)
        }
      }
    }
  }

  private static func list(_ facts: [AirportDetailScreen.Fact]) -> HTML {
    Tag.dl(.class("facts-list")) {
      for fact in facts {
        Tag.div {
          Tag.dt { fact.name }
          Tag.dd(.class(fact.isCode ? "mono" : "")) {
            if let value = fact.value {
              Tag.bdi { AirportsPage.line(value) }
            } else {
              Tag.span(.class("absent")) { "not in this database" }
            }
          }
        }
      }
    }
  }

  // MARK: Setting the wind

  private static func setWind(_ detail: AirportDetailScreen, _ context: PageContext) -> HTML {
    Tag.details(
      .class("set-wind"), .id("set-wind"),
      .flag(.open, detail.wind.problem != nil && detail.wind.words == nil)
    ) {
      Tag.summary {
        detail.wind.words == nil ? "Set the wind" : "Change the wind"
        Icon.down.html(.tiny)
      }
      Tag.form(
        .id("wind-form"), .set(.method, "post"), .action("/airports/wind"), .htmxPost("/airports/wind"),
        .set(.hxSwap, "none")
      ) {
        Composer.tokenField(context)
        AirportDetailView.hidden("icao", detail.icao)
        Tag.div(.class("field")) {
          Tag.label(.set(.for, "metar")) { "Paste a METAR" }
          Tag.textarea(
            .class("input"), .id("metar"), .set(.name, "metar"), .set(.rows, "2"), .set(.spellcheck, "false"),
            .set(.maxlength, "2000"), .aria("describedby", "metar-hint"))
          Tag.p(.class("hint"), .id("metar-hint")) { "Nothing is fetched: Tern reads only what you paste." }
        }
        Tag.div(.class("three")) {
          number("wind-from", "from", "Or from, °", max: 360)
          number("wind-speed", "speed", "Speed, kt", max: 199)
          number("wind-gust", "gust", "Gusts, kt", max: 299)
        }
        Composer.problemLine(id: "wind-problem")
        Tag.p(.class("actions")) {
          Tag.button(.class("button"), .id("set-wind-button"), .set(.type, "submit")) { "Set the wind" }
          if detail.wind.words != nil {
            Tag.button(
              .class("button quiet"), .set(.type, "submit"), .set(.name, "clear"), .set(.value, "1")
            ) { "No wind" }
          }
        }
      }
    }
  }

  private static func number(_ id: String, _ name: String, _ label: String, max: Int) -> HTML {
    Tag.div(.class("field")) {
      Tag.label(.set(.for, id)) { label }
      Tag.input(
        .class("input"), .id(id), .set(.type, "number"), .set(.name, name), .set(.min, "0"),
        .set(.max, "\(max)"),
        .set(.inputmode, "numeric"), .aria("describedby", "wind-problem"))
    }
  }
}
