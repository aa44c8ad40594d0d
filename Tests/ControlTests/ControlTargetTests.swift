import AppState
import Control
import ConversationModel
import Testing
import Timebase
import TransportPorts

/// Whom a name means, where somebody chose one to mislead.
@MainActor @Suite struct ControlTargetTests {
  @Test func aPrivateTextForSomebodyCalledMeshNeverGoesToEverybody() async throws {
    let service = try service([("1111aaaaaaaaaaaa", "mesh")])
    let reply = await service.reply(to: ControlRequest.send(text: "secret", to: .name("mesh")).line)
    #expect(conversation(reply) == "1111aaaaaaaaaaaa")
  }

  @Test func withoutSuchAPersonANameIsNeverTheOpenChannel() async throws {
    let service = try service([])
    let reply = await service.reply(to: ControlRequest.send(text: "secret", to: .name("mesh")).line)
    guard case .failed = reply else {
      Issue.record("accepted: \(reply)")
      return
    }
  }

  @Test func aNameThatLooksLikeAnAddressMeansThePersonWhoHasIt() async throws {
    let service = try service([("1111aaaaaaaaaaaa", "2222bbbbbbbbbbbb")])
    let reply = await service.reply(to: ControlRequest.send(text: "x", to: .name("2222bbbbbbbbbbbb")).line)
    #expect(conversation(reply) == "1111aaaaaaaaaaaa")
  }

  @Test func anAddressThatIsAlsoSomebodysNameIsAmbiguous() async throws {
    let service = try service([("1111aaaaaaaaaaaa", "2222bbbbbbbbbbbb"), ("2222bbbbbbbbbbbb", "bob")])
    let reply = await service.reply(to: ControlRequest.send(text: "x", to: .name("2222bbbbbbbbbbbb")).line)
    guard case .failed(let words) = reply else {
      Issue.record("accepted: \(reply)")
      return
    }
    #expect(words.contains("bob#2222"))
  }

  @Test func anAddressOutOfSightIsTaken() async throws {
    let service = try service([])
    let reply = await service.reply(to: ControlRequest.send(text: "x", to: .name("1111AAAAAAAAAAAA")).line)
    #expect(conversation(reply) == "1111aaaaaaaaaaaa")
  }

  private func conversation(_ reply: ControlReply) -> String? {
    guard case .done(let value) = reply else { return nil }
    return value["conversation"]?.string
  }

  private func service(_ people: [(address: String, nickname: String)]) throws -> ControlService {
    let peers = try people.map { person in
      TransportPeer(
        address: try #require(PeerAddress(person.address)), nickname: person.nickname, noiseKey: nil,
        fingerprint: "", isConnected: true, isReachable: true, hops: 1, session: .none,
        lastSeen: Timestamp(milliseconds: 0))
    }
    let talk = TalkDomain()
    talk.show(PeopleDirectory(peers: peers, remembered: [:], ownNickname: "juno"))
    return ControlService(state: AppState(profileName: "test", talk: talk), makeLink: { _ in "" })
  }
}
