import Foundation
import Testing

/// What a killed node has left of its messages, by how long it was told to keep them, with the real program.
@Suite(.serialized) struct RetentionProcessTests {
  @Test func underSessionAMessageIsThereUntilTheNodeEndsAndUnderWeekAfterwards() async throws {
    let place = try TestPlace()
    let alice = try await place.start("alice")
    _ = try await place.start("bob")
    let first = try await place.meet("bob", "alice")
    let before = try await place.message(from: "bob", to: first, "stored before")
    try await eventually("it came") { try await place.state(of: before, "bob") == "delivered" }

    let chosen = try await place.run(["retention", "--private", "session", "--profile", "alice"])
    #expect(chosen.status == 0 && chosen.output.contains("private ones session"), "\(chosen.errors)")
    #expect(chosen.output.contains("Removed now: 1."), "\(chosen.output)")
    let sizes = try files(place)
    let held = try await place.message(from: "bob", to: first, "held in memory")
    try await eventually("it is confirmed") { try await place.state(of: held, "bob") == "delivered" }
    #expect(try await texts(place) == ["held in memory"])
    #expect(try await place.unread("alice") == 1)
    #expect(try files(place) == sizes, "no byte of the store has changed")

    alice.kill()
    let again = try await place.start("alice")
    #expect(try await texts(place).isEmpty)
    let says = try await place.json(["retention", "--profile", "alice"]) as? [String: Any]
    #expect(says?["public"] as? String == "day" && says?["private"] as? String == "session")

    _ = try await place.meet("bob", "alice")
    let second = try await place.message(from: "bob", to: first, "held, then stored")
    try await eventually("it is confirmed") { try await place.state(of: second, "bob") == "delivered" }
    let kept = try await place.run(["retention", "--private", "week", "--profile", "alice"])
    #expect(kept.status == 0, "\(kept.errors)")
    let third = try await place.message(from: "bob", to: first, "stored")
    try await eventually("it is confirmed") { try await place.state(of: third, "bob") == "delivered" }
    again.kill()
    _ = try await place.start("alice")
    #expect(try await texts(place) == ["held, then stored", "stored"])
  }

  /// The texts of alice's private conversation.
  private func texts(_ place: TestPlace) async throws -> [String] {
    try await place.stored("alice").filter { $0["conversation"] as? String != "mesh" }
      .compactMap { $0["text"] as? String }
  }

  /// What the message store consists of, byte by byte.
  private func files(_ place: TestPlace) throws -> [String: Data] {
    let folder = place.dataFolder("alice")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix("messages.sqlite") && !$0.hasSuffix("-shm") }
    return Dictionary(
      uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) })
  }
}
