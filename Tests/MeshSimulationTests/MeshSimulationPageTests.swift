import MeshSimulation
import Testing

struct MeshSimulationPageTests {
  @Test func pageExampleHolds() {
    var recipe = Recipe(seed: 7, nodes: 5, graph: .ring)
    recipe.links = LinkConditions(loss: .percent(10), duplicates: .percent(20), jitterMilliseconds: 50)
    recipe.faultSeconds = 30
    recipe.publicMessages = 5
    recipe.privateMessages = 5
    var world = World(recipe)
    while !world.isOver { world.run(for: .seconds(10)) }
    let report = world.report()
    let isSound = report.violations.isEmpty && report.served == report.wanted
    #expect(isSound, "\(report.violations) \(report.served) of \(report.wanted)")
  }
}
