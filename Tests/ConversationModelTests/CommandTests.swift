import Bytes
import ConversationModel
import Testing
import Timebase
import TransportPorts

@Suite struct CommandTests {
  private let token = "cashuA" + Array(#"{"token":[{"proofs":[{"amount":5}]}]}"#.utf8).base64URL

  @Test func whatIsTypedIsATextOrACommand() {
    #expect(ChatInput("  \n") == nil)
    #expect(ChatInput(" hello ") == .text(" hello "))
    #expect(ChatInput("//who") == .text("/who"))
    #expect(ChatInput(" /who ") == .command(word: "/who", argument: ""))
    #expect(ChatInput("/msg  ada\nhello you ") == .command(word: "/msg", argument: "ada\nhello you"))
  }

  @Test func wordsAreExact() throws {
    let context = try context()
    for word in ["/HUG", "/hugs", "/", "hug", "/drop", "/group"] {
      #expect(throws: CommandProblem.unknownWord(word)) { try context.effect(word: word, argument: "ada") }
    }
    #expect(CommandWord("/m") == .msg && CommandWord("/w") == .who)
    #expect(CommandWord.allCases.map(\.typed) == CommandWord.allCases.map(\.typed).sorted())
  }

  @Test func aPrivateConversationIsOpenedWithOrWithoutAText() throws {
    let context = try context()
    let ada = try key(1)
    #expect(try context.effect(word: "/msg", argument: "@ada") == .open(ada, text: nil))
    #expect(try context.effect(word: "/m", argument: "ada hello  you") == .open(ada, text: "hello  you"))
    #expect(try context.effect(word: "/m", argument: "ada b hi") == .open(try key(4), text: "hi"))
    #expect(throws: CommandProblem.nobody("")) { try context.effect(word: "/msg", argument: "") }
    #expect(throws: CommandProblem.nobody("zoe")) { try context.effect(word: "/msg", argument: "zoe hi") }
    #expect(throws: CommandProblem.ambiguous("bob", ["bob#0000", "bob#0000"])) {
      try context.effect(word: "/msg", argument: "bob hi")
    }
    let long = String(repeating: "a ", count: 8_000)
    #expect(throws: CommandProblem.nobody("a")) { try context.effect(word: "/msg", argument: long) }
  }

