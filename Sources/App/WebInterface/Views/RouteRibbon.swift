import AppState
import Markup

/// A route as one line with its airports at their distance: left of the track above it, right below. The
/// table carries everything it shows.
enum RouteRibbon {
  static func html(_ route: RouteScreen, _ rows: [AirportRow]) -> HTML {
    let placed = apart(rows.filter { $0.ribbon != nil })
    guard !placed.isEmpty, route.points.count > 1 else { return HTML() }
    return Tag.div(.class("ribbon")) {
      Tag.svg(
        .set(.viewBox, "0 0 \(width) \(height)"), .set(.role, "img"),
        .aria("label", "The route with \(placed.count) of its airports at their distance; the table has all.")
      ) {
        Tag.rect(
          .class("band"), .set(.x, "\(left)"), .set(.y, "16"), .set(.width, "\(width - 2 * left)"),
          .set(.height, "\(height - 32)"), .set(.rx, "8"))
        line("way", left, middle, width - left, middle)
        for turn in route.turns { line("turn", x(turn), middle - 6, x(turn), middle + 6) }
        for row in placed { mark(row) }
        for label in labels(placed) {
          Tag.drawnText(.set(.x, "\(label.x)"), .set(.y, "\(label.y)")) { label.icao }
        }
      }
    }
  }

  /// Ends first, then the better classes; a mark that would cover another is left to the table.
  private static func apart(_ rows: [AirportRow]) -> [AirportRow] {
    var kept: [AirportRow] = []
    for row in ranked(rows) {
      guard let place = row.ribbon else { continue }
      let covers = kept.contains { other in
        guard let there = other.ribbon else { return false }
        return abs(x(there.along) - x(place.along)) < 20 && abs(y(there.across) - y(place.across)) < 18
      }
      if !covers { kept.append(row) }
    }
    return kept
  }

  private static func ranked(_ rows: [AirportRow]) -> [AirportRow] {
    rows.sorted { (isEnd($0) ? -1 : $0.rank) < (isEnd($1) ? -1 : $1.rank) }
  }

  private static func mark(_ row: AirportRow) -> HTML {
    guard let place = row.ribbon else { return HTML() }
    let (x, y) = (x(place.along), y(place.across))
    let size = 14
    return HTML {
      if abs(y - middle) > 8 { line("stem", x, middle, x, y) }
      Tag.g(.set(.transform, "translate(\(x - size / 2) \(y - size / 2)) scale(\(Double(size) / 24))")) {
        AirportMark.html(row.mark, size: 24)
      }
    }
  }

  private struct Label {
    var icao: String
    var x: Int
    var y: Int
  }

  /// Ends first, then the better classes; a label that would touch another is left out.
  private static func labels(_ rows: [AirportRow]) -> [Label] {
    var labels: [Label] = []
    for row in ranked(rows) {
      guard let place = row.ribbon else { continue }
      let y = y(place.across)
      let label = Label(icao: row.icao, x: x(place.along), y: place.across < 0 ? y - 11 : y + 20)
      let touches = labels.contains { abs($0.x - label.x) < 38 && abs($0.y - label.y) < 13 }
      if !touches { labels.append(label) }
    }
    return labels
  }

  private static func isEnd(_ row: AirportRow) -> Bool {
    guard let place = row.ribbon else { return false }
    return place.across == 0 && (place.along < 0.001 || place.along > 0.999)
  }

  private static func line(_ name: String, _ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int) -> HTML {
    Tag.line(
      .class(name), .set(.x1, "\(x1)"), .set(.y1, "\(y1)"), .set(.x2, "\(x2)"), .set(.y2, "\(y2)"))
  }

  private static func x(_ along: Double) -> Int { left + Int((Double(width - 2 * left) * along).rounded()) }

  private static func y(_ across: Double) -> Int {
    middle + Int((Double(height / 2 - 26) * across).rounded())
  }

  private static let (width, height, left) = (880, 112, 24)
  private static let middle = height / 2
}
