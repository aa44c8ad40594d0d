import MeshSimulation
import Testing

@testable import tern

/// Goal: the command line says which world is meant. Method: parsed words beside recipes.
struct SimulateRequestTests {
  private func request(_ words: [String]) throws -> SimulateRequest? {
    guard case .simulate(let request) = try InvocationParser.parse(["simulate"] + words).command else {
      return nil
    }
    return request
  }

  @Test func numbersMakeARecipe() throws {
    var wanted = Recipe(seed: 7, nodes: 6, graph: .ring)
    wanted.links.loss = .percent(20)
    wanted.links.duplicates = .percent(5)
    wanted.faultSeconds = 120
    let words = [
      "--seed", "7", "--nodes", "6", "--graph", "ring", "--loss", "0.2", "--duplicates", "5%", "--minutes",
      "2",
    ]
    #expect(try request(words)?.source == .recipe(wanted))
    #expect(try request([])?.source == .recipe(Recipe(seed: 1, nodes: 10)))
  }

  @Test func optionsChangeAScenarioOfAFile() throws {
    let request = try request(["--scenario", "world.json", "--nodes", "4", "--shrink", "--plots", "out"])
    guard case .file("world.json", let changes)? = request?.source else {
      Issue.record("a file is meant")
      return
    }
    let changed = changes.applied(to: Recipe(seed: 9, nodes: 30, graph: .star))
    #expect(changed == Recipe(seed: 9, nodes: 4, graph: .star))
    #expect(request?.shrinks == true)
    #expect(request?.plotsPath == "out")
    #expect(request?.remembersSignatures == true)
  }

  @Test func memoryForSignaturesCanBeSwitchedOff() throws {
    #expect(try request(["--no-signature-memo"])?.remembersSignatures == false)
  }
}
