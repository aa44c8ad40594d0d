import Foundation
import Testing

/// Searching with the real program, over what is stored and what is held in memory alone.
@Suite(.serialized) struct SearchProcessTests {
  @Test func aCommandFindsMessagesOfAllConversationsTheNewestFirst() async throws {
    let place = try TestPlace()
    _ = try await place.start("alice")
    _ = try await place.start("bob")
    let alice = try await place.meet("bob", "alice")
    for text in ["Fuel at gate seven", "no match", "refuelling is FUELling"] {
      _ = try await place.run(["--profile", "alice", "send", text])
    }
    _ = try await place.run(["retention", "--private", "session", "--profile", "alice"])
    let id = try await place.message(from: "bob", to: alice, "fuel, privately")
    try await eventually("it came") { try await place.state(of: id, "bob") == "delivered" }

    let found = try await place.rows(["search", "fuel", "--profile", "alice"])
    #expect(
      found.compactMap { $0["text"] as? String } == [
        "fuel, privately", "refuelling is FUELling", "Fuel at gate seven",
      ])
    let first = try await place.rows(["search", "fuel", "--limit", "1", "--profile", "alice"])
    #expect(first.compactMap { $0["text"] as? String } == ["fuel, privately"])
    let here = try await place.rows([
      "search", "fuel", "gate", "--conversation", "mesh", "--profile", "alice",
    ])
    #expect(here.compactMap { $0["text"] as? String } == ["Fuel at gate seven"])
    let nothing = try await place.run(["search", "zeppelin", "--profile", "alice"])
    #expect(nothing.status == 0 && nothing.output == "No message has these words.\n")
    let empty = try await place.run(["search", "…", "--profile", "alice"])
    #expect(empty.status == 1 && empty.errors.contains("no word"), "\(empty.errors)")
  }
}
