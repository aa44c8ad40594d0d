import MeshLinks
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
    #expect(first.command == .who(isVerbose: false) && first.profile == "bob" && first.isJSON)
  }

  @Test func wordsOfATextAreJoinedAndDashesEndTheOptions() throws {
    #expect(try InvocationParser.parse(["send", "hello", "there"]).command == .send(text: "hello there"))
    #expect(try InvocationParser.parse(["send", "--", "--json"]).command == .send(text: "--json"))
    #expect(
      try InvocationParser.parse(["msg", "bob#1234", "hi", "you"]).command
        == .message(name: "bob#1234", text: "hi you"))
  }

  @Test func theWayToSomebodyIsAskedForByName() throws {
    #expect(try InvocationParser.parse(["ping", "bob#1234"]).command == .ping(name: "bob#1234"))
    #expect(try InvocationParser.parse(["--json", "trace", "bob"]).command == .trace(name: "bob"))
    #expect(try InvocationParser.parse(["topology"]).command == .topology)
    #expect(try InvocationParser.parse(["who", "--verbose"]).command == .who(isVerbose: true))
  }

  @Test func aCodeIsShownOrReadAsTextOrFromAPicture() throws {
    func request(_ words: String...) throws -> Invocation.Command {
      try InvocationParser.parse(["verify"] + words).command
    }
    #expect(try request() == .verify(.own))
    #expect(try request("-") == .verify(.text("-")))
    #expect(try request("bitchat://verify?v=1") == .verify(.text("bitchat://verify?v=1")))
    #expect(try request("--image", "code.png") == .verify(.picture(path: "code.png")))
    #expect(throws: UsageProblem.self) { try request("code", "--image", "code.png") }
    #expect(throws: UsageProblem.self) { try request("one", "two") }
    #expect(throws: UsageProblem.self) { try InvocationParser.parse(["who", "--image", "code.png"]) }
  }

  @Test func runTakesItsOptions() throws {
    let invocation = try InvocationParser.parse(
      ["run", "--port", "8080", "--no-browser", "--assets", "/a", "--new-identity", "--beacon-port", "9"])
    #expect(
      invocation.command
        == .run(
          .init(port: 8080, opensBrowser: false, assetsPath: "/a", makesNewIdentity: true, beaconPort: 9)))
  }

  @Test func staticPeersCanBeNamedSeveralTimes() throws {
    let invocation = try InvocationParser.parse(
      ["--mesh-port", "4000", "--peer", "192.0.2.7:4001", "--peer=[fe80::1%2]:4002"])
    var options = Invocation.RunOptions()
    options.meshPort = 4_000
    options.peers = ["192.0.2.7:4001", "[fe80::1%2]:4002"].compactMap { LANStaticPeer($0) }
    #expect(invocation.command == .run(options))
    let tooMany = (0..<33).flatMap { ["--peer", "hut:\(4_000 + $0)"] }
    #expect(throws: UsageProblem.self) { try InvocationParser.parse(tooMany) }
  }

  @Test func keysAreSealedChangedAndOpened() throws {
    #expect(
      try InvocationParser.parse(["key", "seal"]).command == .key(.seal, passphraseFromInput: false))
    #expect(
      try InvocationParser.parse(["key", "change", "--passphrase-stdin"]).command
        == .key(.change, passphraseFromInput: true))
    #expect(
      try InvocationParser.parse(["--passphrase-stdin"]).command
        == .run(Invocation.RunOptions(passphraseFromInput: true)))
  }

  @Test func whatCannotBeUnderstoodIsSaidInWords() {
    for words in [
      ["fly"], ["ping"], ["trace"], ["topology", "x"], ["ping", "a", "b"], ["ping", "a", "--verbose"],
      ["send"], ["msg", "bob"],
      ["who", "x"], ["key"], ["key", "lock"],
      ["key", "seal", "secret"], ["who", "--passphrase-stdin"], ["--port"], ["--port", "70000"],
      ["--beacon-port", "0"], ["--nonsense"], ["--peer", "hut"], ["who", "--peer", "hut:1"],
      ["who", "--port", "1"], ["history", "--limit", "0"], ["search"], ["search", "x", "--all"],
      ["history", "--all", "--conversation", "mesh"],
      ["simulate", "x"], ["simulate", "--nodes", "1"], ["simulate", "--loss", "much"],
      ["simulate", "--seed", "-1"],
      ["simulate", "--graph", "tree"], ["simulate", "--minutes", "0"], ["who", "--seed", "1"],
      ["--profile", "../x", "who"], ["--profile", "", "who"], ["--profile", ".hidden"],
      ["--profile", String(repeating: "a", count: 33)], ["--json=1", "who"],
    ] {
      #expect(throws: UsageProblem.self, "accepted \(words)") { try InvocationParser.parse(words) }
    }
  }

  @Test func everyCommandHasAHelpPage() throws {
    for command in [
      "run", "send", "msg", "who", "ping", "trace", "topology", "history", "search", "link", "key",
      "simulate",
      "version",
    ] {
      #expect(HelpText.page(command) != nil, "\(command)")
      #expect(HelpText.page(nil)?.contains(command) == true, "\(command)")
    }
    #expect(try InvocationParser.parse(["who", "--help"]).command == .help(topic: "who"))
  }
}
