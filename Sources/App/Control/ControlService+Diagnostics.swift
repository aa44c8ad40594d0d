import AppState
import ConversationModel
import StrictJSON
import TransportPorts

/// Requests that look at the way to somebody.
extension ControlService {
  func ping(_ target: ControlRequest.Target) async throws -> JSONValue {
    let peer = try peer(target)
    let outcome = try await state.talk.ping(peer)
    return .fields(named(peer) + ControlViews.fields(of: outcome))
  }

  func trace(_ target: ControlRequest.Target) async throws -> JSONValue {
    let peer = try peer(target)
    let way = try await state.talk.trace(peer)
    return .fields(
      named(peer) + [
        ("hops", way.map { .integer(Int64($0.count + 1)) } ?? .null),
        ("way", way.map { .array($0.map { .fields(named($0)) }) } ?? .null),
      ])
  }

  func peopleInDetail() async -> JSONValue {
    var neighbours: [PeerAddress: [PeerAddress]] = [:]
    for pair in await state.talk.neighbourhood() {
      neighbours[pair.first, default: []].append(pair.second)
      neighbours[pair.second, default: []].append(pair.first)
    }
    var rows: [JSONValue] = []
    for person in state.talk.directory.people {
      // Nobody can be asked without a transport, and we are not among the people in sight.
      let way = try? await state.talk.trace(person.address)
      rows.append(
        ControlViews.inDetail(person, way: way, neighbours: neighbours[person.address]?.sorted() ?? []))
    }
    return .array(rows)
  }

  private func peer(_ target: ControlRequest.Target) throws(ControlProblem) -> PeerAddress {
    guard let peer = try resolve(target).peer else { throw ControlProblem("That is not one person.") }
    return peer
  }

  private func named(_ peer: PeerAddress) -> [(String, JSONValue)] {
    [("name", .string(state.talk.directory.name(of: peer).text)), ("address", .string(peer.text))]
  }
}

extension ControlViews {
  nonisolated static func fields(of outcome: PingOutcome) -> [(String, JSONValue)] {
    switch outcome {
    case .answered(let milliseconds, let hops):
      [
        ("result", .string("answered")), ("milliseconds", .integer(Int64(milliseconds))),
        ("hops", hops.map { .integer(Int64($0)) } ?? .null),
      ]
    case .noReply: [("result", .string("noReply"))]
    case .notSent: [("result", .string("notSent"))]
    }
  }

  /// The fields of `person`, and what is only of interest to somebody who looks closely.
  static func inDetail(_ person: Person, way: [PeerAddress]?, neighbours: [PeerAddress]) -> JSONValue {
    let peer = person.peer
    let more: [(String, JSONValue)] = [
      ("noiseKey", peer.noiseKey.map { .string($0.text) } ?? .null), ("links", links(peer.links)),
      ("way", way.map(addresses) ?? .null), ("neighbours", addresses(neighbours)),
    ]
    guard case .object(let members) = Self.person(person) else { return .null }
    return .object(members + more.map { JSONMember(name: $0.0, value: $0.1) })
  }

  static func links(_ links: [TransportPeer.Link]) -> JSONValue {
    .array(
      links.map { link in
        switch link {
        case .openedHere: .string("openedHere")
        case .openedThere: .string("openedThere")
        }
      })
  }

  static func addresses(_ list: [PeerAddress]) -> JSONValue {
    .array(list.map { .string($0.text) })
  }
}
