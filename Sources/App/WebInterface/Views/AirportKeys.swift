import Markup

/// The list of the keys of the map, which `?` opens.
enum AirportKeys {
  static func dialog() -> HTML {
    Tag.dialog(.class("keys"), .id("keys"), .aria("labelledby", "keys-title")) {
      Tag.h2(.id("keys-title")) { "Keys" }
      Tag.dl {
        for (keys, what) in list {
          Tag.dt { Tag.kbd { keys } }
          Tag.dd { what }
        }
      }
      Tag.form(.set(.method, "dialog")) {
        Tag.button(.class("button primary"), .set(.type, "submit")) { "Close" }
      }
    }
  }

  private static let list = [
    ("/", "search"), ("f", "filters"), ("c", "centre the chosen airport"),
    ("Shift+Delete", "clear search and route"),
    ("Arrows, +, −", "move the map and zoom, when it has the focus"),
    ("Esc", "close the filters, then the airport"), ("Alt+1 … Alt+4", "Talk, Money, Airports, Settings"),
    ("?", "these keys"),
  ]
}
