/// Who is next to whom.
public enum GraphKind: String, CaseIterable, Sendable {
  /// A line.
  case chain
  /// A line whose ends meet.
  case ring
  /// Rows as long as there are.
  case grid
  /// Places in a square; who is near enough is linked.
  case geometric
  /// Two groups, everybody with everybody, and one link between them.
  case cliques
  /// One in the middle, everybody else linked to it alone.
  case star
}

/// Two that are linked; the first one dialled.
public struct Edge: Hashable, Comparable, Sendable {
  /// The place of the one that dialled.
  public let dialler: Int
  /// The place of the other.
  public let acceptor: Int

  /// Joins the ends.
  public init(_ dialler: Int, _ acceptor: Int) {
    self.dialler = dialler
    self.acceptor = acceptor
  }

  /// By the dialler, then the acceptor.
  public static func < (left: Edge, right: Edge) -> Bool {
    (left.dialler, left.acceptor) < (right.dialler, right.acceptor)
  }
}

/// Places and the edges between them.
public struct Graph: Hashable, Sendable {
  /// How many places there are.
  public let count: Int
  /// Sorted, no pair twice.
  public private(set) var edges: [Edge]

  /// A graph of these edges; pairs that are there twice, either way round, and loops are left out.
  public init(count: Int, edges: [Edge]) {
    self.count = count
    var pairs: Set<Edge> = []
    self.edges = []
    for edge in edges where edge.dialler != edge.acceptor {
      let low = min(edge.dialler, edge.acceptor)
      let pair = Edge(low, edge.dialler + edge.acceptor - low)
      if pairs.insert(pair).inserted { self.edges.append(edge) }
    }
    self.edges.sort()
  }

  /// A graph of a kind that needs no places in a square.
  public static func regular(_ kind: GraphKind, count: Int) -> Graph {
    switch kind {
    case .chain, .geometric: return Graph(count: count, edges: line(count))
    case .ring: return Graph(count: count, edges: line(count) + (count > 2 ? [Edge(count - 1, 0)] : []))
    case .grid: return Graph(count: count, edges: grid(count))
    case .cliques:
      let half = count / 2
      let bridge = half > 0 && half < count ? [Edge(0, count - 1)] : []
      return Graph(count: count, edges: clique(0..<half) + clique(half..<count) + bridge)
    case .star:
      // Half of them are dialled by the one in the middle.
      let spokes = count < 2 ? [] : (1..<count).map { $0 % 2 == 0 ? Edge(0, $0) : Edge($0, 0) }
      return Graph(count: count, edges: spokes)
    }
  }

  /// For each place, who is next to it, rising.
  public var neighbours: [[Int]] {
    var lists = [[Int]](repeating: [], count: count)
    for edge in edges {
      lists[edge.dialler].append(edge.acceptor)
      lists[edge.acceptor].append(edge.dialler)
    }
    return lists.map { $0.sorted() }
  }

  /// Hops from one place to all others; `nil` where no way leads.
  public func hops(from place: Int) -> [Int?] {
    let lists = neighbours
    var hops = [Int?](repeating: nil, count: count)
    guard place < count else { return hops }
    hops[place] = 0
    var front = [place]
    var distance = 0
    while !front.isEmpty {
      distance += 1
      var next: [Int] = []
      for one in front {
        for other in lists[one] where hops[other] == nil {
          hops[other] = distance
          next.append(other)
        }
      }
      front = next
    }
    return hops
  }

  /// The longest of the shortest ways; `nil` when not everybody can be reached.
  public var diameter: Int? {
    var longest = 0
    for place in 0..<count {
      for distance in hops(from: place) {
        guard let distance else { return nil }
        longest = max(longest, distance)
      }
    }
    return longest
  }

  private static func line(_ count: Int) -> [Edge] {
    count < 2 ? [] : (1..<count).map { Edge($0 - 1, $0) }
  }

  private static func grid(_ count: Int) -> [Edge] {
    var side = 1
    while side * side < count { side += 1 }
    return (0..<count).flatMap { place in
      [
        place % side + 1 < side ? Edge(place, place + 1) : nil, Edge(place + side, place),
      ].compactMap { $0 }.filter { max($0.dialler, $0.acceptor) < count }
    }
  }

  /// Half of the links of everybody are dialled by it.
  private static func clique(_ places: Range<Int>) -> [Edge] {
    places.flatMap { one in
      places.filter { $0 > one }.map { ($0 - one) % 2 == 0 ? Edge(one, $0) : Edge($0, one) }
    }
  }
}
