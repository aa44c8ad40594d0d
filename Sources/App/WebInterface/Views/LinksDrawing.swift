import ConversationModel
import Markup
import TransportPorts

/// The map of links as a drawing: rings, lines, and a tile for everybody, which is a link to their way.
///
/// Drawn twice, for wide and for narrow places: text in a drawing shrinks with it, and must not.
enum LinksDrawing {
  /// Where it is shown.
  enum Format: String, CaseIterable {
    case wide, narrow

    var measures: LinksLayout.Measures {
      switch self {
      case .wide:
        LinksLayout.Measures(width: 620, height: 610, radius: 256, tile: 36, ownTile: 44, gap: 76)
      case .narrow:
        LinksLayout.Measures(width: 360, height: 372, radius: 154, tile: 27, ownTile: 34, gap: 46)
      }
    }
  }

  static func html(_ map: MeshMap, _ screen: TalkScreen, chosen: PeerAddress?, _ format: Format) -> HTML {
    let measures = format.measures
    let layout = LinksLayout(map, measures)
    let way = Way(to: chosen, in: map)
    return Tag.svg(
      .class("links-drawing", format.rawValue),
      .set(.viewBox, "0 0 \(number(measures.width)) \(number(measures.height))"), .set(.role, "group"),
      .aria("label", LinksWords.sentence(map))
    ) {
      rings(layout, measures)
      for link in map.links { line(link, layout, way) }
      for place in layout.places {
        station(place, screen, measures, format, isChosen: place.station.address == chosen)
      }
    }
  }

  private static func rings(_ layout: LinksLayout, _ measures: LinksLayout.Measures) -> HTML {
    let centre = LinksLayout.centre(measures)
    return HTML {
      for ring in 1...layout.ringCount {
        let radius = LinksLayout.radius(of: ring, of: layout.ringCount, measures)
        Tag.circle(
          .class("ring"), .set(.cx, number(centre.x)), .set(.cy, number(centre.y)), .set(.r, number(radius)))
        Tag.drawnText(
          .class("ring-label"), .set(.x, number(layout.labels[ring - 1].x)),
          .set(.y, number(layout.labels[ring - 1].y + 4)),
          .aria("hidden", "true")
        ) { WayAnswer.count(ring) }
      }
    }
  }

  private static func line(_ link: NeighbourPair, _ layout: LinksLayout, _ way: Way) -> HTML {
    let ends = [link.first, link.second].compactMap { address in
      layout.places.first { $0.station.address == address }
    }
    guard ends.count == 2 else { return HTML() }
    return Tag.line(
      .class("link", link.isConfirmed ? "" : "one-sided", way.contains(link) ? "chosen" : ""),
      .set(.x1, number(ends[0].x)), .set(.y1, number(ends[0].y)), .set(.x2, number(ends[1].x)),
      .set(.y2, number(ends[1].y)))
  }

  private static func station(
    _ place: LinksLayout.Place, _ screen: TalkScreen, _ measures: LinksLayout.Measures, _ format: Format,
    isChosen: Bool
  ) -> HTML {
    let station = place.station
    let isOwn = place.ring == 0
    let side = isOwn ? measures.ownTile : measures.tile
    let target: LinkTarget = isOwn ? "/settings/you" : PagePath.target(.links(station.address))
    return Tag.a(
      .class("station", LinksWords.colour(station, screen, isOwn: isOwn), isChosen ? "chosen" : ""),
      .id("\(format.rawValue)-\(station.address.text)"), .href(isChosen ? "/talk/mesh/links" : target),
      .aria("current", isChosen ? "true" : nil),
      .aria("label", isOwn ? "You. Change your name" : LinksWords.description(station, screen))
    ) {
      Tag.rect(
        .set(.x, number(place.x - side / 2)), .set(.y, number(place.y - side / 2)),
        .set(.width, number(side)), .set(.height, number(side)), .set(.rx, number(side / 4)))
      Tag.drawnText(
        .class("initials"), .set(.x, number(place.x)), .set(.y, number(place.y + 4)), .aria("hidden", "true")
      ) {
        station.person == nil && !isOwn
          ? "?" : PersonTile.initials(isOwn ? screen.own.nickname : station.name.name)
      }
      Tag.drawnText(
        .class("label"), .set(.x, number(place.x)),
        .set(.y, number(place.y + side / 2 + (format == .wide ? 16 : 13))),
        .aria("hidden", "true")
      ) { isOwn ? "You" : LinksWords.short(station.name.name, isWide: format == .wide) }
    }
  }

  /// One decimal, without a locale.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0
      ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}

/// The chosen way: which lines belong to it.
struct Way {
  private let stations: [PeerAddress]

  init(to chosen: PeerAddress?, in map: MeshMap) {
    guard let chosen, let between = map.station(chosen)?.way else {
      stations = []
      return
    }
    stations = [map.own] + between + [chosen]
  }

  func contains(_ link: NeighbourPair) -> Bool {
    zip(stations, stations.dropFirst()).contains { one, other in
      min(one, other) == link.first && max(one, other) == link.second
    }
  }
}
