/// What a recipe comes to: who there is, who is linked to whom, and what happens when.
struct Plan: Sendable {
  /// One node.
  struct NodePlan: Sendable {
    /// Its number in the recipe; hostile ones follow the others.
    let number: Int
    let skewMilliseconds: Int
    let hostile: HostileKind?
  }

  /// One link. Ends are places in `nodes`.
  struct LinkPlan: Sendable {
    let edge: Edge
    /// Whether nothing passes toward the dialler (true) or toward the acceptor (false) while there are
    /// faults.
    let silentTowardDialler: Bool?
    let limitBytes: Int
  }

  /// Something that happens. Nodes and links are places.
  enum Event: Sendable, Equatable {
    /// A message to everybody, that long.
    case writePublic(by: Int, characters: Int)
    /// A message to one.
    case writePrivate(by: Int, to: Int)
    /// A node is gone for so long; it may come back as nobody anybody knew.
    case outage(of: Int, milliseconds: Int, keepsState: Bool)
    /// These cannot be reached from the others for so long; links end, or fall silent.
    case partition(side: [Int], milliseconds: Int, endsLinks: Bool)
    /// A link carries another number of bytes at a time.
    case limit(link: Int, bytes: Int)
  }

  /// An event and when it happens, after the start.
  struct TimedEvent: Sendable {
    /// Its number in the recipe.
    let number: Int
    let atMilliseconds: Int
    let event: Event
  }

  let recipe: Recipe
  let nodes: [NodePlan]
  /// How the nodes that are not hostile are linked; places are those of `nodes`, hostile ones come last.
  let graph: Graph
  let square: Square?
  let links: [LinkPlan]
  let events: [TimedEvent]

  /// Draws everything the recipe leaves to its seed.
  init(_ recipe: Recipe) {
    self.recipe = recipe
    nodes = Self.nodes(of: recipe)
    let honest = nodes.filter { $0.hostile == nil }.map(\.number)
    square = recipe.graph == .geometric ? Square(nodes: honest, seed: recipe.seed) : nil
    graph = square?.graph ?? .regular(recipe.graph, count: honest.count)
    links = Self.links(of: recipe, nodes: nodes, graph: graph)
    let drawing = EventDrawing(recipe: recipe, nodes: nodes, links: links)
    events = drawing.events
  }

  /// How many nodes are not hostile; they come first.
  var honestCount: Int { graph.count }

  private static func nodes(of recipe: Recipe) -> [NodePlan] {
    (0..<recipe.nodes + recipe.hostile.count).compactMap { number in
      guard !recipe.withoutNodes.contains(number) else { return nil }
      var random = WorldRandom(seed: recipe.seed, "skew", number)
      let skew = random.within(-recipe.skewMilliseconds...recipe.skewMilliseconds)
      let kind = number < recipe.nodes ? nil : recipe.hostile[number - recipe.nodes]
      return NodePlan(number: number, skewMilliseconds: skew, hostile: kind)
    }
  }

  /// The graph's edges, and for each hostile node two to four links to others.
  private static func links(of recipe: Recipe, nodes: [NodePlan], graph: Graph) -> [LinkPlan] {
    var edges = graph.edges
    for place in graph.count..<max(nodes.count, graph.count) {
      var random = WorldRandom(seed: recipe.seed, "hostile links", nodes[place].number)
      var others: [Int] = []
      for _ in 0..<random.within(2...4) where graph.count > 0 {
        let other = random.below(graph.count)
        if !others.contains(other) { others.append(other) }
      }
      edges += others.map { random.below(2) == 0 ? Edge(place, $0) : Edge($0, place) }
    }
    return edges.map { plan(of: $0, recipe: recipe, nodes: nodes) }
  }

  /// What a link between two is like; depends on the two alone, also when they meet later.
  static func plan(of edge: Edge, recipe: Recipe, nodes: [NodePlan]) -> LinkPlan {
    var random = WorldRandom(
      seed: recipe.seed, "link", nodes[edge.dialler].number, nodes[edge.acceptor].number)
    let isOneWay = random.occurs(recipe.oneWay)
    let isTowardDialler = random.below(2) == 0
    let isNarrow = random.occurs(recipe.narrow)
    let limit = random.within(Self.narrowLimits)
    return LinkPlan(
      edge: edge, silentTowardDialler: isOneWay ? isTowardDialler : nil,
      limitBytes: isNarrow ? limit : Self.wideLimit)
  }

  /// An announce with ten neighbours fits the narrowest: cut into pieces it would bind no link.
  static let narrowLimits = 300...512
  /// What a LAN link carries.
  static let wideLimit = 65_535
}
