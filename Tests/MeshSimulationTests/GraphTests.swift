import MeshSimulation
import Testing

/// Goal: graphs are what they are called, and nobody is left out. Method: edges and distances of each kind.
struct GraphTests {
  @Test func regularGraphsHaveTheirEdgesAndDistances() {
    let wanted: [(GraphKind, Int, edges: Int, diameter: Int)] = [
      (.chain, 8, 7, 7), (.ring, 14, 14, 7), (.grid, 9, 12, 4), (.cliques, 10, 21, 3), (.star, 9, 8, 2),
      (.chain, 2, 1, 1), (.ring, 2, 1, 1), (.ring, 3, 3, 1), (.grid, 2, 1, 1), (.star, 2, 1, 1),
    ]
    for (kind, count, edges, diameter) in wanted {
      let graph = Graph.regular(kind, count: count)
      #expect(graph.edges.count == edges, "\(kind) of \(count)")
      #expect(graph.diameter == diameter, "\(kind) of \(count)")
    }
  }

  @Test func everyGraphOfEverySizeReachesEverybody() {
    let kinds = GraphKind.allCases.filter { $0 != .geometric }
    let broken = kinds.flatMap { kind in
      (2...40).filter { Graph.regular(kind, count: $0).diameter == nil }.map { "\(kind) of \($0)" }
    }
    #expect(broken.isEmpty, "\(broken)")
  }

  @Test func pairsAndLoopsAreLeftOut() {
    let graph = Graph(count: 3, edges: [Edge(0, 1), Edge(1, 0), Edge(1, 1), Edge(0, 1), Edge(2, 0)])
    #expect(graph.edges == [Edge(0, 1), Edge(2, 0)])
  }

  @Test func walkersReachEverybodyAtFirstAndThenWalk() {
    for seed in UInt64(1)...10 {
      var square = Square(nodes: Array(0..<20), seed: seed)
      let before = square.graph
      #expect(before.diameter != nil, "seed \(seed)")
      for _ in 0..<100 { square.walk(60) }
      #expect(square.graph != before, "seed \(seed)")
      square.widen()
      #expect(square.graph.diameter != nil, "seed \(seed)")
    }
  }
}
