import Mesh
import MeshSimulation
import MeshWire
import StrictJSON
import Testing

/// Goal: a world is its recipe's, whoever runs it, and shows what it has to. Method: small worlds from seeds.
struct WorldTests {
  /// Six nodes for a minute, with some of every fault.
  private func rough(seed: UInt64) -> Recipe {
    var recipe = Recipe(seed: seed, nodes: 6, graph: .grid)
    recipe.links = LinkConditions(
      loss: .percent(10), burstFrames: 3, duplicates: .percent(20), flips: .percent(1), delayMilliseconds: 5,
      jitterMilliseconds: 200)
    recipe.narrow = .percent(30)
    recipe.partitions = 1
    recipe.partitionSecondsMax = 15
    recipe.churnPerMinute = 2
    recipe.faultSeconds = 60
    recipe.publicMessages = 10
    recipe.privateMessages = 10
    return recipe
  }

  private func run(_ recipe: Recipe, _ behaviour: ApplicationBehaviour = .sound) -> WorldReport {
    var world = World(recipe, applications: behaviour)
    world.runToEnd()
    return world.report()
  }

  @Test func sameRecipeGivesTheSameEffectsInAnyPiecesOfTimeAndAnotherSeedOthers() {
    let first = run(rough(seed: 9))
    var world = World(rough(seed: 9))
    while !world.isOver { world.run(for: .milliseconds(777)) }
    #expect(world.report() == first)
    #expect(run(rough(seed: 10)).effectLogHash != first.effectLogHash)
    #expect(first.effectCount > 1_000)
  }

  @Test func rememberedSignaturesChangeNothing() {
    var recipe = rough(seed: 11)
    recipe.hostile = [.spoofedAnnounces, .replay]
    let remembered = run(recipe)
    var world = World(recipe, remembersSignatures: false)
    world.runToEnd()
    #expect(world.report() == remembered)
  }

  @Test func roughWorldsAreSafeAndSettle() {
    for seed in UInt64(1)...4 {
      let report = run(rough(seed: seed))
      #expect(report.violations.isEmpty, "SEED=\(seed) \(report.violations)")
      #expect(report.publicMessages > 0 && report.privates.confirmed > 0, "SEED=\(seed)")
      #expect(report.duplicatesShown + report.forged + report.replayed == 0)
    }
  }

  @Test func walkersAreServed() {
    var recipe = Recipe(seed: 3, nodes: 8)
    recipe.moves = true
    recipe.faultSeconds = 60
    let report = run(recipe)
    #expect(report.violations.isEmpty, "\(report.violations)")
    #expect(report.served + report.masked == report.wanted)
  }

  @Test func whoLosesEverythingComesBackAsSomebodyElse() {
    var recipe = Recipe(seed: 5, nodes: 5, graph: .ring)
    recipe.churnPerMinute = 6
    recipe.amnesia = .percent(100)
    recipe.faultSeconds = 60
    let report = run(recipe)
    let kinds = Set(report.violations.map(\.kind))
    #expect(kinds.isDisjoint(with: [.forged, .duplicateShown, .replayed]), "\(report.violations)")
    #expect(report.wanted < report.publicMessages * 4, "not everybody has to have everything")
  }

  @Test(arguments: HostileKind.allCases)
  func hostileNodesForgeNothingAndFillNoEngine(_ kind: HostileKind) {
    var recipe = Recipe(seed: 11, nodes: 5, graph: .ring)
    recipe.hostile = [kind]
    recipe.faultSeconds = 40
    let report = run(recipe)
    #expect(report.violations.isEmpty, "\(report.violations)")
    #expect(report.duplicatesShown + report.forged + report.replayed == 0)
    #expect(report.engineBytesHeldMax <= 12 << 20)
  }

  @Test func aDenseGraphCostsAtMostFourTransmissionsAMessageAndNode() {
    var recipe = Recipe(seed: 2, nodes: 16, graph: .cliques)
    recipe.faultSeconds = 30
    recipe.publicMessages = 10
    recipe.privateMessages = 0
    let report = run(recipe)
    #expect(report.transmissionsPerMessageAndNode > 1)
    #expect(report.transmissionsPerMessageAndNode <= 4, "\(report.transmissionsPerMessageAndNode)")
  }

  @Test func whoIsMoreThanSevenHopsAwayIsPromisedNothing() {
    var recipe = Recipe(seed: 6, nodes: 10, graph: .chain)
    recipe.faultSeconds = 30
    recipe.publicMessages = 6
    recipe.privateMessages = 30
    let report = run(recipe)
    #expect(report.violations.isEmpty, "\(report.violations)")
    #expect(report.settledMilliseconds != nil)
    #expect(report.wanted < report.publicMessages * 9)
  }

  @Test func whatARecipePromisesFollowsFromItsFaults() {
    var recipe = Recipe(seed: 1, nodes: 4, graph: .chain)
    recipe.faultSeconds = 10
    let expectation = { (recipe: Recipe) in World(recipe).report().expectation }
    #expect(expectation(recipe) == .fair)
    recipe.links.loss = .percent(11)
    #expect(expectation(recipe) == .hard)
    recipe.links.jitterMilliseconds = 11_000
    #expect(expectation(recipe) == .safety)
    recipe.links.jitterMilliseconds = 0
    recipe.hostile = [.wormhole]
    #expect(expectation(recipe) == .safety)
    #expect(expectation(Recipe(seed: 1, nodes: 9, graph: .chain)) == .hard, "eight hops")
  }
}
