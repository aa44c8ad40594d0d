import ConversationModel
import Glibc
import TransportPorts

/// Where the devices of a map are drawn: we in the middle, the others on a ring for each hop, each near those
/// it is linked to. The same map gives the same places.
struct LinksLayout {
  /// The measures of one drawing, in its own units, which are CSS pixels at its natural size.
  struct Measures {
    let width: Double
    let height: Double
    /// Of the outermost ring.
    let radius: Double
    let tile: Double
    let ownTile: Double
    /// As far apart two of one ring stand at least, where there is room.
    let gap: Double
  }

  /// One drawn device.
  struct Place {
    let station: MeshMap.Station
    /// Which ring; 0 is the middle.
    let ring: Int
    let x: Double
    let y: Double
  }

  /// No more devices than these are drawn; the table lists them.
  static let placesMax = 48
  /// Whoever is farther away, or nobody knows how far, stands on the last ring.
  static let ringsMax = 7

  /// In order of the map: we first.
  let places: [Place]
  /// How many rings there are.
  let ringCount: Int
  /// Where what a ring is called has most room, for the rings from the first on.
  let labels: [(x: Double, y: Double)]
  /// How many devices are not drawn.
  let leftOut: Int

  init(_ map: MeshMap, _ measures: Measures) {
    let drawn = Array(map.stations.prefix(Self.placesMax))
    leftOut = map.stations.count - drawn.count
    let known = drawn.compactMap(\.hops).max() ?? 0
    let hasUnknown = drawn.contains { $0.hops == nil }
    let count = min(max(known + (hasUnknown ? 1 : 0), 1), Self.ringsMax)
    ringCount = count
    let rings = drawn.map { min($0.hops ?? count, count) }
    let angles = Angles(drawn.map(\.address), rings: rings, links: map.links, measures, ringCount: count).all
    let centre = Self.centre(measures)
    let found = drawn.indices.map { index in
      let distance = Self.radius(of: rings[index], of: count, measures)
      return Place(
        station: drawn[index], ring: rings[index], x: centre.x + distance * cos(angles[index]),
        y: centre.y + distance * sin(angles[index]))
    }
    places = found
    labels = (1...count).map { Self.freeSpot(on: $0, of: count, among: found, measures) }
  }

  /// The spot of a ring that is farthest from all tiles and names, of equal ones the lower.
  private static func freeSpot(
    on ring: Int, of count: Int, among places: [Place], _ measures: Measures
  ) -> (x: Double, y: Double) {
    let (centre, radius) = (centre(measures), radius(of: ring, of: count, measures))
    var taken: [(x: Double, y: Double)] = []
    for place in places {
      taken.append((place.x, place.y))
      taken.append((place.x, place.y + measures.tile * 0.8))
    }
    var best: (room: Double, x: Double, y: Double) = (-1, centre.x, centre.y + radius)
    for step in 0..<48 {
      let angle: Double = .pi / 4 + Double(step) * .pi / 24
      let x: Double = centre.x + radius * cos(angle)
      let y: Double = centre.y + radius * sin(angle)
      var room: Double = measures.tile * 2.5
      for spot in taken {
        let (awayX, awayY): (Double, Double) = (spot.x - x, spot.y - y)
        room = min(room, (awayX * awayX + awayY * awayY).squareRoot())
      }
      if room > best.room + 0.5 { best = (room, x, y) }
    }
    return (best.x, best.y)
  }

  /// The middle of the drawing.
  static func centre(_ measures: Measures) -> (x: Double, y: Double) {
    (measures.width / 2, measures.height / 2 - measures.tile / 4)
  }

  /// How large a ring is: the first one leaves room for our own tile and name.
  static func radius(of ring: Int, of count: Int, _ measures: Measures) -> Double {
    guard ring > 0 else { return 0 }
    let first = min(measures.radius, max(measures.ownTile * 1.3, 1.25 * measures.radius / Double(count)))
    guard count > 1 else { return measures.radius * 0.6 }
    return first + (measures.radius - first) * Double(ring - 1) / Double(count - 1)
  }
}

