import Foundation
import Testing

/// The emergency wipe with the real program: nothing of before is left, and nothing of it comes back.
@Suite(.serialized) struct WipeProcessTests {
  @Test func aRunningNodeIsSomebodyElseAfterwardsAndNothingIsLeft() async throws {
    let place = try TestPlace()
    let alice = try await place.start("alice")
    _ = try await place.start("bob")
    let bob = try await place.meet("alice", "bob")
    try await place.nickname("alice", "Quetzalcoatl")
    try await place.nickname("bob", "Huitzilopochtli")
    _ = try await place.run(["--profile", "alice", "send", "xylophone at dawn"])
    _ = try await place.run(["--profile", "bob", "send", "zeppelin at noon"])
    _ = try await place.message(from: "alice", to: try await place.address(of: "bob"), "marmalade secret")
    try await eventually("alice has bob's line") {
      try await place.stored("alice").contains { $0["text"] as? String == "zeppelin at noon" }
    }
    let before = try await ControlLine.ask("state.get", place.socket("alice"))
    let fingerprint = try #require(before["fingerprint"] as? String)
    let old = try secrets(before, bob) + keyBytes(place)
    let link = alice.link

    let refused = try await place.run(["wipe", "--profile", "alice"], input: "bob\n")
    #expect(refused.status == 1 && refused.errors.contains("Nothing was changed"), "\(refused.errors)")
    #expect(
      try await ControlLine.ask("state.get", place.socket("alice"))["fingerprint"] as? String == fingerprint)

    let wiped = try await place.run(["wipe", "--profile", "alice"], input: "alice\n")
    #expect(wiped.status == 0 && wiped.errors.contains("is gone"), "\(wiped.errors)")
    try await eventually("the same process begins anew") { alice.isRunning && alice.link != link }
    try expectNone(of: old, place)
    let after = try await ControlLine.ask("state.get", place.socket("alice"))
    #expect(
      after["fingerprint"] as? String != fingerprint
        && after["address"] as? String != before["address"] as? String)
    #expect(after["nickname"] as? String != "Quetzalcoatl")

    // Bob still has the lines of before and offers them; they do not come back.
    try await eventually("they meet again") { try await place.links("alice") > 0 }
    _ = try await place.run(["--profile", "bob", "send", "after the wipe"])
    try await eventually("alice hears bob") {
      try await place.stored("alice").contains { $0["text"] as? String == "after the wipe" }
    }
    let texts = try await place.stored("alice").compactMap { $0["text"] as? String }
    #expect(texts.contains { $0.contains("begins anew") })
    #expect(!texts.contains { $0.contains("dawn") || $0.contains("noon") || $0.contains("secret") })
    alice.terminate()
    try await eventually("it ends as it did before") { !alice.isRunning }
    #expect(alice.status == 0)
  }

  @Test func aWipeThatWasStoppedIsFinishedBeforeAnythingIsOpened() async throws {
    let place = try TestPlace()
    let alice = try await place.start("alice")
    try await place.nickname("alice", "Quetzalcoatl")
    let before = try await ControlLine.ask("state.get", place.socket("alice"))
    alice.kill()
    let old = try secrets(before, "") + keyBytes(place)
    let pending = place.dataFolder("alice").appending(path: "wipe-pending")
    try Data().write(to: pending)
    // Any command that opens the profile finishes it first.
    let key = try await place.run(
      ["key", "seal", "--profile", "alice", "--passphrase-stdin"], input: "long enough\n")
    #expect(key.status == 1 && key.errors.contains("no keys yet"), "\(key.errors)")
    try expectNone(of: old, place)
    try Data().write(to: pending)
    let again = try await place.start("alice")
    #expect(again.errors.contains("begins anew"), "\(again.errors)")
    #expect(!FileManager.default.fileExists(atPath: pending.path))
    again.kill()
    let offline = try await place.run(["wipe", "--yes", "--profile", "alice"])
    #expect(offline.status == 0, "\(offline.errors)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: place.dataFolder("alice").path).sorted() == [
        "lock", "wiped-at",
      ])
    let nobody = try await place.run(["wipe", "--yes", "--profile", "carol"])
    #expect(nobody.status == 1 && nobody.errors.contains("no profile"))
  }

  @Test func aConversationIsWrittenOutWholeAndNeverOverAFile() async throws {
    let place = try TestPlace()
    _ = try await place.start("alice")
    for number in 0..<5 { _ = try await place.run(["--profile", "alice", "send", "line \(number)"]) }
    let file = place.folder.appending(path: "out.json")
    let written = try await place.run(["export", "--json", "--output", file.path, "--profile", "alice"])
    #expect(written.status == 0, "\(written.errors)")
    let value = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    let rows = try #require(value?["messages"] as? [[String: Any]])
    #expect(rows.compactMap { $0["text"] as? String } == (0..<5).map { "line \($0)" })
    let again = try await place.run(["export", "--output", file.path, "--profile", "alice"])
    #expect(again.status == 1 && again.errors.contains("already"), "\(again.errors)")
    let text = try await place.run(["export", "--profile", "alice"])
    #expect(text.status == 0 && text.output.contains("> line 4\n"))
  }

  /// What a wiped profile must not leave anywhere: names, texts, addresses, key bytes.
  private func secrets(_ state: [String: Any], _ bob: String) throws -> [Data] {
    var texts = ["Quetzalcoatl", "Huitzilopochtli", "xylophone", "zeppelin", "marmalade"]
    texts += [state["fingerprint"], state["address"]].compactMap { $0 as? String }
    if !bob.isEmpty { texts.append(bob) }
    return texts.map { Data($0.utf8) }
  }

  /// Pieces of the key file, past its head.
  private func keyBytes(_ place: TestPlace) throws -> [Data] {
    let bytes = try Data(contentsOf: place.dataFolder("alice").appending(path: "identity.key"))
    return stride(from: 16, to: bytes.count - 16, by: 16).map { bytes.subdata(in: $0..<$0 + 16) }
      .filter { Set($0).count > 8 }
  }

  private func expectNone(of secrets: [Data], _ place: TestPlace) throws {
    #expect(secrets.count > 8, "else nothing is shown")
    for folder in [
      place.dataFolder("alice"), place.folder.appending(path: ".cache"), place.folder.appending(path: "run"),
    ] {
      for path in FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }) ?? [] {
        guard let bytes = try? Data(contentsOf: folder.appending(path: path)) else { continue }
        for secret in secrets {
          #expect(bytes.range(of: secret) == nil, "\(path) holds \(String(decoding: secret, as: UTF8.self))")
        }
      }
    }
  }
}

extension TestPlace {
  fileprivate func nickname(_ profile: String, _ name: String) async throws {
    let sockets = try await ControlLine.list(
      "{\"command\":\"nickname.set\",\"nickname\":\"\(name)\"}", socket(profile))
    #expect(sockets.isEmpty)
  }
}
