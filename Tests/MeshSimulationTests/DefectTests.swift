import MeshSimulation
import Testing

/// Goal: the oracles find what is wrong. Method: applications with a planted defect, in worlds that are sound
/// with a sound one.
struct DefectTests {
  private var recipe: Recipe {
    var recipe = Recipe(seed: 4, nodes: 4, graph: .ring)
    recipe.links.loss = .percent(30)
    recipe.faultSeconds = 60
    recipe.publicMessages = 4
    recipe.privateMessages = 16
    return recipe
  }

  private func kinds(_ behaviour: ApplicationBehaviour, _ recipe: Recipe) -> Set<Violation.Kind> {
    var world = World(recipe, applications: behaviour)
    world.runToEnd()
    return Set(world.report().violations.map(\.kind))
  }

  @Test func soundApplicationHasNoFindings() {
    #expect(kinds(.sound, recipe).isEmpty)
  }

  @Test func messageShownTwiceIsFound() {
    #expect(kinds(.showsEveryCopy, recipe).contains(.duplicateShown))
  }

  @Test func confirmationOfWhatIsNotKeptIsFound() {
    #expect(kinds(.confirmsWhatItDrops, recipe).contains(.confirmedUnstored))
  }

  @Test func messageThatNobodyTriesAnyMoreIsFound() {
    #expect(kinds(.neverRepeats, recipe).contains(.silentlyLost))
  }

  @Test func failingWorldBecomesSmallerAndFailsAlike() {
    var shrinker = Shrinker(
      recipe, failing: .duplicateShown, runsMax: 40, applications: .showsEveryCopy)
    shrinker.shrink()
    let small = shrinker.recipe
    #expect(small.withoutNodes.count >= 1, "\(small.words)")
    #expect(small.withoutEvents.count >= 5, "\(small.words)")
    #expect(Shrinker.fails(small, .duplicateShown, applications: .showsEveryCopy))
    #expect(shrinker.runs <= 40)
  }
}
