import Foundation
import Testing

/// Keys sealed by a passphrase, from lines of standard input and typed on a terminal.
@Suite(.serialized) struct KeyProcessTests {
  private let first = "eight or more letters"
  private let second = "Grüße aus Köln"

  @Test func sealedKeysAreAskedForAtTheStartAndNowhereElse() async throws {
    let place = try TestPlace()
    try await place.start("alice").kill()
    let open = try keyFile(place)
    let sealing = try await key("seal", place, lines: [first])
    #expect(sealing.status == 0 && sealing.errors.contains("sealed"), "\(sealing.errors)")
    let sealed = try keyFile(place)
    #expect(sealed != open && sealed.count == 212)

    // Without a terminal of its own: the one of whoever runs the tests is not asked.
    let silent = try await place.run(
      ["--wait", TernProcess.executable.path, "run", "--no-browser", "--profile", "alice"] + place.assets,
      program: "/usr/bin/setsid")
    #expect(silent.status == 1 && silent.errors.contains("--passphrase-stdin"), "\(silent.errors)")
    let wrong = try await place.refusal(of: "alice", more: ["--passphrase-stdin"], input: "not this one\n")
    #expect(wrong.status == 1 && wrong.errors.contains("not the passphrase"), "\(wrong.errors)")
    #expect(!wrong.errors.contains("not this one"))
    #expect(try keyFile(place) == sealed)

    let alice = try await place.start("alice", more: ["--passphrase-stdin"], input: first + "\n")
    #expect(try await place.run(["send", "hello", "--profile", "alice"]).status == 0)
    let busy = try await key("open", place, lines: [first])
    #expect(busy.status == 1 && busy.errors.contains("Stop it first"), "\(busy.errors)")
    alice.kill()

    #expect(try await key("change", place, lines: ["not this one", second]).status == 1)
    #expect(try keyFile(place) == sealed)
    #expect(try await key("change", place, lines: [first, second]).status == 0)
    #expect(try await key("open", place, lines: [first]).status == 1)
    // The same letters as another keyboard may type them.
    #expect(try await key("open", place, lines: [second.decomposedStringWithCanonicalMapping]).status == 0)
    #expect(try keyFile(place) == open, "the keys are those of the beginning")
  }

  @Test func whatCannotBeDoneIsSaidAndChangesNothing() async throws {
    let place = try TestPlace()
    let none = try await key("seal", place, lines: [first])
    #expect(none.status == 1 && none.errors.contains("no keys yet"))
    try await place.start("alice").kill()
    let before = try keyFile(place)
    for (action, lines, words) in [
      ("open", [first], "not sealed"), ("change", [first, second], "not sealed"),
      ("seal", ["short"], "8 characters"), ("seal", [""], "No passphrase"), ("seal", [], "ended before"),
      ("seal", [String(repeating: "x", count: 1_025)], "longer than"),
    ] {
      let finished = try await key(action, place, lines: lines)
      #expect(finished.status == 1 && finished.errors.contains(words), "\(action): \(finished.errors)")
      #expect(try keyFile(place) == before)
    }
  }

  @Test func aPassphraseTypedOnATerminalIsNotShown() async throws {
    let place = try TestPlace()
    try await place.start("alice").kill()
    let sealing = try terminal("seal", place)
    try await eventually("the question") { sealing.output.contains("New passphrase") }
    sealing.type("a mistake\u{15}" + first + "x\u{7F}\r")
    try await eventually("the second question") { sealing.output.contains("again") }
    sealing.type(first + "\r")
    try await eventually("it ends") { !sealing.isRunning }
    #expect(sealing.status == 0 && sealing.output.contains("are sealed"), "\(sealing.output)")
    #expect(!sealing.output.contains("letters") && !sealing.output.contains("mistake"))

    let opening = try terminal("open", place)
    try await eventually("the question") { opening.output.contains("Passphrase of the keys") }
    opening.type("wrong one\r")
    // What is typed before the question stands is thrown away.
    try await eventually("another try") {
      opening.output.contains("That is not the passphrase")
        && opening.output.components(separatedBy: "Passphrase of the keys").count == 3
    }
    opening.type("\u{3}")
    try await eventually("it ends") { !opening.isRunning }
    #expect(opening.status == 1 && opening.output.contains("Nothing was changed"), "\(opening.output)")
    #expect(try await key("open", place, lines: [first]).status == 0)
  }

  private func key(_ action: String, _ place: TestPlace, lines: [String]) async throws -> Finished {
    try await place.run(
      ["key", action, "--passphrase-stdin", "--profile", "alice"], input: lines.map { $0 + "\n" }.joined())
  }

  /// The command on a pseudo-terminal of its own.
  private func terminal(_ action: String, _ place: TestPlace) throws -> TernProcess {
    let command = "'\(TernProcess.executable.path)' key \(action) --profile alice"
    return try TernProcess(
      ["--quiet", "--flush", "--return", "--command", command, "/dev/null"], environment: place.environment,
      program: "/usr/bin/script")
  }

  private func keyFile(_ place: TestPlace) throws -> Data {
    try Data(contentsOf: place.dataFolder("alice").appending(path: "identity.key"))
  }
}
