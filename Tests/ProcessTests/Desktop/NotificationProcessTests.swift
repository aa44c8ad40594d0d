import Foundation
import Networking
import Testing

/// Goal: a real node tells on the desktop what it should and nothing else: no names and texts unless they
/// were asked for, nothing of the conversation that is looked at.
@Suite(.serialized, .timeLimit(.minutes(3))) struct NotificationProcessTests {
  @Test func aNodeTellsOnTheDesktopWhatItShouldAndNothingElse() async throws {
    let place = try TestPlace()
    let desktop = try await TestDesktop(folder: place.folder)
    try await desktop.serve()
    _ = try await place.start("alice", desktop: desktop.address)
    _ = try await place.start("bob")
    let bob = try await place.meet("alice", "bob")
    let alice = try await place.address(of: "alice")
    let state = try await ControlLine.ask("state.get", place.socket("alice"))
    let name = try #require(state["nickname"] as? String)
    try await eventually("people are near") { desktop.shown.count == 1 }
    #expect(desktop.shown[0].title == "People are near")
    #expect(desktop.shown[0].choices == ["default", "Open", "wave", "Wave"])

    // A private message, without name and text.
    _ = try await place.message(from: "bob", to: alice, "the code is <4711>")
    try await eventually("it is told") { desktop.shown.count == 2 }
    let hidden = desktop.shown[1]
    #expect(hidden.title == "New private message" && hidden.body == "Open Tern to read.")
    #expect(hidden.choices == ["default", "Open"])

    // What everybody reads is told where it says our name.
    _ = try await place.run(["--profile", "bob", "send", "good", "morning"])
    _ = try await place.run(["--profile", "bob", "send", "hello @\(name)"])
    try await eventually("the mention is told") { desktop.shown.count == 3 }
    #expect(desktop.shown[2].title == "You were mentioned")
    #expect(desktop.shown[2].replaces == 0)

    // Nothing of the conversation that is looked at; the next one outside of it comes through.
    let looking = try await place.looks(at: bob, "alice")
    try await eventually("alice looks") { try await place.hasRead("bob", "the code is <4711>") }
    _ = try await place.message(from: "bob", to: alice, "seen at once")
    try await eventually("it is read") { try await place.hasRead("bob", "seen at once") }
    _ = try await place.run(["--profile", "bob", "send", "and @\(name) again"])
    try await eventually("the other is told") { desktop.shown.count == 4 }
    #expect(desktop.shown[3].title == "You were mentioned")
    #expect(desktop.shown[3].replaces == desktop.shown[2].id, "in the place of the one before")
    await looking.sockets.stop()

    // A wave goes to everybody near.
    try desktop.choose("wave", on: desktop.shown[0].id)
    try await eventually("bob sees the wave") {
      try await place.stored("bob").contains { $0["text"] as? String == "👋" }
    }
  }

  @Test func namesAndTextsAreShownOnceTheyWereAskedForAlsoAfterARestart() async throws {
    let place = try TestPlace()
    let desktop = try await TestDesktop(folder: place.folder)
    try await desktop.serve()
    let alice = try await place.start("alice", desktop: desktop.address)
    _ = try await place.start("bob")
    _ = try await place.meet("alice", "bob")
    let address = try await place.address(of: "alice")
    try await place.notifications("alice", ["previews", "on"])
    _ = try await place.message(from: "bob", to: address, "the code is <4711>")
    try await eventually("it is told") { desktop.shown.contains { $0.body == "the code is &lt;4711&gt;" } }

    // The choice outlives the program, and names are taken away where they are hidden again.
    alice.terminate()
    try await eventually("alice ends") { !alice.isRunning }
    #expect(!desktop.closed.isEmpty, "what stood there goes with the program")
    _ = try await place.start("alice", desktop: desktop.address)
    _ = try await place.meet("alice", "bob")
    _ = try await place.message(from: "bob", to: address, "second")
    try await eventually("it is told") { desktop.shown.contains { $0.body == "second" } }
    let count = desktop.closed.count
    try await place.notifications("alice", ["previews", "off"])
    try await eventually("what showed a name goes") { desktop.closed.count > count }
    try await place.notifications("alice", ["desktop", "off"])
    let shown = desktop.shown.count
    _ = try await place.message(from: "bob", to: address, "third")
    try await eventually("alice has it") {
      try await place.stored("alice").contains { $0["text"] as? String == "third" }
    }
    #expect(desktop.shown.count == shown, "switched off")
  }
}

extension TestPlace {
  fileprivate func notifications(_ profile: String, _ words: [String]) async throws {
    let finished = try await run(["notifications", "--profile", profile] + words)
    #expect(finished.status == 0, "\(finished.errors)")
  }

  /// A terminal that shows a conversation in the foreground, until its loop is stopped.
  fileprivate func looks(
    at conversation: String, _ profile: String
  ) async throws -> (sockets: SocketLoop, connection: LineConnection) {
    let sockets = try SocketLoop()
    let connection = try LineConnection.connect(to: socket(profile).path, on: sockets)
    let wish = #"{"command":"follow","conversation":"\#(conversation)","reads":true}"#
    try await connection.send(line: Array(wish.utf8))
    return (sockets, connection)
  }

  /// Whether the other side has said that it read a message.
  fileprivate func hasRead(_ profile: String, _ text: String) async throws -> Bool {
    try await stored(profile).contains {
      $0["text"] as? String == text && $0["state"] as? String == "read"
    }
  }
}
