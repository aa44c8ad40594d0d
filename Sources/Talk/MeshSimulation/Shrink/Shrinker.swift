/// Makes a world that fails smaller, as long as it fails in the same way: fewer nodes, less time, fewer
/// events.
///
/// Greedy, in halves first and one by one at last. Each attempt runs a whole world.
public struct Shrinker: Sendable {
  /// Worlds that were run.
  public private(set) var runs = 0
  /// The smallest recipe that still fails.
  public private(set) var recipe: Recipe
  private let kind: Violation.Kind
  private let runsMax: Int
  private let behaviour: ApplicationBehaviour

  /// Starts from a recipe that fails in this way.
  public init(
    _ recipe: Recipe, failing kind: Violation.Kind, runsMax: Int = 200,
    applications behaviour: ApplicationBehaviour = .sound
  ) {
    self.recipe = recipe.bounded()
    self.kind = kind
    self.runsMax = runsMax
    self.behaviour = behaviour
  }

  /// Whether a world of the recipe fails in this way.
  public static func fails(
    _ recipe: Recipe, _ kind: Violation.Kind, applications behaviour: ApplicationBehaviour = .sound
  ) -> Bool {
    var world = World(recipe, applications: behaviour)
    while !world.isOver {
      world.run(for: .seconds(30))
      if world.hasFailed(kind) { return true }
    }
    return world.hasFailed(kind)
  }

  /// Tries everything, in an order in which what is left out first saves most.
  public mutating func shrink() {
    leaveOut(\.withoutNodes) { recipe in
      let whole = Array(0..<recipe.nodes + recipe.hostile.count)
      return whole.filter { !recipe.withoutNodes.contains($0) }
    }
    while recipe.faultSeconds > 20, attempt({ $0.faultSeconds /= 2 }) {}
    leaveOut(\.withoutEvents) { recipe in Plan(recipe).events.map(\.number) }
    calmFaults()
  }

  /// Leaves out runs of what is there, long ones first.
  private mutating func leaveOut(
    _ path: WritableKeyPath<Recipe, [Int]>, of present: (Recipe) -> [Int]
  ) {
    var length = max(present(recipe).count / 2, 1)
    while true {
      var place = 0
      while true {
        let numbers = present(recipe)
        guard place < numbers.count else { break }
        let out = numbers[place..<min(place + length, numbers.count)]
        let isLeftOut = attempt { $0[keyPath: path] = ($0[keyPath: path] + out).sorted() }
        if !isLeftOut { place += length }
        if runs >= runsMax { return }
      }
      if length == 1 { return }
      length /= 2
    }
  }

  /// Takes away what links do, one fault after another.
  private mutating func calmFaults() {
    let calm = LinkConditions()
    _ = attempt { $0.links.flips = calm.flips }
    _ = attempt { $0.links.duplicates = calm.duplicates }
    _ = attempt { $0.links.jitterMilliseconds = calm.jitterMilliseconds }
    _ = attempt { $0.links.burstFrames = calm.burstFrames }
    _ = attempt { $0.links.loss = calm.loss }
    _ = attempt { $0.oneWay = .none }
    _ = attempt { $0.narrow = .none }
    _ = attempt { $0.moves = false }
    _ = attempt { $0.skewMilliseconds = 0 }
  }

  /// Takes a change if the world fails with it too.
  private mutating func attempt(_ change: (inout Recipe) -> Void) -> Bool {
    guard runs < runsMax else { return false }
    var smaller = recipe
    change(&smaller)
    guard smaller != recipe, Plan(smaller).honestCount >= 2 else { return false }
    runs += 1
    guard Self.fails(smaller, kind, applications: behaviour) else { return false }
    recipe = smaller
    return true
  }
}

extension World {
  /// Whether something of this kind was found until now.
  func hasFailed(_ kind: Violation.Kind) -> Bool { witness.kindsFound.contains(kind) }
}
