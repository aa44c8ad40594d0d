import AppState
import ConversationModel
import Testing
import Timebase
import TransportPorts

/// What is typed and not sent, what is offered meanwhile, and what an address of a search asks for.
@MainActor @Suite struct SearchAndDraftTests {
  @Test func draftsAreKeptByConversationAndBounded() throws {
    var drafts = Drafts()
    drafts[.mesh] = "half a thought"
    #expect(drafts[.mesh] == "half a thought")
    let keys = try (1...Drafts.countMax).map { number in
      ConversationKey.direct(try #require(PeerAddress(String(1_000_000_000_000_000 + number))))
    }
    for key in keys.dropLast() { drafts[key] = String(repeating: "x", count: 20_000) }
    drafts[.mesh] = "another"
    if let last = keys.last { drafts[last] = "one too many" }
    #expect(drafts[.mesh] == "another" && drafts[keys[0]].isEmpty, "the one touched longest ago went")
    #expect(drafts[keys[1]].count == Drafts.charactersMax)
    drafts[.mesh] = ""
    #expect(drafts[.mesh].isEmpty)
  }

  @Test func commandsAndNamesAreOffered() throws {
    let talk = TalkDomain()
    let peers = try [(1, "bob"), (2, "bonnie"), (3, "Zoë")].map { number, name in
      TransportPeer(
        address: try #require(PeerAddress(String(1_000_000_000_000_000 + number))), nickname: name,
        noiseKey: nil, fingerprint: "", isConnected: true, isReachable: true, hops: 1, session: .none,
        lastSeen: Timestamp(milliseconds: 0))
    }
    talk.show(PeopleDirectory(peers: peers, remembered: [:], ownNickname: "juno"))
    func offered(_ text: String) -> [String] { talk.suggestions(textToCursor: text).map(\.label) }
    #expect(offered("hello @bo") == ["@bob", "@bonnie"] && offered("/hug @zo") == ["@Zoë"])
    #expect(offered("/sl") == ["/slap NAME"] && offered("/HEL") == ["/help"])
    #expect(talk.suggestions(textToCursor: "/sl").map(\.accepted) == ["/slap "])
    #expect(talk.suggestions(textToCursor: "/slap b").map(\.accepted) == [nil], "a reminder")
    for text in ["", "hello", "//etc", "/nothing", "a/b", "x @nobody"] {
      #expect(offered(text).isEmpty, "\(text)")
    }
    talk.show(PeopleRelations(blocked: [peers[0].address]))
    #expect(offered("@bo") == ["@bonnie"], "nobody who is blocked")
  }

  @Test func anAddressThatCannotBeReadAsksForLess() {
    #expect(SearchAsked(items: [("q", "wind"), ("in", "nobody"), ("t", "x")]) == SearchAsked(text: "wind"))
    #expect(SearchAsked(text: String(repeating: "x", count: 5_000)).text.count == SearchAsked.charactersMax)
  }
}
