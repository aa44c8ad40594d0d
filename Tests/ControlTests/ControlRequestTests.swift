import ConversationModel
import Testing
import Timebase
import TransportPorts

@testable import Control

@Suite struct ControlRequestTests {
  @Test func everyRequestSurvivesItsLine() throws {
    let peer = try #require(PeerAddress("00112233aabbccdd"))
    let requests: [ControlRequest] = [
      .state, .people, .topology, .conversations, .link, .traffic, .messages(of: nil, limit: 7),
      .messages(of: .conversation(.direct(peer)), limit: 1), .messages(of: .name("bob#1234"), limit: 50),
      .send(text: "a\n\"b\" \u{1F426}", to: .conversation(.mesh)), .send(text: "x", to: .name("zoë")),
      .send(text: "x", to: .name("mesh")), .messages(of: .name("00112233aabbccdd"), limit: 2),
      .follow(FollowWish(conversation: .direct(peer), messagesMin: 1_337, reads: true)),
      .peopleInDetail, .ping(.name("zoë")), .ping(.conversation(.direct(peer))), .trace(.name("mesh")),
      .submit(text: "/hug bob", in: .mesh), .search(ControlRequest.Search(text: "wind")),
      .search(
        ControlRequest.Search(
          text: "a \"b\"", target: .name("zoë"),
          position: SearchPosition(
            sentAt: Timestamp(milliseconds: 5), id: MessageID("x"), conversation: .direct(peer)), limit: 7)),
      .sendAgain(MessageID("ab"), in: .direct(peer)), .setNickname("zoë \u{1F426}"),
      .ownCode(isFresh: true), .readCode("bitchat://verify?v=1&nick=zo%C3%AB"),
    ]
    for request in requests {
      #expect(!request.line.contains("\n"))
      #expect(try ControlRequest(line: request.line) == request)
    }
  }

  @Test func aLineThatIsNoRequestIsRefusedInWords() {
    for line in [
      "", "{", "[]", "null", "{}", "{\"command\":7}", "{\"command\":\"rm\"}",
      "{\"command\":\"message.send\"}",
      "{\"command\":\"messages.search\"}", "{\"command\":\"messages.search\",\"text\":\"a\",\"limit\":0}",
      "{\"command\":\"messages.search\",\"text\":\"a\",\"after\":{\"time\":-1}}",
      "{\"command\":\"message.submit\",\"text\":\"a\"}",
      "{\"command\":\"messages.page\",\"limit\":0}", "{\"command\":\"messages.page\",\"limit\":10001}",
      "{\"command\":\"message.send\",\"name\":1,\"text\":\"x\"}",
      "{\"command\":\"message.send\",\"conversation\":\"bob\",\"text\":\"x\"}",
      "{\"command\":\"message.send\",\"conversation\":\"mesh\",\"name\":\"bob\",\"text\":\"x\"}",
      "{\"command\":\"messages.page\",\"conversation\":5}", "{\"command\":\"messages.page\",\"limit\":1.5}",
      "{\"command\":\"state.get\",\"command\":\"link.new\"}", "{\"command\":\"follow\"}",
      "{\"command\":\"follow\",\"conversation\":\"mesh\",\"messages\":1338}",
      "{\"command\":\"person.ping\"}", "{\"command\":\"person.trace\",\"conversation\":\"mesh\"}",
      "{\"command\":\"message.again\",\"conversation\":\"mesh\"}", "{\"command\":\"nickname.set\"}",
      "{\"command\":\"code.read\"}", "{\"command\":\"code.own\",\"fresh\":1}",
    ] {
      #expect(throws: ControlProblem.self, "accepted \(line)") { try ControlRequest(line: line) }
    }
  }

  @Test func repliesSurviveTheirLines() throws {
    let replies: [ControlReply] = [
      .done(.array([.integer(1), .null])), .done(.array([])), .done(.null), .failed("No “bob”.\nTry again."),
    ]
    for reply in replies {
      var reader = ControlReplyReader()
      var read: ControlReply?
      for line in reply.lines {
        #expect(!line.contains("\n") && read == nil)
        read = try reader.take(Array(line.utf8))
      }
      #expect(read == reply)
    }
  }

  @Test func aListThatLostAnItemIsNotTakenForWhole() {
    var reader = ControlReplyReader()
    #expect(throws: ControlProblem.self) { try reader.take(Array("{\"items\":1}".utf8)) }
    #expect(throws: ControlProblem.self) { try reader.take(Array("{\"neither\":1}".utf8)) }
  }
}
