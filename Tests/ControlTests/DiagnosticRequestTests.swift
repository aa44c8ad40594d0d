import AppState
import Control
import ConversationModel
import Testing
import Timebase
import TransportPorts

/// Looking at the way to somebody where there is no transport: names are resolved as for a message.
@MainActor @Suite struct DiagnosticRequestTests {
  @Test func aNameIsResolvedAsForAMessage() async throws {
    let service = try service(["1111aaaaaaaaaaaa", "2222bbbbbbbbbbbb"])
    for make in [ControlRequest.ping, ControlRequest.trace] {
      for (typed, address) in [
        ("bob#1111", "1111aaaaaaaaaaaa"), ("2222bbbbbbbbbbbb", "2222bbbbbbbbbbbb"),
        ("3333CCCCCCCCCCCC", "3333cccccccccccc"),
      ] {
        guard case .done(let value) = await service.reply(to: make(.name(typed)).line) else {
          Issue.record("\(typed) is refused")
          continue
        }
        #expect(value["address"]?.string == address)
      }
      for typed in ["bob", "mesh", "nobody"] {
        guard case .failed = await service.reply(to: make(.name(typed)).line) else {
          Issue.record("\(typed) is taken")
          continue
        }
      }
    }
  }

  @Test func detailsAreTheFieldsOfThePersonAndMore() async throws {
    let service = try service(["1111aaaaaaaaaaaa"])
    guard case .done(let value) = await service.reply(to: ControlRequest.peopleInDetail.line) else {
      Issue.record("refused")
      return
    }
    let person = try #require(value.array?.first)
    #expect(
      person.object?.map(\.name) == [
        "name", "address", "fingerprint", "inRange", "reachable", "hops", "session", "lastSeen", "noiseKey",
        "links", "way", "neighbours",
      ])
    #expect(person["links"]?.array == [.string("openedHere"), .string("openedThere")])
  }

  @Test func codesAreRefusedInWordsWhereNobodyCanBeAsked() async throws {
    let service = try service([])
    for request in [ControlRequest.ownCode(isFresh: false), .readCode("hello")] {
      #expect(await service.reply(to: request.line) == .failed(TrustProblem.notOffered.description))
    }
  }

  private func service(_ addresses: [String]) throws -> ControlService {
    let peers = try addresses.map { address in
      TransportPeer(
        address: try #require(PeerAddress(address)), nickname: "bob", noiseKey: nil, fingerprint: "",
        isConnected: true, isReachable: true, hops: 1, session: .none,
        lastSeen: Timestamp(milliseconds: 0), links: [.openedHere, .openedThere])
    }
    let talk = TalkDomain()
    talk.show(PeopleDirectory(peers: peers, remembered: [:], ownNickname: "juno"))
    return ControlService(state: AppState(profileName: "test", talk: talk), makeLink: { _ in "" })
  }
}
