import MeshSimulation
import StrictJSON
import Testing

/// Goal: recipes survive being written, and nonsense is refused with words. Method: drawn recipes, and bad
/// files one by one.
struct RecipeTests {
  private func read(_ text: String) throws -> Recipe {
    try Recipe(reading: try JSONValue(parsing: Array(text.utf8)))
  }

  @Test func drawnRecipesComeBackAsTheyWere() throws {
    for seed in UInt64(0)..<200 {
      var recipe = Recipe.drawn(seed: seed)
      recipe.withoutNodes = [1]
      recipe.withoutEvents = [3, 5]
      let back = try Recipe(reading: try JSONValue(parsing: Array(recipe.json.serialized().utf8)))
      #expect(back == recipe, "SEED=\(seed)")
      #expect(recipe.bounded() == recipe, "SEED=\(seed)")
    }
  }

  @Test func drawnRecipesHaveEveryFaultAndSomeHaveNone() {
    let recipes = (UInt64(0)..<200).map { Recipe.drawn(seed: $0) }
    #expect(Set(recipes.map(\.graph)).count == GraphKind.allCases.count)
    #expect(Set(recipes.flatMap(\.hostile)).count == HostileKind.allCases.count)
    let faults: [(Recipe) -> Bool] = [
      { $0.links.loss > .percent(20) }, { $0.links.burstFrames > 1 }, { $0.links.duplicates > .none },
      { $0.links.flips > .none }, { $0.links.jitterMilliseconds > 2_000 }, { $0.oneWay > .none },
      { $0.narrow > .none }, { $0.partitions > 0 }, { $0.churnPerMinute > 0 }, { $0.amnesia > .none },
      { $0.skewMilliseconds > 0 }, { $0.moves },
      { $0.links == LinkConditions(delayMilliseconds: $0.links.delayMilliseconds) },
    ]
    for (number, has) in faults.enumerated() {
      let count = recipes.count { has($0) }
      #expect(count > 0 && count < 200, "fault \(number) in \(count)")
    }
  }

  @Test func shortScenarioHasNoFaults() throws {
    let recipe = try read(#"{"seed": 3, "nodes": 4, "graph": "chain", "loss": 0.25}"#)
    var wanted = Recipe(seed: 3, nodes: 4, graph: .chain)
    wanted.links.loss = .percent(25)
    #expect(recipe == wanted)
  }

  @Test func nonsenseIsRefusedWithItsField() throws {
    let wrong: [(String, RecipeError)] = [
      ("[]", .notAnObject), (#"{"seed": 1}"#, .missingField("nodes")),
      (#"{"seed": 1, "nodes": 2, "speed": 3}"#, .unknownField("speed")),
      (#"{"seed": -1, "nodes": 2}"#, .wrongValue(field: "seed", wanted: "a whole number")),
      (#"{"seed": 1, "nodes": 2, "loss": 2}"#, .wrongValue(field: "loss", wanted: "a number from 0 to 1")),
      (#"{"seed": 1, "nodes": "2"}"#, .wrongValue(field: "nodes", wanted: "a whole number")),
    ]
    for (text, error) in wrong {
      #expect(throws: error, "\(text)") { try read(text) }
    }
    #expect(throws: RecipeError.self) { try read(#"{"seed": 1, "nodes": 2, "graph": "tree"}"#) }
    #expect(throws: RecipeError.self) { try read(#"{"seed": 1, "nodes": 2, "hostile": ["friend"]}"#) }
  }

  @Test func sizesOutOfRangeAreBroughtIntoIt() throws {
    let recipe = try read(
      #"{"seed": 1, "nodes": 9223372036854775807, "faultSeconds": 0, "publicMessages": 9223372036854775807}"#)
    #expect(recipe.nodes == Recipe.nodesMax)
    #expect(recipe.faultSeconds == 10)
    #expect(recipe.publicMessages == 10_000)
  }

  @Test func sharesAreReadAsPeopleWriteThem() {
    let cases: [(String, Int?)] = [
      ("0.2", 200_000), ("20", 200_000), ("20%", 200_000), ("1", 1_000_000), ("1%", 10_000), ("0", 0),
      ("0.5%", 5_000), ("100", 1_000_000), ("101", nil), ("-1", nil), ("x", nil), ("", nil), ("1e3", nil),
    ]
    for (text, wanted) in cases { #expect(Share(parsing: text)?.perMillion == wanted, "\(text)") }
  }
}
