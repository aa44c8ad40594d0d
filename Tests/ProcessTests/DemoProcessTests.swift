import Foundation
import Testing

/// The village: what it shows by commands, and that it leaves nothing.
@Suite(.serialized) struct DemoProcessTests {
  @Test func aVillageAnswersIsMarkedAndLeavesNothing() async throws {
    let place = try TestPlace()
    let demo = try await start(place)
    try await eventually("somebody four hops away is seen", seconds: 60) {
      try await hops(place).contains(4)
    }
    let state = try await place.run(["--profile", "demo", "who", "--json"])
    #expect(state.status == 0 && state.output.contains("Inka"))
    let asked = try await ControlLine.ask("state.get", place.socket("demo"))
    #expect(asked["simulated"] as? Bool == true)

    _ = try await place.message(from: "demo", to: "Inka", "Is there snow?")
    try await eventually("Inka answers over four hops", seconds: 60) {
      let rows = try await place.rows(["--profile", "demo", "history", "--conversation", "Inka"])
      return rows.contains { $0["own"] as? Bool == false }
        && rows.contains { ["delivered", "read"].contains($0["state"] as? String ?? "") }
    }
    #expect(names(in: "data", of: place).isEmpty, "nothing stands among the person's own data")

    demo.terminate()
    try await eventually("the demo ends") { !demo.isRunning }
    #expect(demo.status == 0)
    #expect(names(in: "run/tern", of: place).isEmpty)
    #expect(names(in: "data", of: place).isEmpty)
  }

  @Test func whatAKilledDemoLeftIsRemovedByTheNextStart() async throws {
    let place = try TestPlace()
    let killed = try await start(place)
    #expect(names(in: "run/tern", of: place) == ["demo-demo", "demo.sock"])
    killed.kill()
    #expect(names(in: "run/tern", of: place).contains("demo-demo"))
    _ = try await place.start("alice")
    #expect(names(in: "run/tern", of: place) == ["alice.sock"])

    let again = try await start(place)
    again.kill()
    let third = try await start(place)
    #expect(names(in: "run/tern", of: place) == ["alice.sock", "demo-demo", "demo.sock"])
    let second = try await place.run(["demo", "--no-browser"] + place.assets)
    #expect(second.status == 1 && second.errors.contains("already running"))
    third.terminate()
    try await eventually("the demo ends") { !third.isRunning }
    #expect(names(in: "run/tern", of: place) == ["alice.sock"])
  }

  @Test func aProfileOfThePersonIsNotTakenForAVillage() async throws {
    let place = try TestPlace()
    try FileManager.default.createDirectory(
      at: place.dataFolder("demo"), withIntermediateDirectories: true)
    let refused = try await place.run(["demo", "--no-browser"] + place.assets)
    #expect(refused.status == 1 && refused.errors.contains("--profile NAME"))
    #expect(names(in: "run/tern", of: place).isEmpty)
  }

  private func start(_ place: TestPlace) async throws -> TernProcess {
    let demo = try TernProcess(
      ["demo", "--no-browser"] + place.assets, environment: place.environment)
    try await eventually("the demo prints its link") { demo.output.contains("#") || !demo.isRunning }
    guard demo.isRunning else { throw Unexpected("the demo ended: \(demo.errors)") }
    return demo
  }

  private func hops(_ place: TestPlace) async throws -> [Int] {
    let map = try await place.json(["--profile", "demo", "topology"]) as? [String: Any]
    return (map?["nodes"] as? [[String: Any]] ?? []).compactMap { $0["hops"] as? Int }
  }

  private func names(in folder: String, of place: TestPlace) -> [String] {
    let path = place.folder.appending(path: folder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
