import ConversationModel
import Text
import Timebase
import TransportPorts

/// What is said about links, in words.
enum LinksWords {
  /// `9 people · 12 links · longest way 4 hops`.
  static func summary(_ map: MeshMap) -> String {
    let people = map.stations.count - 1
    return "\(people) \(people == 1 ? "person" : "people") · \(count(map.links.count)) · longest way "
      + WayAnswer.count(map.longestWay)
  }

  /// The drawing in one sentence.
  static func sentence(_ map: MeshMap) -> String {
    let oneSided = map.links.count { !$0.isConfirmed }
    return
      "Map of links: \(map.stations.count - 1) people on rings of hops around you, "
      + "\(count(map.links.count)), "
      + "\(oneSided) of them named by one side only. The table beside it says the same."
  }

  /// One station, for who cannot see the drawing.
  static func description(_ station: MeshMap.Station, _ screen: TalkScreen) -> String {
    let hops = station.hops.map { ", \(WayAnswer.count($0))" } ?? ""
    return station.name.text + hops + ", " + reached(station, screen) + ". Show the way"
  }

  /// How a station is reached: `In range, opened by you`, `Through Emil → Tove`.
  static func reached(_ station: MeshMap.Station, _ screen: TalkScreen) -> String {
    guard let peer = station.person?.peer else { return "Named by others only" }
    if peer.isConnected {
      let words = peer.links.map { link in
        switch link {
        case .openedHere: "opened by you"
        case .openedThere: "opened by them"
        }
      }
      let kinds = words.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      return (["In range"] + kinds).joined(separator: ", ")
    }
    guard let way = station.way, !way.isEmpty else {
      return peer.isReachable ? "Through others" : "Out of reach, named by others"
    }
    return "Through " + way.map { screen.directory.name(of: $0).text }.joined(separator: " → ")
  }

  /// When something was heard of a station last: `2 s`, `3 min`.
  static func heard(_ station: MeshMap.Station, at moment: Timestamp) -> String {
    guard let peer = station.person?.peer else { return "–" }
    let seconds = max(moment.millisecondsSince(peer.lastSeen), 0) / 1_000
    return seconds < 60 ? "\(seconds)\u{A0}s" : "\(seconds / 60)\u{A0}min"
  }

  /// A name that fits under a tile.
  static func short(_ name: String, isWide: Bool) -> String {
    let most = isWide ? 14 : 9
    return name.count > most ? String(name.prefix(most - 1)) + "…" : name
  }

  /// The class of a station's colour.
  static func colour(_ station: MeshMap.Station, _ screen: TalkScreen, isOwn: Bool) -> String {
    if isOwn { return "self" }
    guard let person = station.person else { return "unknown" }
    return screen.colours.className(
      address: person.address, noiseKey: person.peer.noiseKey, name: person.name.name)
  }

  private static func count(_ links: Int) -> String { "\(links) \(links == 1 ? "link" : "links")" }
}
