import Foundation
import MeshSimulation
import StrictJSON

/// `tern simulate`: a network of real engines on one clock, from a seed. Uses no profile and no network.
enum SimulateCommand {
  /// Runs the world and prints what it has shown. Whether it has shown what it has to.
  @MainActor static func run(_ request: SimulateRequest, isJSON: Bool) throws -> Bool {
    let recipe = try recipe(of: request.source)
    let start = ContinuousClock.now
    let report = report(of: recipe, remembersSignatures: request.remembersSignatures)
    let took = ContinuousClock.now - start
    if isJSON {
      Console.print(withMemory(report.json).serialized())
    } else {
      Console.print(report.text)
      let pace = Duration.milliseconds(Int64(report.simulatedMilliseconds)) / took
      Console.print(
        "pace       \(Int(pace)) times real time, \(ProcessMemory.now().bytesPeak >> 20) MiB at most")
    }
    if let folder = request.plotsPath { try write(report.plots, to: folder) }
    guard let kind = report.violations.first?.kind else { return true }
    Console.say("SEED=\(recipe.seed) VERSION=\(Tern.version). The same scenario fails again in the same way.")
    if request.shrinks { shrink(recipe, kind) }
    return false
  }

  private static func recipe(of source: SimulateRequest.Source) throws -> Recipe {
    switch source {
    case .recipe(let recipe): return recipe
    case .file(let path, let changes):
      guard let data = FileManager.default.contents(atPath: path) else {
        throw SimulateProblem(description: "The scenario \(path) cannot be read.")
      }
      do {
        let value = try JSONValue(parsing: [UInt8](data))
        return changes.applied(to: try Recipe(reading: value))
      } catch {
        throw SimulateProblem(description: "The scenario \(path) cannot be used. \(error)")
      }
    }
  }

  /// Lets the world pass, saying how far it is every few seconds where somebody looks.
  private static func report(of recipe: Recipe, remembersSignatures: Bool) -> WorldReport {
    var world = World(recipe, remembersSignatures: remembersSignatures)
    var told = ContinuousClock.now
    while !world.isOver {
      world.run(for: .seconds(5))
      guard ContinuousClock.now - told >= .seconds(2) else { continue }
      told = ContinuousClock.now
      Console.say("\(Int(100 * world.progress)) %, \(world.elapsed.components.seconds) simulated seconds")
    }
    return world.report()
  }

  /// The report, and what the process took for it. The hash does not depend on that.
  private static func withMemory(_ json: JSONValue) -> JSONValue {
    guard let members = json.object else { return json }
    return .object(
      members.map { member in
        guard member.name == "memory", let parts = member.value.object else { return member }
        let peak = JSONMember(
          name: "processBytesPeak", value: .integer(Int64(ProcessMemory.now().bytesPeak)))
        return JSONMember(name: "memory", value: .object(parts + [peak]))
      })
  }

  private static func write(_ plots: [Plot], to folder: String) throws {
    let url = URL(fileURLWithPath: folder, isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      for plot in plots {
        try Data(plot.svg.utf8).write(to: url.appendingPathComponent("\(plot.name).svg"), options: .atomic)
      }
    } catch {
      throw SimulateProblem(description: "The plots cannot be written to \(folder). The report is complete.")
    }
  }

  private static func shrink(_ recipe: Recipe, _ kind: Violation.Kind) {
    Console.say("Looking for a smaller scenario that fails in the same way …")
    var shrinker = Shrinker(recipe, failing: kind)
    shrinker.shrink()
    Console.say("After \(shrinker.runs) worlds: \(shrinker.recipe.words)")
    Console.say(shrinker.recipe.json.serialized())
  }
}

/// Why a world did not run, or its pictures are missing, in words.
struct SimulateProblem: Error, CustomStringConvertible {
  let description: String
}
