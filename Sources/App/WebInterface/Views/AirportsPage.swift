import AppState
import Markup
import Text

/// The pages of Airports: what they show stands in `screen.airports`.
enum AirportsPage {
  static func html(_ screen: TalkScreen, _ context: PageContext, _ place: AirportPlace) -> HTML {
    let airports = screen.airports
    let columns: HTML
    switch airports.database {
    case .reading: columns = AirportStart.reading()
    case .failed(let why, let remedy): columns = AirportStart.failed(why: why, remedy: remedy, context)
    case .ready(let source):
      switch place {
      case .map: columns = AirportMap.html(airports, context, source)
      case .route, .near, .favourites: columns = AirportListPage.html(airports, context, source)
      case .sheet: columns = AirportSheet.html(airports, context, source)
      }
    }
    let pageKind = Tag.div(.id("kind"), .flag(.hidden)) { kind(airports).html }
    return PageShell.html(
      screen, context, title: "\(title(airports, place)) · Tern",
      columns: HTML {
        columns
        pageKind
      })
  }

  static func regions(_ screen: TalkScreen) -> [Region] { [kind(screen.airports)] }

  /// Whether the database is there decides what a page is made of: when that changes it is loaded anew.
  private static func kind(_ airports: AirportsScreen) -> Region {
    switch airports.database {
    case .reading: .kind("airports-reading")
    case .failed: .kind("airports-failed")
    case .ready: .kind("airports")
    }
  }

  static func frameClass(_ place: AirportPlace) -> String {
    switch place {
    case .map: "map-page"
    case .route, .near, .favourites: "airport-list-page"
    case .sheet: "sheet-page"
    }
  }

  static func scripts(_ place: AirportPlace) -> [LinkTarget] {
    place == .map
      ? [
        "/assets/leaflet-1.min.js", "/assets/base-map.js", "/assets/map-gather.js", "/assets/map-signs.js",
        "/assets/map-canvas.js", "/assets/map-buttons.js", "/assets/map-lines.js", "/assets/map-marks.js",
        "/assets/map.js", "/assets/airports.js",
      ] : ["/assets/airports.js"]
  }

  private static func title(_ airports: AirportsScreen, _ place: AirportPlace) -> String {
    let airport = airports.detail?.value.map { "\($0.icao) \(line($0.name)) · " } ?? ""
    switch place {
    case .map, .sheet: return airport + "Airports"
    case .route: return "Route · Airports"
    case .near: return "Nearest · Airports"
    case .favourites: return "Your airports · Airports"
    }
  }

  /// Texts of the database are somebody's words: one line, nothing that turns it round.
  static func line(_ text: String) -> String {
    Text.displayText(text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  /// What must always be said, and where the data are from.
  static func notes(_ source: AirportSource) -> HTML {
    HTML {
      Tag.span(.class("safe")) { AirportSource.safety }
      Tag.span(.set(.title, source.coverage)) { Tag.bdi { line(source.words) } }
    }
  }

  /// A mark for what the database does not have, and the words for who cannot see it.
  static var absent: HTML {
    Tag.span(.class("absent")) {
      Tag.span(.aria("hidden", "true")) { "—" }
      Tag.span(.class("unseen")) { "not in this database" }
    }
  }

  static func approachTag(_ tag: ApproachTag) -> HTML {
    let tone: String =
      switch tag.precision {
      case .precision?: "good"
      case .rnav?: "sea"
      case .nonPrecision?: "warn"
      case nil: ""
      }
    return Tag.span(.class("tag", tone)) { line(tag.word) }
  }
}
