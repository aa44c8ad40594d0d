import Testing

@testable import tern

@Suite struct InvocationTests {
  @Test func withoutACommandTheNodeRuns() throws {
    #expect(try InvocationParser.parse([]) == Invocation(command: .run(Invocation.RunOptions())))
  }

  @Test func optionsStandAnywhere() throws {
    let first = try InvocationParser.parse(["--profile", "bob", "who", "--json"])
    let second = try InvocationParser.parse(["who", "--json", "--profile=bob"])
    #expect(first == second)
    #expect(first.command == .who && first.profile == "bob" && first.isJSON)
  }

  @Test func wordsOfATextAreJoinedAndDashesEndTheOptions() throws {
    #expect(try InvocationParser.parse(["send", "hello", "there"]).command == .send(text: "hello there"))
    #expect(try InvocationParser.parse(["send", "--", "--json"]).command == .send(text: "--json"))
    #expect(
      try InvocationParser.parse(["msg", "bob#1234", "hi", "you"]).command
        == .message(name: "bob#1234", text: "hi you"))
  }

  @Test func runTakesItsOptions() throws {
    let invocation = try InvocationParser.parse(
      ["run", "--port", "8080", "--no-browser", "--assets", "/a", "--new-identity", "--beacon-port", "9"])
    #expect(
      invocation.command
        == .run(
          .init(port: 8080, opensBrowser: false, assetsPath: "/a", makesNewIdentity: true, beaconPort: 9)))
  }

  @Test func whatCannotBeUnderstoodIsSaidInWords() {
    for words in [
      ["fly"], ["send"], ["msg", "bob"], ["who", "x"], ["--port"], ["--port", "70000"],
      ["--beacon-port", "0"], ["--nonsense"],
      ["who", "--port", "1"], ["history", "--limit", "0"], ["history", "--all", "--conversation", "mesh"],
      ["--profile", "../x", "who"], ["--profile", "", "who"], ["--profile", ".hidden"],
      ["--profile", String(repeating: "a", count: 33)], ["--json=1", "who"],
    ] {
      #expect(throws: UsageProblem.self, "accepted \(words)") { try InvocationParser.parse(words) }
    }
  }

  @Test func everyCommandHasAHelpPage() throws {
    for command in ["run", "send", "msg", "who", "history", "link", "version"] {
      #expect(HelpText.page(command) != nil, "\(command)")
      #expect(HelpText.page(nil)?.contains(command) == true, "\(command)")
    }
    #expect(try InvocationParser.parse(["who", "--help"]).command == .help(topic: "who"))
  }
}
