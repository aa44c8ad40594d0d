/// What happens in a world, drawn from its recipe.
///
/// Everything is drawn for the nodes of the whole recipe and then left out or kept, so that a smaller world
/// is a part of the larger one.
struct EventDrawing {
  private let recipe: Recipe
  private let nodes: [Plan.NodePlan]
  private let links: [Plan.LinkPlan]
  private var drawn: [(atMilliseconds: Int, event: Plan.Event?)] = []

  init(recipe: Recipe, nodes: [Plan.NodePlan], links: [Plan.LinkPlan]) {
    (self.recipe, self.nodes, self.links) = (recipe, nodes, links)
    drawWriting()
    drawOutages()
    drawPartitions()
    drawLimits()
  }

  /// The events that are wanted, by time.
  var events: [Plan.TimedEvent] {
    drawn.enumerated().compactMap { number, entry in
      guard let event = entry.event, !recipe.withoutEvents.contains(number) else { return nil }
      return Plan.TimedEvent(number: number, atMilliseconds: entry.atMilliseconds, event: event)
    }.sorted { ($0.atMilliseconds, $0.number) < ($1.atMilliseconds, $1.number) }
  }

  private var endMilliseconds: Int { recipe.faultSeconds * 1_000 }

  /// Where a node of the recipe stands, if it is there.
  private func place(_ number: Int) -> Int? { nodes.firstIndex { $0.number == number } }

  private mutating func drawWriting() {
    var random = WorldRandom(seed: recipe.seed, "writing")
    for _ in 0..<recipe.publicMessages {
      let at = random.within(Self.firstMilliseconds...max(endMilliseconds, Self.firstMilliseconds))
      let writer = place(random.below(recipe.nodes))
      let isLong = random.below(20) == 0
      let length = random.within(isLong ? 600...3_000 : 5...200)
      drawn.append((at, writer.map { .writePublic(by: $0, characters: length) }))
    }
    for _ in 0..<recipe.privateMessages {
      let at = random.within(Self.firstMilliseconds...max(endMilliseconds, Self.firstMilliseconds))
      let writer = random.below(recipe.nodes)
      let reader = (writer + 1 + random.below(max(recipe.nodes - 1, 1))) % recipe.nodes
      guard let from = place(writer), let to = place(reader), from != to else {
        drawn.append((at, nil))
        continue
      }
      drawn.append((at, .writePrivate(by: from, to: to)))
    }
  }

  private mutating func drawOutages() {
    var random = WorldRandom(seed: recipe.seed, "outages")
    for _ in 0..<recipe.churnPerMinute * recipe.faultSeconds / 60 {
      let at = random.below(endMilliseconds)
      let node = place(random.below(recipe.nodes))
      let length = random.within(500...30_000)
      let keepsState = !random.occurs(recipe.amnesia)
      drawn.append((at, node.map { .outage(of: $0, milliseconds: length, keepsState: keepsState) }))
    }
  }

  private mutating func drawPartitions() {
    var random = WorldRandom(seed: recipe.seed, "partitions")
    for _ in 0..<recipe.partitions {
      let at = random.below(endMilliseconds)
      let length = random.within(5...max(recipe.partitionSecondsMax, 5)) * 1_000
      let first = random.below(recipe.nodes)
      let size = random.within(1...max(recipe.nodes / 2, 1))
      let side = (0..<size).compactMap { place((first + $0) % recipe.nodes) }.sorted()
      let endsLinks = random.below(2) == 0
      let event = Plan.Event.partition(side: side, milliseconds: length, endsLinks: endsLinks)
      drawn.append((at, side.isEmpty ? nil : event))
    }
  }

  private mutating func drawLimits() {
    for (place, link) in links.enumerated() where link.limitBytes < Plan.wideLimit {
      var random = WorldRandom(
        seed: recipe.seed, "limits", nodes[link.edge.dialler].number, nodes[link.edge.acceptor].number)
      for _ in 0..<recipe.faultSeconds / 60 {
        let at = random.below(endMilliseconds)
        drawn.append((at, .limit(link: place, bytes: random.within(Plan.narrowLimits))))
      }
    }
  }

  /// Nobody writes before this: first everybody has to find everybody.
  private static let firstMilliseconds = 8_000
}
