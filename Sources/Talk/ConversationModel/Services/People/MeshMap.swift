import Text
import Timebase
import TransportPorts

/// Who is next to whom, and how far everybody is: what a node knows of its mesh at one moment.
///
/// Links come from what devices announce about themselves, so they are hints; our own come from us.
/// Source: mesh-features 8.
public struct MeshMap: Sendable, Hashable {
  /// One device.
  public struct Station: Sendable, Hashable {
    /// Its address.
    public let address: PeerAddress
    /// How its owner is called, safe to show.
    public let name: DisplayName
    /// What is known of its owner; `nil` for us, and for somebody whom only others speak of.
    public let person: Person?
    /// How far it is: 0 for us, 1 = in range; `nil` when nobody knows.
    public let hops: Int?
    /// Who stands between us and it over links that both ends name, the nearest first; empty for a
    /// neighbour, `nil` for us and where no such way is known.
    public let way: [PeerAddress]?
  }

  /// Ways of more hops than this are not looked for.
  public static let hopsMax = 11

  /// Us.
  public let own: PeerAddress
  /// We first, then the nearest first, inside by name, then address.
  public let stations: [Station]
  /// Who is next to whom, ordered.
  public let links: [NeighbourPair]
  /// When this was so.
  public let takenAt: Timestamp

  /// Puts together what people in sight and their announces say. Whoever is out of reach and named by nobody
  /// is left out.
  public init(
    own: PeerAddress, directory: PeopleDirectory, pairs: [NeighbourPair], takenAt: Timestamp
  ) {
    self.own = own
    self.takenAt = takenAt
    let connected = directory.people.filter(\.peer.isConnected).map(\.address)
    let links = Self.corrected(pairs, own: own, connected: connected)
    let sure = Self.ways(from: own, over: links.filter(\.isConfirmed))
    let likely = Self.ways(from: own, over: links)
    var people: [PeerAddress: Person] = [:]
    for person in directory.people { people[person.address] = person }
    let near = directory.people.filter { $0.peer.isConnected || $0.peer.isReachable }.map(\.address)
    let named = Set(near).union(links.flatMap { [$0.first, $0.second] }).subtracting([own])
    let others = named.map { address in
      let way = sure[address]
      let distance = way.map { $0.count + 1 } ?? people[address]?.peer.hops
      return Station(
        address: address, name: directory.name(of: address), person: people[address],
        hops: distance ?? likely[address].map { $0.count + 1 }, way: way)
    }
    let us = Station(
      address: own, name: DisplayName(name: Text.displayName(directory.ownNickname)), person: nil, hops: 0,
      way: nil)
    stations = [us] + others.sorted { Self.order($0) < Self.order($1) }
    self.links = links
  }

  /// How many hops the farthest known station is away; 0 when we are alone.
  public var longestWay: Int { stations.compactMap(\.hops).max() ?? 0 }

  /// The station of an address.
  public func station(_ address: PeerAddress) -> Station? {
    stations.first { $0.address == address }
  }

  /// Who is next to each, in order of address.
  public var neighbours: [PeerAddress: [PeerAddress]] {
    var lists: [PeerAddress: [PeerAddress]] = [:]
    for link in links {
      lists[link.first, default: []].append(link.second)
      lists[link.second, default: []].append(link.first)
    }
    return lists.mapValues { $0.sorted() }
  }

  /// A live link of ours needs nobody's word, and without one another's word is only that.
  private static func corrected(
    _ pairs: [NeighbourPair], own: PeerAddress, connected: [PeerAddress]
  ) -> [NeighbourPair] {
    let ours = connected.map {
      NeighbourPair(first: min(own, $0), second: max(own, $0), isConfirmed: true)
    }
    let alive = Set(connected)
    let theirs = pairs.compactMap { pair -> NeighbourPair? in
      guard pair.first == own || pair.second == own else { return pair }
      let other = pair.first == own ? pair.second : pair.first
      if alive.contains(other) { return nil }
      return NeighbourPair(first: pair.first, second: pair.second, isConfirmed: false)
    }
    return (ours + theirs).sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  /// Shortest ways; of several, the one over the lower addresses.
  private static func ways(
    from own: PeerAddress, over links: [NeighbourPair]
  ) -> [PeerAddress: [PeerAddress]] {
    var lists: [PeerAddress: [PeerAddress]] = [:]
    for link in links {
      lists[link.first, default: []].append(link.second)
      lists[link.second, default: []].append(link.first)
    }
    var ways: [PeerAddress: [PeerAddress]] = [:]
    var ring = [own]
    for _ in 0..<hopsMax {
      var next: [PeerAddress] = []
      for station in ring {
        let way = station == own ? [] : (ways[station] ?? []) + [station]
        for other in (lists[station] ?? []).sorted() where other != own && ways[other] == nil {
          ways[other] = way
          next.append(other)
        }
      }
      ring = next.sorted()
    }
    return ways
  }

  private static func order(_ station: Station) -> (Int, String, PeerAddress) {
    (station.hops ?? Int.max, station.name.name, station.address)
  }
}
