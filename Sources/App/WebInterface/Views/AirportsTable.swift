import AppState
import Markup

/// Airports as a table: the equal of the map, and what is printed.
enum AirportsTable {
  static func html(_ list: AirportListScreen, _ airports: AirportsScreen) -> HTML {
    let units = airports.settings.units
    let distance = units.distance.symbol
    let isRoute = list.kind == .route
    let isNear = list.kind == .near
    return Tag.div(.class("airport-table")) {
      Tag.table {
        Tag.caption { "\(list.sentence). — means: not in this database." }
        Tag.thead {
          Tag.tr {
            head("Airport")
            if isRoute {
              head("Along, \(distance)", "right")
              head("Off track, \(distance)", "right")
            }
            if isNear { head("Distance, \(distance)", "right") }
            head("Longest, \(units.runway.symbol)", "right")
            head("Approach")
            head("Customs")
          }
        }
        Tag.tbody { for row in list.rows { line(row, airports, isRoute: isRoute, isNear: isNear) } }
      }
    }
  }

  private static func head(_ word: String, _ side: String = "") -> HTML {
    Tag.th(.set(.scope, "col"), .class(side)) { word }
  }

  private static func line(
    _ row: AirportRow, _ airports: AirportsScreen, isRoute: Bool, isNear: Bool
  ) -> HTML {
    var query = airports.page.query
    query.airport = row.icao
    if isNear || !isRoute { (query.near, query.radiusNM) = ("", nil) }
    let units = airports.settings.units
    return Tag.tr(.id("row-\(row.icao)"), .aria("current", row.isChosen ? "true" : nil)) {
      Tag.th(.set(.scope, "row")) {
        Tag.a(.href(PagePath.target(AirportPage(.map, query)))) {
          AirportMark.html(row.mark)
          Tag.span(.class("icao")) { row.icao }
          Tag.span(.class("truncate")) {
            Tag.span(.class("name")) { Tag.bdi { AirportsPage.line(row.name) } }
            Tag.span(.class("unseen")) { ", \(row.mark.label)" }
          }
        }
      }
      if isRoute {
        cell(row.along, "Along \(units.distance.symbol)", "right number")
        cell(row.offTrack, "Off track", "right number")
      }
      if isNear { cell(row.distance, units.distance.symbol, "right number") }
      cell(row.longest, "Longest \(units.runway.symbol)", "right number")
      Tag.td(.data("word", "Approach")) {
        if let approach = row.approach { AirportsPage.approachTag(approach) } else { AirportsPage.absent }
      }
      Tag.td(.data("word", "Customs")) {
        if let customs = row.customs { customs } else { AirportsPage.absent }
      }
    }
  }

  private static func cell(_ text: String, _ word: String, _ name: String) -> HTML {
    Tag.td(.class(name), .data("word", word)) { if text.isEmpty { AirportsPage.absent } else { text } }
  }
}
