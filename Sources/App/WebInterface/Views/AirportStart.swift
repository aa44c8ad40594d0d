import AppState
import Markup
import Text

/// Where the database is on its way, or cannot be read: what to do.
enum AirportStart {
  static func reading() -> HTML {
    main {
      Tag.div(.class("page")) {
        Tag.div(.class("column card")) { MoneyStates.reading("Reading the airport database…") }
      }
    }
  }

  static func failed(why: String, remedy: String?, _ context: PageContext) -> HTML {
    main {
      Tag.div(.class("first-airports")) {
        Tag.h2 { "There is no airport database yet" }
        Tag.p { "Tern keeps airports on this computer, so that maps and lists work without a network." }
        Tag.ol {
          Tag.li {
            Tag.p { "Build one from the open data of OurAirports (about 29,500 airports with runways):" }
            Tag.code(.class("command")) { "tern airports build" }
          }
          Tag.li {
            Tag.p {
              "Or take a database of your own, which may have procedures, AIP texts and border crossings:"
            }
            Tag.code(.class("command")) { "tern airports import --database FILE" }
          }
        }
        Tag.p(.class("actions")) {
          Tag.a(.class("button primary"), .href("/airports"), .data("retry", "")) {
            Icon.retry.html(.small)
            "Look again"
          }
        }
        Tag.details {
          Tag.summary { "Details for a report" }
          Tag.p { Tag.bdi { Text.displayText([why, remedy].compactMap { $0 }.joined(separator: " ")) } }
        }
      }
    }
  }

  private static func main(@HTMLBuilder _ content: () -> HTML) -> HTML {
    let content = content()
    return Tag.main(.class("main wide"), .id("main"), .set(.tabindex, "-1")) {
      Tag.header(.class("bar")) {
        Tag.div(.class("titles")) { Tag.h1(.class("title")) { "Airports" } }
      }
      PageNotices.html
      content
    }
  }
}
