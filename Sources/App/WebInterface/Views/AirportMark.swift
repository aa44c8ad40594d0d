import Aviation
import Markup

/// The mark of an airport: the shape tells the class, the colour repeats it. The map draws its
/// markers from the marks of the list.
enum AirportMark {
  static func html(_ mark: LegendMark, size: Int? = nil) -> HTML {
    let hex = colour(mark.colour)
    let inner = isLight(hex) ? "inner dark" : "inner"
    return Tag.svg(
      .class("mark"), .set(.viewBox, "0 0 24 24"), .set(.width, "\(size ?? mark.size)"),
      .set(.height, "\(size ?? mark.size)"),
      .aria("hidden", "true")
    ) {
      shape(mark.shape, hex)
      switch mark.sign {
      case .none: HTML()
      case .check: Tag.path(.class("inner"), .set(.d, "m7 12.4 3.4 3.4 6.6-7"))
      case .dot: Tag.circle(.class("spot"), .set(.cx, "12"), .set(.cy, "12"), .set(.r, "4"))
      case .longBar: Tag.path(.class(inner), .set(.d, "M6 12h12"))
      case .shortBar: Tag.path(.class(inner), .set(.d, "M8.5 12h7"))
      case .countryCode:
        Tag.drawnText(.class("code", isLight(hex) ? "dark" : ""), .set(.x, "12"), .set(.y, "15.4")) {
          mark.label
        }
      }
    }
  }

  private static func shape(_ shape: MarkerShape, _ hex: String) -> HTML {
    switch shape {
    case .circle:
      Tag.circle(.class("shape"), .set(.cx, "12"), .set(.cy, "12"), .set(.r, "11"), .set(.fill, hex))
    case .roundedSquare:
      Tag.rect(
        .class("shape"), .set(.x, "2"), .set(.y, "2"), .set(.width, "20"), .set(.height, "20"),
        .set(.rx, "5"),
        .set(.fill, hex))
    case .diamond:
      Tag.path(
        .class("shape"),
        .set(.d, "M12 .8 23.2 12 12 23.2.8 12z"), .set(.fill, hex))
    case .triangle: Tag.path(.class("shape"), .set(.d, "M12 1.5 23 21.500H1z"), .set(.fill, hex))
    case .ring:
      HTML {
        Tag.circle(
          .class("outline"), .set(.cx, "12"), .set(.cy, "12"), .set(.r, "11"), .set(.fill, "none"))
        Tag.path(
          .set(
            .d,
            "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 4a5 5 0 1 1 0 10 5 5 0 0 1 0-10z"),
          .set(.fill, hex))
      }
    }
  }

  /// `#RRGGBB` of a colour of the legend, whose palette has names.
  static func colour(_ name: String) -> String {
    if name.hasPrefix("#") { return name }
    return palette[name] ?? "#6C757D"
  }

  /// Whether white signs would not show on it.
  static func isLight(_ hex: String) -> Bool {
    guard hex.utf8.count == 7, let value = Int(hex.dropFirst(), radix: 16) else { return false }
    let (red, green, blue) = (value >> 16 & 255, value >> 8 & 255, value & 255)
    return red * 299 + green * 587 + blue * 114 > 150_000
  }

  private static let palette = [
    "blue": "#0A6CF0", "green": "#28A745", "orange": "#F08A24", "purple": "#8E44AD", "pink": "#E8488A",
    "cyan": "#2FA8C9", "mint": "#2CC0A0", "indigo": "#5856D6", "teal": "#1E8C99", "brown": "#8B6A47",
    "red": "#DC3545", "gray": "#6C757D", "yellow": "#FFC107",
  ]
}
