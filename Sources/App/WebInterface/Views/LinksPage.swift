import ConversationModel
import Markup
import TransportPorts

/// Who is next to whom: a drawing, and the same as a table.
enum LinksPage {
  /// More rows than this are counted, not shown.
  static let rowsMax = 120

  static func html(_ screen: TalkScreen, _ context: PageContext, chosen: PeerAddress?) -> HTML {
    let parts = regions(screen, chosen: chosen)
    let columns = HTML {
      ConversationPane.html(screen, context)
      Tag.main(.class("main links"), .id("main"), .set(.tabindex, "-1")) {
        Tag.header(.class("bar")) {
          Tag.a(
            .class("icon-button back"), .id("to-nearby"), .href("/talk/mesh"), .data("close", ""),
            .aria("label", "Back to Nearby")
          ) { Icon.back.html() }
          Tag.div(.class("heading"), .id("links-heading")) { parts[0].html }
        }
        PageNotices.html
        Tag.div(.class("links-scroll")) {
          Tag.div(.class("links-stage"), .id("links-stage")) { parts[1].html }
          Tag.div(.class("links-foot")) {
            Tag.div(.class("links-way"), .id("links-way"), .set(.role, "status")) { parts[2].html }
            legend
          }
        }
      }
      Tag.aside(.class("aside links-table"), .aria("labelledby", "links-table-title")) {
        Tag.header(.class("bar")) {
          Tag.h2(.class("title"), .id("links-table-title")) { "As a table" }
        }
        Tag.div(
          .class("scroll"), .id("links-list"), .set(.tabindex, "0"), .set(.role, "region"),
          .aria("labelledby", "links-table-title")
        ) { parts[3].html }
      }
    }
    return PageShell.html(screen, context, title: "Links · Tern", columns: columns)
  }

  static func allRegions(_ screen: TalkScreen, _ context: PageContext, chosen: PeerAddress?) -> [Region] {
    ConversationPane.regions(screen, context) + regions(screen, chosen: chosen)
  }

  /// What changes while the page is open.
  private static func regions(_ screen: TalkScreen, chosen: PeerAddress?) -> [Region] {
    [heading(screen), stage(screen, chosen), way(screen, chosen), table(screen, chosen)]
  }

  private static func heading(_ screen: TalkScreen) -> Region {
    Region(
      "links-heading",
      [
        Fragment(.div, id: "links-titles", .class("titles")) {
          Tag.h1(.class("title")) { "Links" }
          Tag.p(.class("subtitle")) {
            if let map = screen.map, map.stations.count > 1 {
              LinksWords.summary(map)
            } else {
              "Looking for people"
            }
          }
        }
      ])
  }

  private static func stage(_ screen: TalkScreen, _ chosen: PeerAddress?) -> Region {
    guard let map = screen.map, map.stations.count > 1 else {
      return Region(
        "links-stage",
        [
          Fragment(.div, id: "links-nobody", .class("links-nobody")) {
            Illustrations.horizon
            Tag.h2 { "Nobody in reach yet" }
            Tag.p { "As soon as a device is near, it appears here with everybody it can reach." }
          }
        ])
    }
    return Region(
      "links-stage",
      LinksDrawing.Format.allCases.map { format in
        Fragment(.div, id: "links-\(format.rawValue)", .class("links-format", format.rawValue)) {
          LinksDrawing.html(map, screen, chosen: chosen, format)
          let leftOut = map.stations.count - LinksLayout.placesMax
          if leftOut > 0 { Tag.p(.class("more")) { "and \(leftOut) more, in the table" } }
        }
      })
  }

  /// The chosen way with its names written out.
  private static func way(_ screen: TalkScreen, _ chosen: PeerAddress?) -> Region {
    guard let chosen, let map = screen.map else { return Region("links-way", []) }
    let station = map.station(chosen)
    let name = screen.directory.name(of: chosen)
    return Region(
      "links-way",
      [
        Fragment(.div, id: "links-way-card", .class("way-card")) {
          Tag.div {
            Tag.p(.class("hint")) {
              "Way to "
              Tag.bdi { name.text }
              station?.hops.map { ", \(WayAnswer.count($0))" } ?? ""
            }
            Tag.p(.class("way")) {
              if let between = station?.way {
                "You"
                for stop in between + [chosen] {
                  Tag.span(.class("arrow")) { " → " }
                  Tag.bdi { screen.directory.name(of: stop).text }
                }
              } else {
                "No way is known now that both ends name."
              }
            }
          }
          if station?.person != nil {
            Tag.a(
              .class("button"), .id("links-chat"), .href(PagePath.target(.conversation(.direct(chosen))))
            ) { "Open chat" }
          }
        }
      ])
  }

  private static func table(_ screen: TalkScreen, _ chosen: PeerAddress?) -> Region {
    let stations = Array(screen.map?.stations.dropFirst() ?? [])
    guard let map = screen.map, !stations.isEmpty else {
      return Region(
        "links-list", [Fragment(.p, id: "links-none", .class("pane-note")) { "Nobody is in reach yet." }])
    }
    var parts = [
      Fragment(.table, id: "links-rows") {
        Tag.caption(.class("unseen")) { "Everybody in reach, the nearest first" }
        Tag.thead {
          Tag.tr {
            Tag.th(.set(.scope, "col")) { "Person" }
            Tag.th(.set(.scope, "col"), .class("right")) { "Hops" }
            Tag.th(.set(.scope, "col"), .class("right")) { "Heard" }
          }
        }
        Tag.tbody {
          for station in stations.prefix(rowsMax) {
            row(station, map, screen, isChosen: station.address == chosen)
          }
        }
      }
    ]
    if stations.count > rowsMax {
      parts.append(
        Fragment(.p, id: "links-rest", .class("more")) { "and \(stations.count - rowsMax) more" })
    }
    return Region("links-list", parts)
  }

  private static func row(
    _ station: MeshMap.Station, _ map: MeshMap, _ screen: TalkScreen, isChosen: Bool
  ) -> HTML {
    Tag.tr(.aria("current", isChosen ? "true" : nil)) {
      Tag.th(.set(.scope, "row")) {
        Tag.a(
          .id("row-\(station.address.text)"),
          .href(isChosen ? "/talk/mesh/links" : PagePath.target(.links(station.address)))
        ) {
          PersonTile.html(
            station.person == nil ? "" : station.name.name,
            colour: LinksWords.colour(station, screen, isOwn: false), size: "small")
          Tag.span(.class("who")) {
            Tag.span(.class("name")) { NameLabel.html(station.name) }
            Tag.span(.class("second")) { LinksWords.reached(station, screen) }
          }
        }
      }
      Tag.td(.class("right number")) { station.hops.map { "\($0)" } ?? "?" }
      Tag.td(.class("right number")) { LinksWords.heard(station, at: map.takenAt) }
    }
  }

  private static let legend = Tag.p(.class("links-legend")) {
    Tag.span {
      Tag.svg(.set(.viewBox, "0 0 26 8"), .aria("hidden", "true")) {
        Tag.line(.class("link"), .set(.x1, "0"), .set(.y1, "4"), .set(.x2, "26"), .set(.y2, "4"))
      }
      "both sides agree"
    }
    Tag.span {
      Tag.svg(.set(.viewBox, "0 0 26 8"), .aria("hidden", "true")) {
        Tag.line(.class("link one-sided"), .set(.x1, "0"), .set(.y1, "4"), .set(.x2, "26"), .set(.y2, "4"))
      }
      "one side only"
    }
  }
}
