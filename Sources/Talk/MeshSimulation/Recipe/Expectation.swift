/// What a world has to show besides that nothing is shown twice, forged or replayed.
///
/// Source: mesh-engine 16, first paragraph; the bounds of the random worlds.
public enum Expectation: String, Sendable {
  /// Nothing: its faults do not allow delivery.
  case safety
  /// Everything arrives in the end: links lose more than a tenth, or are cut for a time.
  case hard
  /// Everything arrives: links lose at most a tenth, all are connected, at most seven hops.
  case fair

  /// The smallest part of (message, node) that has to be served, in millionths.
  public var servedPerMillionMin: Int {
    switch self {
    case .safety: 0
    case .hard: 990_000
    case .fair: 999_000
    }
  }
}

extension Recipe {
  /// Whether every frame arrives once, soon and as it was, and all nodes and links stay.
  var isFaultless: Bool {
    links.loss == .none && links.duplicates == .none && links.flips == .none && links.jitterMilliseconds == 0
      && oneWay == .none && narrow == .none && partitions == 0 && churnPerMinute == 0 && !moves
      && skewMilliseconds == 0 && hostile.isEmpty
  }
}

extension Plan {
  /// What the faults of the world allow.
  var expectation: Expectation {
    let links = recipe.links
    // Two clocks more than 100 s apart, or jitter beyond the 10 s a handshake may take.
    let skews = nodes.filter { $0.hostile == nil }.map(\.skewMilliseconds)
    let spread = (skews.max() ?? 0) - (skews.min() ?? 0)
    if spread > 100_000 || links.jitterMilliseconds > 10_000 { return .safety }
    if graph.diameter == nil || nodes.contains(where: { $0.hostile?.swallowsMessages == true }) {
      return .safety
    }
    let losses = links.loss.perMillion + links.flips.perMillion
    let isQuiet =
      recipe.partitions == 0 && recipe.churnPerMinute == 0 && recipe.oneWay == .none && !recipe.moves
      && recipe.hostile.isEmpty
    return isQuiet && losses <= 100_000 && (graph.diameter ?? .max) <= 7 ? .fair : .hard
  }
}