  @Test func emotesGoToEverybodyOrToOne() throws {
    var context = try context()
    #expect(
      try context.effect(word: "/hug", argument: "ada")
        == .emote("* 🫂 juno hugs ada *", to: .mesh, shown: "🫂 juno hugs ada"))
    context.place = try key(1)
    #expect(
      try context.effect(word: "/slap", argument: "@ada")
        == .emote(
          "* 🐟 juno slaps you around a bit with a large trout *", to: try key(1),
          shown: "🐟 juno slaps ada around a bit with a large trout"))
    #expect(throws: CommandProblem.nameMissing(.hug)) { try context.effect(word: "/hug", argument: "") }
  }

  @Test func blocksAreListedMadeAndTakenBack() throws {
    var context = try context()
    let ada = try #require(context.directory.people.first { $0.name.name == "ada" })
    #expect(try context.effect(word: "/block", argument: "") == .say(["Nobody is blocked."]))
    #expect(try context.effect(word: "/block", argument: "ada") == .block(ada))
    #expect(throws: CommandProblem.identityUnknown("mia")) {
      try context.effect(word: "/block", argument: "mia")
    }
    let record = BlockRecord(fingerprint: ada.peer.fingerprint, name: "old ada")
    context.blocked = [record]
    #expect(throws: CommandProblem.alreadyBlocked("ada")) {
      try context.effect(word: "/block", argument: "ada")
    }
    for name in ["ada", "old ada", String(record.fingerprint.prefix(8))] {
      #expect(try context.effect(word: "/unblock", argument: name) == .unblock(record))
    }
    #expect(throws: CommandProblem.notBlocked("mia")) {
      try context.effect(word: "/unblock", argument: "mia")
    }
    #expect(throws: CommandProblem.nameMissing(.unblock)) {
      try context.effect(word: "/unblock", argument: "")
    }
    #expect(try context.effect(word: "/block", argument: "") == .say(["Blocked: old ada (ffffffff)"]))
  }

  @Test func favouritesAreMadeOnceAndTakenBackOnce() throws {
    var context = try context()
    let ada = try #require(context.directory.people.first { $0.name.name == "ada" })
    #expect(try context.effect(word: "/fav", argument: "ada") == .setFavourite(true, ada))
    #expect(throws: CommandProblem.notFavourite("ada")) {
      try context.effect(word: "/unfav", argument: "ada")
    }
    context.favourites = [ada.peer.fingerprint]
    #expect(try context.effect(word: "/unfav", argument: "ada") == .setFavourite(false, ada))
    #expect(throws: CommandProblem.alreadyFavourite("ada")) {
      try context.effect(word: "/fav", argument: "ada")
    }
  }

  @Test func aTokenForEverybodyHasToBeConfirmed() throws {
    var context = try context()
    #expect(throws: CommandProblem.publicTokenUnconfirmed) {
      try context.effect(word: "/pay", argument: token)
    }
    #expect(try context.effect(word: "/pay", argument: "cashu:\(token) PUBLIC") == .send(token, to: .mesh))
    context.place = try key(1)
    #expect(try context.effect(word: "/pay", argument: token) == .send(token, to: try key(1)))
    for (argument, problem) in [
      ("", CommandProblem.noToken), ("public", .noToken), ("5 sat", .noToken), ("\(token) x", .noToken),
      ("cashuAe30", .unreadableToken), ("cashuB" + String(repeating: "_", count: 40), .unreadableToken),
    ] {
      #expect(throws: problem) { try context.effect(word: "/pay", argument: argument) }
    }
  }

  @Test func theRestSaysOrAsksWhatItShould() throws {
    let context = try context()
    let ada = try #require(context.directory.people.first { $0.name.name == "ada" })
    #expect(try context.effect(word: "/ping", argument: "ada") == .ping(ada))
    #expect(try context.effect(word: "/trace", argument: "@ada") == .trace(ada))
    #expect(try context.effect(word: "/clear", argument: "") == .clear(.mesh))
    #expect(
      try context.effect(word: "/w", argument: "")
        == .say(["Here: ada, ada b, bob#0000, bob#0000, mia"]))
    guard case .say(let lines) = try context.effect(word: "/help", argument: "") else {
      Issue.record("help says nothing")
      return
    }
    #expect(lines.count == CommandWord.allCases.count)
    let alone = CommandContext(
      place: .mesh, directory: PeopleDirectory(peers: [], remembered: [:], ownNickname: "juno"),
      blocked: [], favourites: [])
    #expect(try alone.effect(word: "/who", argument: "") == .say(["Nobody is here."]))
  }

  @Test func wordsAreSuggestedWhileTheyAreTyped() {
    #expect(CommandWord.suggestions(for: "/U") == [.unblock, .unfav])
    #expect(CommandWord.suggestions(for: "/").count == CommandWord.allCases.count)
    #expect(CommandWord.suggestions(for: "/hug a") == [.hug])
    #expect(CommandWord.suggestions(for: "/who ").isEmpty)
    #expect(CommandWord.suggestions(for: "/hu a").isEmpty)
    #expect(CommandWord.suggestions(for: "hug").isEmpty && CommandWord.suggestions(for: "//h").isEmpty)
    #expect(CommandWord.hug.accepted == "/hug ")
  }

  @Test func blockedPeopleAreNotCompleted() throws {
    let directory = try context().directory
    let ada = try #require(directory.people.first { $0.name.name == "ada" })
    #expect(!directory.completionNames(blocked: [ada.peer.fingerprint]).contains("ada"))
    #expect(directory.completionNames(blocked: []).contains("ada"))
  }

  private func context() throws -> CommandContext {
    let people = [("ada", 1, "f"), ("bob", 2, "e"), ("bob", 3, "d"), ("ada b", 4, "c"), ("mia", 5, "")]
    let peers = try people.map { name, number, digit in
      TransportPeer(
        address: try #require(PeerAddress("000000000000000\(number)")), nickname: name, noiseKey: nil,
        fingerprint: String(repeating: digit, count: 64), isConnected: true, isReachable: true, hops: 1,
        session: .none, lastSeen: Timestamp(milliseconds: 0))
    }
    return CommandContext(
      place: .mesh, directory: PeopleDirectory(peers: peers, remembered: [:], ownNickname: "juno"),
      blocked: [], favourites: [])
  }

  private func key(_ number: Int) throws -> ConversationKey {
    .direct(try #require(PeerAddress("000000000000000\(number)")))
  }
}
