import AppState
import ConversationModel
import Testing
import Timebase
import TransportPorts

@testable import Control

/// A view that was sent in pieces is the same view at the other end.
@MainActor @Suite struct FollowTests {
  private var writer = FollowWriter()
  private var reader = FollowReader(.mesh)
  private let bob = "1111aaaaaaaaaaaa"

  @Test mutating func everyViewArrivesAsItWas() throws {
    var view = try view(messages: 3)
    #expect(try send(view) == view)

    view.people.append(try person("2222bbbbbbbbbbbb", "zoë"))
    view.conversations[1].unreadCount = 7
    view.own.problems = ["The disk is full."]
    view.own.status = TransportStatus(condition: .limited("only here"), links: 2)
    #expect(try send(view) == view)

    view.people.removeFirst()
    view.conversations.removeLast()
    view.timeline?.timeline.remove([MessageID("m1")])
    view.timeline?.unreadLine = nil
    #expect(try send(view) == view)
  }

  @Test mutating func onlyWhatChangedIsSent() throws {
    var view = try view(messages: 40)
    _ = try send(view)
    #expect(writer.lines(to: view).isEmpty)
    view.timeline?.timeline.setDelivery(.read(at: Timestamp(milliseconds: 9)), of: MessageID("m7"))
    let lines = writer.lines(to: view)
    #expect(lines.count == 2 && lines[0].contains("\"m7\"") && lines[1] == "{\"round\":2}", "\(lines)")
  }

  @Test mutating func everyDeliveryStateSurvives() throws {
    let at = Timestamp(milliseconds: 1_700_000_000_123)
    let states: [DeliveryState] = [
      .notSentYet, .sending, .sent, .carried, .delivered(at: at), .read(at: at),
      .failed(reason: "Nobody\n“came”."), .partiallyDelivered(reached: 2, total: 5),
    ]
    var view = try view(messages: states.count)
    for (index, state) in states.enumerated() {
      view.timeline?.timeline.setDelivery(state, of: MessageID("m\(index)"))
    }
    #expect(try send(view)?.timeline?.timeline.messages.map(\.delivery) == states)
  }

  @Test func aForeignProgramAtTheSocketIsRefusedInWords() {
    for line in ["", "7", "{}", "{\"person\":{}}", "{\"message\":{\"id\":\"x\"}}", "{\"error\":\"No.\"}"] {
      var reader = FollowReader(.mesh)
      #expect(throws: ControlProblem.self, "accepted \(line)") { try reader.take(Array(line.utf8)) }
    }
  }

  @Test func moreEntriesThanThereCanBeAreRefused() throws {
    var reader = FollowReader(.mesh)
    var refusedAt: Int?
    for number in 0...FollowReader.entriesMax where refusedAt == nil {
      let digits = String(number, radix: 16)
      let address = String(repeating: "0", count: 16 - digits.count) + digits
      let line = "{\"person\":{\"address\":\"\(address)\",\"name\":\"x\"}}"
      do { _ = try reader.take(Array(line.utf8)) } catch { refusedAt = number }
    }
    #expect(refusedAt == FollowReader.entriesMax)
  }

  private mutating func send(_ view: TalkView) throws -> TalkView? {
    var arrived: TalkView?
    for line in writer.lines(to: view) { arrived = try reader.take(Array(line.utf8)) }
    return arrived
  }

  private func view(messages count: Int) throws -> TalkView {
    var timeline = Timeline()
    for index in 0..<count {
      let author = MessageAuthor(
        name: "bob\u{1B}[2J", address: index.isMultiple(of: 2) ? PeerAddress(bob) : nil,
        isOwn: !index.isMultiple(of: 2))
      timeline.insert(
        ChatMessage(
          id: MessageID("m\(index)"), conversation: .mesh, kind: index == 2 ? .system : .person,
          author: author, text: "line \(index)\n\u{202E}\"x\"",
          sentAt: Timestamp(milliseconds: 1_700_000_000_000 + UInt64(index))))
    }
    let key = ConversationKey.direct(try #require(PeerAddress(bob)))
    return TalkView(
      own: TalkView.Own(
        profileName: "test", nickname: "juno", status: TransportStatus(condition: .listening, links: 1)),
      people: [try person(bob, "bob")],
      conversations: [
        TalkView.Conversation(key: .mesh, title: "Nearby", unreadCount: 0, newestAt: nil),
        TalkView.Conversation(
          key: key, title: "bob", unreadCount: 2, newestAt: Timestamp(milliseconds: 5)),
      ],
      key: .mesh,
      timeline: OpenTimeline(
        timeline: timeline, hasOlder: true, unreadLine: MessageID("m1"), unreadCount: 2))
  }

  private func person(_ address: String, _ name: String) throws -> Person {
    let address = try #require(PeerAddress(address))
    let peer = TransportPeer(
      address: address, nickname: name, noiseKey: nil, fingerprint: "ab", isConnected: true,
      isReachable: true, hops: 1, session: .established, lastSeen: Timestamp(milliseconds: 0))
    return Person(address: address, name: DisplayName(name: name), peer: peer)
  }
}
