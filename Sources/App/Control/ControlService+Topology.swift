import AppState
import ConversationModel
import StrictJSON
import TransportPorts

/// The map of the mesh: an item for the moment, one for each device, one for each pair of neighbours.
extension ControlService {
  func topology() async throws -> JSONValue {
    guard let map = await state.topology.look() else {
      throw ControlProblem("The node is still starting. Ask again in a moment.")
    }
    return .array(ControlViews.items(of: map))
  }
}

extension ControlViews {
  /// Items of one field each, so that no line grows with the mesh: `taken`, `node`, `link`.
  static func items(of map: MeshMap) -> [JSONValue] {
    let neighbours = map.neighbours
    let nodes = map.stations.map { station in
      JSONValue.fields([("node", node(station, in: map, neighbours: neighbours[station.address] ?? []))])
    }
    let links = map.links.map { JSONValue.fields([("link", link($0, in: map))]) }
    return [.fields([("taken", .string(time(map.takenAt)))])] + nodes + links
  }

  private static func node(
    _ station: MeshMap.Station, in map: MeshMap, neighbours: [PeerAddress]
  ) -> JSONValue {
    let peer = station.person?.peer
    return .fields([
      ("name", .string(station.name.text)), ("address", .string(station.address.text)),
      ("own", .bool(station.address == map.own)),
      ("hops", station.hops.map { .integer(Int64($0)) } ?? .null),
      ("way", station.way.map(addresses) ?? .null), ("neighbours", addresses(neighbours)),
      ("inRange", .bool(peer?.isConnected ?? false)), ("reachable", .bool(peer?.isReachable ?? false)),
      ("links", links(peer?.links ?? [])), ("session", .string(session(peer?.session ?? .none))),
      ("lastSeen", peer.map { .string(time($0.lastSeen)) } ?? .null),
    ])
  }

  private static func link(_ pair: NeighbourPair, in map: MeshMap) -> JSONValue {
    .fields([
      ("first", .string(pair.first.text)), ("second", .string(pair.second.text)),
      ("own", .bool(pair.first == map.own || pair.second == map.own)), ("confirmed", .bool(pair.isConfirmed)),
    ])
  }
}
