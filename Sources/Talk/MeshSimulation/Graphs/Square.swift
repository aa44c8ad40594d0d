/// Places in a square of 10,000 by 10,000 that walk; who is near enough to whom is linked.
///
/// Everybody walks to a point, then to another. Whole numbers, so that every build walks alike.
public struct Square: Sendable {
  /// One place and where it walks.
  private struct Walker: Sendable {
    var x: Int
    var y: Int
    var goalX: Int
    var goalY: Int
    var random: WorldRandom
  }

  /// The side of the square.
  public static let side = 10_000
  /// How far two may be from each other and be linked.
  public private(set) var reach: Int
  private var walkers: [Walker]

  /// The places of these nodes, and a reach that leaves nobody out.
  public init(nodes: [Int], seed: UInt64) {
    walkers = nodes.map { node in
      var random = WorldRandom(seed: seed, "walk", node)
      let side = Self.side
      return Walker(
        x: random.below(side), y: random.below(side), goalX: random.below(side),
        goalY: random.below(side), random: random)
    }
    // With a mean of six neighbours: pi * reach^2 * (count - 1) = 6 * side^2.
    var squared = 0
    let mean = 6 * Self.side * Self.side / (3 * max(nodes.count - 1, 1))
    while squared * squared < mean { squared += 50 }
    reach = squared
    widen()
  }

  /// Makes the reach so long that everybody can be reached.
  public mutating func widen() {
    while graph.diameter == nil, reach < 2 * Self.side { reach += Self.side / 50 }
  }

  /// Lets everybody walk so far.
  public mutating func walk(_ distance: Int) {
    for place in walkers.indices {
      let (x, y) = (walkers[place].x, walkers[place].y)
      let (awayX, awayY) = (walkers[place].goalX - x, walkers[place].goalY - y)
      walkers[place].x += min(max(awayX, -distance), distance)
      walkers[place].y += min(max(awayY, -distance), distance)
      if awayX == 0, awayY == 0 {
        walkers[place].goalX = walkers[place].random.below(Self.side)
        walkers[place].goalY = walkers[place].random.below(Self.side)
      }
    }
  }

  /// Who is linked now.
  public var graph: Graph {
    var edges: [Edge] = []
    for one in walkers.indices {
      for other in walkers.indices where one < other {
        let (x, y) = (walkers[one].x - walkers[other].x, walkers[one].y - walkers[other].y)
        guard x * x + y * y <= reach * reach else { continue }
        edges.append((other - one) % 2 == 0 ? Edge(one, other) : Edge(other, one))
      }
    }
    return Graph(count: walkers.count, edges: edges)
  }
}