/// Finds angles: each branch of the tree of shortest ways gets a share of the circle, branches that are
/// linked stand side by side, and whoever is too near another of the same ring goes apart.
private struct Angles {
  private let rings: [Int]
  private let links: [(Int, Int)]
  private let spaces: [Double]
  private var children: [[Int]]
  private var weights: [Int]
  private(set) var all: [Double]

  init(
    _ addresses: [PeerAddress], rings: [Int], links: [NeighbourPair], _ measures: LinksLayout.Measures,
    ringCount: Int
  ) {
    self.rings = rings
    var place: [PeerAddress: Int] = [:]
    for (index, address) in addresses.enumerated() { place[address] = index }
    let known = links.compactMap { link -> (Int, Int)? in
      guard let one = place[link.first], let other = place[link.second] else { return nil }
      return (one, other)
    }
    self.links = known
    spaces = (0...max(ringCount, 1)).map { ring in
      let radius = LinksLayout.radius(of: ring, of: ringCount, measures)
      return radius > 0 ? measures.gap / radius : 0
    }
    all = [Double](repeating: -.pi / 2, count: rings.count)
    weights = [Int](repeating: 1, count: rings.count)
    children = [[Int]](repeating: [], count: rings.count)
    for index in rings.indices where rings[index] > 0 {
      let linked = known.compactMap { $0.0 == index ? $0.1 : $0.1 == index ? $0.0 : nil }
      children[linked.filter { rings[$0] == rings[index] - 1 }.min() ?? 0].append(index)
    }
    // Whoever is farther away comes later in the order, so children are weighed before their parents.
    for index in rings.indices.reversed() where !children[index].isEmpty {
      weights[index] = children[index].reduce(0) { $0 + weights[$1] }
    }
    order()
    for _ in 0..<20 { part() }
  }

  /// Exchanges branches as long as linked ones come nearer to each other by it.
  private mutating func order() {
    shareOut()
    var best = length
    for _ in 0..<6 {
      let before = best
      for parent in children.indices where children[parent].count > 1 {
        for one in children[parent].indices {
          for other in children[parent].indices where one < other {
            children[parent].swapAt(one, other)
            shareOut()
            if length < best - 0.001 { best = length } else { children[parent].swapAt(one, other) }
          }
        }
      }
      if best >= before { break }
    }
    shareOut()
  }

  /// How far round the circle links go, in all.
  private var length: Double {
    links.reduce(0) { sum, link in
      guard rings[link.0] > 0, rings[link.1] > 0 else { return sum }
      let apart = abs(all[link.0] - all[link.1]).truncatingRemainder(dividingBy: 2 * .pi)
      let round = min(apart, 2 * .pi - apart)
      return sum + round * round
    }
  }

  private mutating func shareOut() {
    guard !rings.isEmpty else { return }
    var shares: [(node: Int, from: Double, to: Double)] = [(0, -.pi * 0.9, .pi * 1.1)]
    while let share = shares.popLast() {
      let width = share.to - share.from
      // A chain of single links would be a ray, and its names would stand on its line.
      let bend = rings[share.node] > 1 ? min(0.2, width / 6) * (rings[share.node] % 2 == 0 ? 1 : -1) : 0
      all[share.node] = (share.from + share.to) / 2 + bend
      let whole = Double(children[share.node].reduce(0) { $0 + weights[$1] })
      // Branches of a branch stay near it, whatever room there is.
      let span = share.node == 0 ? width : min(width, 1.4)
      var from = share.node == 0 ? share.from : (share.from + share.to - span) / 2
      for child in children[share.node] {
        let to = from + span * Double(weights[child]) / max(whole, 1)
        shares.append((child, from, to))
        from = to
      }
    }
  }

  /// Those who stand too near each other on one ring go apart.
  private mutating func part() {
    for ring in spaces.indices.dropFirst() {
      let members = rings.indices.filter { rings[$0] == ring }.sorted { all[$0] < all[$1] }
      guard members.count > 1 else { continue }
      let space = min(spaces[ring], 2 * .pi / Double(members.count))
      for (place, member) in members.enumerated() {
        let next = members[(place + 1) % members.count]
        guard next != member else { continue }
        var apart = all[next] - all[member]
        while apart < 0 { apart += 2 * .pi }
        guard apart < space else { continue }
        all[member] -= (space - apart) / 2
        all[next] += (space - apart) / 2
      }
    }
  }
}
