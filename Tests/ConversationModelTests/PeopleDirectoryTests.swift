import ConversationModel
import Testing
import Timebase
import TransportPorts

@Suite struct PeopleDirectoryTests {
  private let first = "1111aaaaaaaaaaaa"
  private let second = "2222bbbbbbbbbbbb"

  @Test func equalNamesGetASuffixAndUniqueNamesNone() throws {
    let directory = PeopleDirectory(
      peers: try [peer(first, "bob"), peer(second, "bob"), peer("3333cccccccccccc", "eve")],
      remembered: [:], ownNickname: "juno")
    #expect(directory.people.map(\.name.text) == ["bob#1111", "bob#2222", "eve"])
  }

  @Test func ourOwnNameCountsAsTaken() throws {
    let directory = PeopleDirectory(peers: [try peer(first, "juno")], remembered: [:], ownNickname: "juno")
    #expect(directory.people.first?.name.text == "juno#1111")
  }

  @Test func anAmbiguousNamePicksNobodyAndASuffixPicksOne() throws {
    let directory = PeopleDirectory(
      peers: try [peer(first, "bob"), peer(second, "bob")], remembered: [:], ownNickname: "juno")
    #expect(directory.lookUp("bob") == .ambiguous(["bob#1111", "bob#2222"]))
    #expect(directory.lookUp("@bob#2222") == .found(directory.people[1]))
    #expect(directory.lookUp("nobody") == .unknown)
    #expect(directory.lookUp(first.uppercased()) == .found(directory.people[0]))
  }

  @Test func aNameWithNothingVisibleFallsBackToTheAddress() throws {
    let directory = PeopleDirectory(
      peers: [try peer(first, "\u{200B}\u{202E}")], remembered: [:], ownNickname: "juno")
    #expect(directory.people.first?.name.name == "anon1111")
  }

  @Test func connectedPeopleComeFirstThenReachableThenOthersByName() throws {
    let directory = PeopleDirectory(
      peers: try [
        peer(first, "zoe", isConnected: true), peer(second, "adam", isReachable: false),
        peer("3333cccccccccccc", "mia"),
      ], remembered: [:], ownNickname: "juno")
    #expect(directory.people.map(\.name.name) == ["zoe", "mia", "adam"])
  }

  private func peer(
    _ address: String, _ nickname: String, isConnected: Bool = false, isReachable: Bool = true
  ) throws -> TransportPeer {
    TransportPeer(
      address: try #require(PeerAddress(address)), nickname: nickname, noiseKey: nil, fingerprint: "",
      isConnected: isConnected, isReachable: isReachable, hops: nil, session: .none,
      lastSeen: Timestamp(milliseconds: 0))
  }
}
