import Mesh

/// One link of a world: two directions, each with an emulator.
struct WorldLink: Sendable {
  let plan: Plan.LinkPlan
  /// The name at the dialler's end.
  let near: LinkID
  /// The name at the acceptor's end.
  let far: LinkID
  var towardDialler: LinkEmulator
  var towardAcceptor: LinkEmulator
  var limitBytes: Int
  var isUp = false
  /// Whether its ends are near enough to each other.
  var isWanted = true
  /// Counts how often it came up: frames of an earlier time do not arrive.
  var generation = 0
  /// Partitions that end it, and those that silence it.
  var cuts = 0
  var silences = 0

  init(plan: Plan.LinkPlan, recipe: Recipe, nodes: [Plan.NodePlan]) {
    self.plan = plan
    let numbers = (nodes[plan.edge.dialler].number, nodes[plan.edge.acceptor].number)
    let name = "link \(numbers.0)-\(numbers.1)"
    near = LinkID(role: .peripheral, name: name)
    far = LinkID(role: .central, name: name)
    limitBytes = plan.limitBytes
    towardDialler = LinkEmulator(
      conditions: recipe.links, random: WorldRandom(seed: recipe.seed, "to dialler", numbers.0, numbers.1))
    towardAcceptor = LinkEmulator(
      conditions: recipe.links, random: WorldRandom(seed: recipe.seed, "to acceptor", numbers.0, numbers.1))
    refresh()
  }

  /// Opens the directions that are neither silenced for a time nor by the plan.
  mutating func refresh(isCalm: Bool = false) {
    towardDialler.isOpen = silences == 0 && (isCalm || plan.silentTowardDialler != true)
    towardAcceptor.isOpen = silences == 0 && (isCalm || plan.silentTowardDialler != false)
  }

  /// Takes all faults away, the delay stays.
  mutating func calm() {
    cuts = 0
    silences = 0
    let calm = LinkConditions(delayMilliseconds: towardDialler.conditions.delayMilliseconds)
    towardDialler.conditions = calm
    towardAcceptor.conditions = calm
    refresh(isCalm: true)
  }
}
