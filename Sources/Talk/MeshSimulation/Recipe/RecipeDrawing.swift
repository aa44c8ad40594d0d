extension Recipe {
  /// A world as the battery of random worlds wants it: size, graph and faults come from the seed.
  ///
  /// Faults are drawn from loss 0–40 %, duplicates 0–50 %, jitter to 2 s (a tenth of the worlds to 60 s),
  /// partitions of 5 s to 4 min, churn to 5 a minute, skew to 10 min either way, bit flips to 2 %; about half
  /// of the worlds has a fault, and a fifth has none at all. In one of twenty a few nodes say much to each
  /// other in private while one floods them, so that memories run over, and one replays what it heard.
  public static func drawn(seed: UInt64, nodes: ClosedRange<Int> = 2...30) -> Recipe {
    var random = WorldRandom(seed: seed, "recipe")
    let graph = GraphKind.allCases[random.below(GraphKind.allCases.count)]
    var recipe = Recipe(seed: seed, nodes: random.within(nodes), graph: graph)
    recipe.moves = graph == .geometric && random.below(2) == 0
    recipe.links.delayMilliseconds = random.within(1...30)
    recipe.publicMessages = random.within(10...40)
    recipe.privateMessages = random.within(10...40)
    var chat = WorldRandom(seed: seed, "chat")
    if chat.below(20) == 0 {
      recipe.nodes = min(max(chat.within(2...4), nodes.lowerBound), nodes.upperBound)
      recipe.moves = false
      recipe.privateMessages = chat.within(300...500)
      recipe.hostile = [.flood, .replay]
      return recipe
    }
    guard random.below(5) > 0 else {
      recipe.moves = false
      return recipe
    }
    recipe.drawLinks(&random)
    recipe.drawHazards(&random)
    if random.below(6) == 0 {
      let kinds = HostileKind.allCases
      recipe.hostile = (0..<random.within(1...2)).map { _ in kinds[random.below(kinds.count)] }
    }
    return recipe
  }

  private mutating func drawLinks(_ random: inout WorldRandom) {
    let isHard = random.below(2) == 0
    if random.below(4) > 0 {
      links.loss = Share(perMillion: random.below(isHard ? 400_001 : 100_001))
      links.burstFrames = random.below(3) == 0 ? random.within(2...20) : 1
    }
    if random.below(2) == 0 { links.duplicates = Share(perMillion: random.below(500_001)) }
    if random.below(2) == 0 {
      links.jitterMilliseconds = random.below(random.below(10) == 0 ? 60_001 : 2_001)
    }
    if random.below(3) == 0 { links.flips = Share(perMillion: random.below(20_001)) }
    if random.below(5) == 0 { oneWay = Share(perMillion: random.below(200_001)) }
    if random.below(3) == 0 { narrow = Share(perMillion: random.below(500_001)) }
  }

  private mutating func drawHazards(_ random: inout WorldRandom) {
    if random.below(3) == 0 { partitions = random.within(1...3) }
    if random.below(3) == 0 {
      churnPerMinute = random.within(1...5)
      if random.below(3) == 0 { amnesia = .percent(20) }
    }
    switch random.below(10) {
    case 0: skewMilliseconds = random.within(50_001...600_000)
    case 1...3: skewMilliseconds = random.below(50_001)
    default: break
    }
  }
}
